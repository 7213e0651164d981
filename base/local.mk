libcommon_a_SOURCES += \
	%D%/append_text.c %D%/append_text.h \
	%D%/bytes.c %D%/bytes.h \
	%D%/checksum.h \
	%D%/error.c %D%/error.h \
	%D%/escape.c %D%/escape.h \
	%D%/file_write.c %D%/file_write.h \
	%D%/grow.c %D%/grow.h \
	%D%/little_endian.h \
	%D%/parse_value.c %D%/parse_value.h \
	%D%/pipe.c %D%/pipe.h \
	%D%/print_words.c %D%/print_words.h \
	%D%/read_file.c %D%/read_file.h \
	%D%/replace_file.c %D%/replace_file.h \
	%D%/seal.c %D%/seal.h \
	%D%/settings.c %D%/settings.h \
	%D%/settings_help.c \
	%D%/settings_table.c \
	%D%/string_list.c %D%/string_list.h \
	%D%/suggest_name.c %D%/suggest_name.h \
	%D%/system/clock.c %D%/system/clock.h \
	%D%/system/host.c %D%/system/host.h \
	%D%/system/masked_thread.c %D%/system/masked_thread.h \
	%D%/system/memory_left.c %D%/system/memory_left.h \
	%D%/system/memory_reserve.c %D%/system/memory_reserve.h \
	%D%/system/process.c %D%/system/process.h \
	%D%/system/process_id.c %D%/system/process_id.h \
	%D%/system/usable_cores.c %D%/system/usable_cores.h \
	%D%/varint.h \
	%D%/zstd.c %D%/zstd.h
libcommon_a_CPPFLAGS = $(AM_CPPFLAGS) $(ZSTD_CFLAGS) $(SODIUM_CFLAGS)
