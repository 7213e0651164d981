libcommon_la_SOURCES += \
	%D%/address.c \
	%D%/address.h \
	%D%/agent_address.c \
	%D%/agent_address.h \
	%D%/drops.c \
	%D%/drops.h \
	%D%/frame.c \
	%D%/frame.h \
	%D%/handshake.c \
	%D%/handshake.h \
	%D%/line.c \
	%D%/line.h \
	%D%/listen.c \
	%D%/listen.h \
	%D%/local_message.c \
	%D%/local_message.h \
	%D%/loop.c \
	%D%/loop.h \
	%D%/rate.c \
	%D%/rate.h \
	%D%/secret.c \
	%D%/secret.h \
	%D%/strangers.c \
	%D%/strangers.h \
	%D%/text_list.c \
	%D%/text_list.h
