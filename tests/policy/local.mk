# unit tests of policy/
policy_libs = $(policy_and_below) tests/libtap.a

unit_tests += tests/policy/policy.t
tests_policy_policy_t_SOURCES = %D%/policy.c %D%/text.c %D%/text.h
tests_policy_policy_t_LDADD = $(policy_libs)

unit_tests += tests/policy/answer.t
tests_policy_answer_t_SOURCES = %D%/answer.c %D%/text.c %D%/text.h
tests_policy_answer_t_LDADD = $(policy_libs)

unit_tests += tests/policy/scaling.t
tests_policy_scaling_t_SOURCES = %D%/scaling.c %D%/text.c %D%/text.h
tests_policy_scaling_t_LDADD = $(policy_libs)

unit_tests += tests/policy/lua/shared_heap.t
tests_policy_lua_shared_heap_t_LDADD = $(policy_libs)

unit_tests += tests/policy/lua/confine.t
tests_policy_lua_confine_t_LDADD = $(policy_libs)

unit_tests += tests/policy/lua/iteration_model.t
tests_policy_lua_iteration_model_t_LDADD = $(policy_libs)

unit_tests += tests/policy/lua/sandbox.t
tests_policy_lua_sandbox_t_SOURCES = %D%/lua/sandbox.c %D%/text.c %D%/text.h
tests_policy_lua_sandbox_t_CPPFLAGS = $(AM_CPPFLAGS) $(LUA_CFLAGS)
tests_policy_lua_sandbox_t_LDADD = $(policy_libs) $(LUA_LIBS)

unit_tests += tests/policy/lua/option.t
tests_policy_lua_option_t_LDADD = $(policy_libs)

unit_tests += tests/policy/field.t
tests_policy_field_t_LDADD = $(policy_libs)

unit_tests += tests/policy/shipped.t
tests_policy_shipped_t_LDADD = $(policy_libs)

unit_tests += tests/policy/recorded.t
tests_policy_recorded_t_LDADD = $(policy_libs)

unit_tests += tests/policy/host_resources.t
tests_policy_host_resources_t_SOURCES = %D%/host_resources.c %D%/text.c %D%/text.h
tests_policy_host_resources_t_LDADD = $(policy_libs)

unit_tests += tests/policy/price.t
tests_policy_price_t_LDADD = $(policy_libs)

unit_tests += tests/policy/rank_progress.t
tests_policy_rank_progress_t_LDADD = $(policy_libs)

unit_tests += tests/policy/lua/serialize.t
tests_policy_lua_serialize_t_CPPFLAGS = $(AM_CPPFLAGS) $(LUA_CFLAGS)
tests_policy_lua_serialize_t_LDADD = $(policy_libs) $(LUA_LIBS)

unit_tests += tests/policy/protocol.t
tests_policy_protocol_t_LDADD = $(policy_libs)

unit_tests += tests/policy/figures.t
tests_policy_figures_t_LDADD = $(policy_libs)

unit_tests += tests/policy/lua/setting_line.t
tests_policy_lua_setting_line_t_LDADD = $(policy_libs)

unit_tests += tests/policy/links.t
tests_policy_links_t_LDADD = $(policy_libs)

unit_tests += tests/policy/policy_job.t
tests_policy_policy_job_t_LDADD = $(policy_libs)
