# unit tests of base/
base_libs = $(common) tests/libtap.a

unit_tests += tests/base/bytes.t
tests_base_bytes_t_SOURCES = %D%/bytes.c
tests_base_bytes_t_LDADD = $(base_libs)

unit_tests += tests/base/clock.t
tests_base_clock_t_SOURCES = %D%/clock.c
tests_base_clock_t_LDADD = $(base_libs)

unit_tests += tests/base/emit.t
tests_base_emit_t_SOURCES = %D%/emit.c
tests_base_emit_t_LDADD = $(report_and_below) tests/libtap.a

unit_tests += tests/base/escape.t
tests_base_escape_t_SOURCES = %D%/escape.c
tests_base_escape_t_LDADD = $(base_libs)

unit_tests += tests/base/file_write.t
tests_base_file_write_t_SOURCES = %D%/file_write.c
tests_base_file_write_t_LDADD = $(base_libs)

unit_tests += tests/base/grow.t
tests_base_grow_t_SOURCES = %D%/grow.c
tests_base_grow_t_LDADD = $(base_libs)

unit_tests += tests/base/host.t
tests_base_host_t_SOURCES = %D%/host.c
tests_base_host_t_LDADD = $(base_libs)

unit_tests += tests/base/suggest_name.t
tests_base_suggest_name_t_SOURCES = %D%/suggest_name.c
tests_base_suggest_name_t_LDADD = $(base_libs)

unit_tests += tests/base/zstd.t
tests_base_zstd_t_SOURCES = %D%/zstd.c
tests_base_zstd_t_LDADD = $(base_libs)

unit_tests += tests/base/pipe.t
tests_base_pipe_t_SOURCES = %D%/pipe.c
tests_base_pipe_t_LDADD = $(base_libs)

unit_tests += tests/base/process.t
tests_base_process_t_SOURCES = %D%/process.c
tests_base_process_t_LDADD = $(base_libs)

unit_tests += tests/base/process_id.t
tests_base_process_id_t_SOURCES = %D%/process_id.c
tests_base_process_id_t_LDADD = $(base_libs)

unit_tests += tests/base/seal.t
tests_base_seal_t_SOURCES = %D%/seal.c
tests_base_seal_t_LDADD = $(base_libs)

unit_tests += tests/base/settings.t
tests_base_settings_t_SOURCES = %D%/settings.c
tests_base_settings_t_LDADD = $(base_libs)

unit_tests += tests/base/string_list.t
tests_base_string_list_t_SOURCES = %D%/string_list.c
tests_base_string_list_t_LDADD = $(base_libs)

unit_tests += tests/base/parse_value.t
tests_base_parse_value_t_SOURCES = %D%/parse_value.c
tests_base_parse_value_t_LDADD = $(base_libs)

unit_tests += tests/base/memory_left.t
tests_base_memory_left_t_SOURCES = %D%/memory_left.c
tests_base_memory_left_t_LDADD = $(base_libs)

unit_tests += tests/base/replace_file.t
tests_base_replace_file_t_SOURCES = %D%/replace_file.c
tests_base_replace_file_t_LDADD = $(base_libs)

unit_tests += tests/base/memory_reserve.t
tests_base_memory_reserve_t_SOURCES = %D%/memory_reserve.c
tests_base_memory_reserve_t_LDADD = $(migrate_libs)

unit_tests += tests/base/varint.t
tests_base_varint_t_SOURCES = %D%/varint.c
tests_base_varint_t_LDADD = $(base_libs)
