libcommon_a_SOURCES += \
	%D%/agent_lock.c %D%/agent_lock.h \
	%D%/change.c %D%/change.h \
	%D%/change_lineage.c \
	%D%/change_script.c %D%/change_script.h \
	%D%/control.c %D%/control.h \
	%D%/files.c %D%/files.h \
	%D%/incident.c %D%/incident.h \
	%D%/input_files.c %D%/input_files.h \
	%D%/job.c %D%/job.h \
	%D%/job_host.c %D%/job_host.h \
	%D%/message_file.c %D%/message_file.h \
	%D%/packed_file.c %D%/packed_file.h \
	%D%/pages_space.c %D%/pages_space.h \
	%D%/leftovers.c \
	%D%/sums_file.c %D%/sums_file.h \
	%D%/size_list.c %D%/size_list.h \
	%D%/size_template.c %D%/size_template.h \
	%D%/sizes.c %D%/sizes.h \
	%D%/leftovers.h
