libcommon_a_SOURCES += \
	%D%/energy.c %D%/energy.h \
	%D%/iteration_search.c %D%/iteration_search.h \
	%D%/iteration_histogram.c %D%/iteration_histogram.h \
	%D%/iteration_loop.h \
	%D%/iteration_main.c %D%/iteration_main.h \
	%D%/iteration_reader.c %D%/iteration_reader.h \
	%D%/host_load.c %D%/host_load.h \
	%D%/comm_ranks.c %D%/comm_ranks.h \
	%D%/page.c %D%/page.h \
	%D%/rounds.c %D%/rounds.h \
	%D%/recurrence.c %D%/recurrence.h \
	%D%/trace.c %D%/trace.h \
	%D%/trace_encode.c %D%/trace_encode.h \
	%D%/trace_file.c %D%/trace_file.h
