# unit tests of base/
base_libs = $(common) tests/libtap.a

unit_tests += tests/base/append_text.t
tests_base_append_text_t_LDADD = $(base_libs)

unit_tests += tests/base/bytes.t
tests_base_bytes_t_LDADD = $(base_libs)

unit_tests += tests/base/clock.t
tests_base_clock_t_LDADD = $(base_libs)

unit_tests += tests/base/emit.t
tests_base_emit_t_LDADD = $(report_and_below) tests/libtap.a

unit_tests += tests/base/escape.t
tests_base_escape_t_LDADD = $(base_libs)

unit_tests += tests/base/file_write.t
tests_base_file_write_t_LDADD = $(base_libs)

unit_tests += tests/base/grow.t
tests_base_grow_t_LDADD = $(base_libs)

unit_tests += tests/base/host.t
tests_base_host_t_LDADD = $(base_libs)

unit_tests += tests/base/read_file.t
tests_base_read_file_t_LDADD = $(base_libs)

unit_tests += tests/base/suggest_name.t
tests_base_suggest_name_t_LDADD = $(base_libs)

unit_tests += tests/base/zstd.t
tests_base_zstd_t_LDADD = $(base_libs)

unit_tests += tests/base/pipe.t
tests_base_pipe_t_LDADD = $(base_libs)

unit_tests += tests/base/energy.t
tests_base_energy_t_LDADD = $(base_libs) -lm

unit_tests += tests/base/process.t
tests_base_process_t_LDADD = $(base_libs)

unit_tests += tests/base/process_id.t
tests_base_process_id_t_LDADD = $(base_libs)

unit_tests += tests/base/seal.t
tests_base_seal_t_LDADD = $(base_libs)

unit_tests += tests/base/settings.t
tests_base_settings_t_LDADD = $(base_libs)

unit_tests += tests/base/string_list.t
tests_base_string_list_t_LDADD = $(base_libs)

unit_tests += tests/base/parse_value.t
tests_base_parse_value_t_LDADD = $(base_libs)

unit_tests += tests/base/memory_left.t
tests_base_memory_left_t_LDADD = $(base_libs)

unit_tests += tests/base/replace_file.t
tests_base_replace_file_t_LDADD = $(base_libs)

unit_tests += tests/base/memory_reserve.t
tests_base_memory_reserve_t_LDADD = $(migrate_libs)

unit_tests += tests/base/varint.t
tests_base_varint_t_LDADD = $(base_libs)
