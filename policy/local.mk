noinst_LTLIBRARIES += policy/libpolicy.la
policy_libpolicy_la_CPPFLAGS = $(AM_CPPFLAGS) $(LUA_CFLAGS) \
	-DPOLICIES='"$(policydir)/lua"'
policy_libpolicy_la_SOURCES = \
	%D%/answer.c \
	%D%/answer.h \
	%D%/decision.c \
	%D%/decision.h \
	%D%/field.c \
	%D%/field.h \
	%D%/figures.c \
	%D%/figures.h \
	%D%/links.c \
	%D%/links.h \
	%D%/lua/confine.c \
	%D%/lua/confine.h \
	%D%/lua/declare.c \
	%D%/lua/declare.h \
	%D%/lua/heap.c \
	%D%/lua/heap.h \
	%D%/lua/library.c \
	%D%/lua/library.h \
	%D%/lua/module.c \
	%D%/lua/module.h \
	%D%/lua/module_kind.c \
	%D%/lua/module_kind.h \
	%D%/lua/option.c \
	%D%/lua/option.h \
	%D%/lua/plain.c \
	%D%/lua/plain.h \
	%D%/lua/sandbox.c \
	%D%/lua/sandbox.h \
	%D%/lua/where.c \
	%D%/lua/where.h \
	%D%/made_up.c \
	%D%/made_up.h \
	%D%/measure.c \
	%D%/measure.h \
	%D%/policy.c \
	%D%/policy.h \
	%D%/policy_job.c \
	%D%/policy_job.h \
	%D%/price.c \
	%D%/price.h \
	%D%/profile.c \
	%D%/profile.h \
	%D%/protocol.c \
	%D%/protocol.h \
	%D%/reader.c \
	%D%/reader.h \
	%D%/recorded.c \
	%D%/recorded.h \
	%D%/rehearsal.c \
	%D%/rehearsal.h \
	%D%/restraint.c \
	%D%/restraint.h \
	%D%/shipped.c \
	%D%/shipped.h \
	%D%/show.c \
	%D%/show.h \
	%D%/sight.c \
	%D%/sight.h \
	%D%/view.c \
	%D%/view.h
policy_libpolicy_la_LIBADD = libcommon.la report/libreport.la $(LUA_LIBS) -lm
