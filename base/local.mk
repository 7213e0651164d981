libcommon_a_SOURCES += \
	%D%/append_text.c %D%/append_text.h \
	%D%/bytes.c %D%/bytes.h \
	%D%/checksum.h \
	%D%/clock.c %D%/clock.h \
	%D%/error.c %D%/error.h \
	%D%/escape.c %D%/escape.h \
	%D%/file_write.c %D%/file_write.h \
	%D%/grow.c %D%/grow.h \
	%D%/host.c %D%/host.h \
	%D%/little_endian.h \
	%D%/masked_thread.c %D%/masked_thread.h \
	%D%/memory_left.c %D%/memory_left.h \
	%D%/memory_reserve.c %D%/memory_reserve.h \
	%D%/usable_cores.c %D%/usable_cores.h \
	%D%/suggest_name.c %D%/suggest_name.h \
	%D%/zstd.c %D%/zstd.h \
	%D%/pipe.c %D%/pipe.h \
	%D%/process.c %D%/process.h \
	%D%/process_id.c %D%/process_id.h \
	%D%/replace_file.c %D%/replace_file.h \
	%D%/read_file.c %D%/read_file.h \
	%D%/seal.c %D%/seal.h \
	%D%/settings.c %D%/settings.h \
	%D%/settings_help.c \
	%D%/settings_table.c \
	%D%/string_list.c %D%/string_list.h \
	%D%/parse_value.c %D%/parse_value.h \
	%D%/varint.h
libcommon_a_CPPFLAGS = $(AM_CPPFLAGS) $(ZSTD_CFLAGS) $(SODIUM_CFLAGS)
