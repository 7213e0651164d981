# unit tests of policy/
policy_libs = policy/libpolicy.la libcommon.la tests/libtap.la

unit_tests += tests/policy/policy.t
tests_policy_policy_t_SOURCES = %D%/policy.c %D%/text.c %D%/text.h
tests_policy_policy_t_LDADD = $(policy_libs)

unit_tests += tests/policy/answer.t
tests_policy_answer_t_SOURCES = %D%/answer.c %D%/text.c %D%/text.h
tests_policy_answer_t_LDADD = $(policy_libs)

unit_tests += tests/policy/lua/heap.t
tests_policy_lua_heap_t_SOURCES = %D%/lua/heap.c
tests_policy_lua_heap_t_LDADD = $(policy_libs)

unit_tests += tests/policy/lua/confine.t
tests_policy_lua_confine_t_SOURCES = %D%/lua/confine.c
tests_policy_lua_confine_t_LDADD = $(policy_libs)

unit_tests += tests/policy/lua/sandbox.t
tests_policy_lua_sandbox_t_SOURCES = %D%/lua/sandbox.c %D%/text.c %D%/text.h
tests_policy_lua_sandbox_t_LDADD = $(policy_libs)

unit_tests += tests/policy/lua/option.t
tests_policy_lua_option_t_SOURCES = %D%/lua/option.c
tests_policy_lua_option_t_LDADD = $(policy_libs)

unit_tests += tests/policy/field.t
tests_policy_field_t_SOURCES = %D%/field.c
tests_policy_field_t_LDADD = $(policy_libs)

unit_tests += tests/policy/shipped.t
tests_policy_shipped_t_SOURCES = %D%/shipped.c
tests_policy_shipped_t_LDADD = $(policy_libs)

unit_tests += tests/policy/recorded.t
tests_policy_recorded_t_SOURCES = %D%/recorded.c
tests_policy_recorded_t_LDADD = $(policy_libs)

unit_tests += tests/policy/measure.t
tests_policy_measure_t_SOURCES = %D%/measure.c %D%/text.c %D%/text.h
tests_policy_measure_t_LDADD = $(policy_libs)

unit_tests += tests/policy/price.t
tests_policy_price_t_SOURCES = %D%/price.c
tests_policy_price_t_LDADD = $(policy_libs)

unit_tests += tests/policy/sight.t
tests_policy_sight_t_SOURCES = %D%/sight.c
tests_policy_sight_t_LDADD = $(policy_libs)

unit_tests += tests/policy/lua/plain.t
tests_policy_lua_plain_t_SOURCES = %D%/lua/plain.c
tests_policy_lua_plain_t_CPPFLAGS = $(AM_CPPFLAGS) $(LUA_CFLAGS)
tests_policy_lua_plain_t_LDADD = $(policy_libs) $(LUA_LIBS)

unit_tests += tests/policy/protocol.t
tests_policy_protocol_t_SOURCES = %D%/protocol.c
tests_policy_protocol_t_LDADD = $(policy_libs)

unit_tests += tests/policy/figures.t
tests_policy_figures_t_SOURCES = %D%/figures.c
tests_policy_figures_t_LDADD = $(policy_libs)

unit_tests += tests/policy/lua/where.t
tests_policy_lua_where_t_SOURCES = %D%/lua/where.c
tests_policy_lua_where_t_LDADD = $(policy_libs)

unit_tests += tests/policy/links.t
tests_policy_links_t_SOURCES = %D%/links.c
tests_policy_links_t_LDADD = $(policy_libs)
