# unit tests of policy/
policy_libs = $(policy_and_below) tests/libtap.a
policy_tests = \
	tests/policy/answer.t \
	tests/policy/field.t \
	tests/policy/figures.t \
	tests/policy/host_lookup.t \
	tests/policy/host_resources.t \
	tests/policy/links.t \
	tests/policy/lua/confine.t \
	tests/policy/lua/iteration_model.t \
	tests/policy/lua/option.t \
	tests/policy/lua/setting_line.t \
	tests/policy/lua/shared_heap.t \
	tests/policy/policy.t \
	tests/policy/policy_job.t \
	tests/policy/price.t \
	tests/policy/protocol.t \
	tests/policy/rank_progress.t \
	tests/policy/recorded.t \
	tests/policy/scaling.t \
	tests/policy/shipped.t
$(policy_tests): LDADD = $(policy_libs)
$(policy_tests): $(filter %.a,$(policy_libs))
unit_tests += $(policy_tests)

tests_policy_policy_t_SOURCES = %D%/policy.c %D%/text.c %D%/text.h
tests_policy_answer_t_SOURCES = %D%/answer.c %D%/text.c %D%/text.h
tests_policy_scaling_t_SOURCES = %D%/scaling.c %D%/text.c %D%/text.h

unit_tests += tests/policy/lua/sandbox.t
tests_policy_lua_sandbox_t_SOURCES = %D%/lua/sandbox.c %D%/text.c %D%/text.h
tests_policy_lua_sandbox_t_CPPFLAGS = $(AM_CPPFLAGS) $(LUA_CFLAGS)
tests_policy_lua_sandbox_t_LDADD = $(policy_libs) $(LUA_LIBS)
tests_policy_host_resources_t_SOURCES = %D%/host_resources.c %D%/text.c %D%/text.h

unit_tests += tests/policy/lua/serialize.t
tests_policy_lua_serialize_t_CPPFLAGS = $(AM_CPPFLAGS) $(LUA_CFLAGS)
tests_policy_lua_serialize_t_LDADD = $(policy_libs) $(LUA_LIBS)
