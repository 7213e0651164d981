libcommon_a_SOURCES += \
	%D%/address.c %D%/address.h \
	%D%/agent_address.c %D%/agent_address.h \
	%D%/dropped_connections.c %D%/dropped_connections.h \
	%D%/frame.c %D%/frame.h \
	%D%/handshake.c %D%/handshake.h \
	%D%/line.c %D%/line.h \
	%D%/line_pair.c \
	%D%/line_internal.h \
	%D%/listen.c %D%/listen.h \
	%D%/local_message.c %D%/local_message.h \
	%D%/loop.c %D%/loop.h \
	%D%/private_file.c %D%/private_file.h \
	%D%/rate.c %D%/rate.h \
	%D%/secret.c %D%/secret.h \
	%D%/send_queue.c %D%/send_queue.h \
	%D%/user_key.c %D%/user_key.h \
	%D%/refused_callers.c %D%/refused_callers.h \
	%D%/packed_texts.c %D%/packed_texts.h
