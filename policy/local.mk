noinst_LTLIBRARIES += policy/libpolicy.la
policy_libpolicy_la_CPPFLAGS = $(AM_CPPFLAGS) $(LUA_CFLAGS) \
	-DPOLICIES='"$(policydir)"'
policy_libpolicy_la_SOURCES = \
	%D%/answer.c \
	%D%/answer.h \
	%D%/confine.c \
	%D%/confine.h \
	%D%/decision.c \
	%D%/decision.h \
	%D%/declare.c \
	%D%/declare.h \
	%D%/field.c \
	%D%/field.h \
	%D%/figures.c \
	%D%/figures.h \
	%D%/heap.c \
	%D%/heap.h \
	%D%/library.c \
	%D%/library.h \
	%D%/links.c \
	%D%/links.h \
	%D%/made_up.c \
	%D%/made_up.h \
	%D%/measure.c \
	%D%/measure.h \
	%D%/module.c \
	%D%/module.h \
	%D%/option.c \
	%D%/option.h \
	%D%/plain.c \
	%D%/plain.h \
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
	%D%/sandbox.c \
	%D%/sandbox.h \
	%D%/shipped.c \
	%D%/shipped.h \
	%D%/show.c \
	%D%/show.h \
	%D%/sight.c \
	%D%/sight.h \
	%D%/view.c \
	%D%/view.h \
	%D%/where.c \
	%D%/where.h
policy_libpolicy_la_LIBADD = libcommon.la report/libreport.la $(LUA_LIBS) -lm
