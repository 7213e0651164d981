libcommon_la_SOURCES += \
	%D%/agent_lock.c \
	%D%/agent_lock.h \
	%D%/change.c \
	%D%/change.h \
	%D%/change_lineage.c \
	%D%/change_script.c \
	%D%/change_script.h \
	%D%/control.c \
	%D%/control.h \
	%D%/files.c \
	%D%/files.h \
	%D%/incident.c \
	%D%/incident.h \
	%D%/job.c \
	%D%/job.h \
	%D%/job_host.c \
	%D%/job_host.h \
	%D%/mailbag.c \
	%D%/mailbag.h \
	%D%/parcel.c \
	%D%/parcel.h \
	%D%/room.c \
	%D%/room.h \
	%D%/sweep.c \
	%D%/sweep.h
