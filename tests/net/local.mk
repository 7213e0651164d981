# unit tests of net/

unit_tests += tests/net/loop.t
tests_net_loop_t_LDADD = $(tests_agent_decide_decision_log_t_LDADD)

unit_tests += tests/net/line.t
tests_net_line_t_LDADD = $(migrate_libs)

unit_tests += tests/net/line_pair.t
tests_net_line_pair_t_LDADD = $(tests_agent_decide_decision_log_t_LDADD)

unit_tests += tests/net/packed_texts.t
tests_net_packed_texts_t_LDADD = $(tests_agent_decide_decision_log_t_LDADD)

unit_tests += tests/net/local_message.t
tests_net_local_message_t_LDADD = $(migrate_libs)

unit_tests += tests/net/frame.t
tests_net_frame_t_LDADD = $(migrate_libs)

unit_tests += tests/net/dropped_connections.t
tests_net_dropped_connections_t_LDADD = $(migrate_libs)

unit_tests += tests/net/handshake.t
tests_net_handshake_t_LDADD = $(migrate_libs)

unit_tests += tests/net/secret.t
tests_net_secret_t_LDADD = $(migrate_libs)

unit_tests += tests/net/rate.t
tests_net_rate_t_LDADD = $(migrate_libs)

unit_tests += tests/net/address.t
tests_net_address_t_LDADD = $(migrate_libs)

unit_tests += tests/net/user_key.t
tests_net_user_key_t_LDADD = $(base_libs)
