noinst_LIBRARIES += policy/libpolicy.a
policy_libpolicy_a_CPPFLAGS = $(AM_CPPFLAGS) $(LUA_CFLAGS) \
	-DPOLICIES='"$(policydir)/lua"'
policy_libpolicy_a_SOURCES = \
	%D%/answer.c %D%/answer.h \
	%D%/decision.c %D%/decision.h \
	%D%/field.c %D%/field.h \
	%D%/figures.c %D%/figures.h \
	%D%/host_lookup.c %D%/host_lookup.h \
	%D%/links.c %D%/links.h \
	%D%/lua/confine.c %D%/lua/confine.h \
	%D%/lua/declare.c %D%/lua/declare.h \
	%D%/lua/shared_heap.c %D%/lua/shared_heap.h \
	%D%/lua/iteration_model.c %D%/lua/iteration_model.h \
	%D%/lua/library.c %D%/lua/library.h \
	%D%/lua/module.c %D%/lua/module.h \
	%D%/lua/module_kind.c %D%/lua/module_kind.h \
	%D%/lua/option.c %D%/lua/option.h \
	%D%/lua/serialize.c %D%/lua/serialize.h \
	%D%/lua/sandbox.c %D%/lua/sandbox.h \
	%D%/lua/setting_line.c %D%/lua/setting_line.h \
	%D%/synthetic_job.c %D%/synthetic_job.h \
	%D%/host_resources.c %D%/host_resources.h \
	%D%/policy.c %D%/policy.h \
	%D%/policy_job.c %D%/policy_job.h \
	%D%/price.c %D%/price.h \
	%D%/profile.c %D%/profile.h \
	%D%/protocol.c %D%/protocol.h \
	%D%/answer_reader.c %D%/answer_reader.h \
	%D%/recorded.c %D%/recorded.h \
	%D%/rehearsal.c %D%/rehearsal.h \
	%D%/backoff.c %D%/backoff.h \
	%D%/scaling.c %D%/scaling.h \
	%D%/shipped.c %D%/shipped.h \
	%D%/lua_tables.c %D%/lua_tables.h \
	%D%/rank_progress.c %D%/rank_progress.h \
	%D%/protocol_view.c %D%/protocol_view.h
policy_and_below = policy/libpolicy.a $(report_and_below) $(LUA_LIBS)
