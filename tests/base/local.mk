# unit tests of base/
base_tests = \
	tests/base/append_text.t \
	tests/base/bytes.t \
	tests/base/escape.t \
	tests/base/file_write.t \
	tests/base/grow.t \
	tests/base/parse_value.t \
	tests/base/pipe.t \
	tests/base/read_file.t \
	tests/base/replace_file.t \
	tests/base/seal.t \
	tests/base/settings.t \
	tests/base/string_list.t \
	tests/base/suggest_name.t \
	tests/base/system/clock.t \
	tests/base/system/host.t \
	tests/base/system/masked_thread.t \
	tests/base/system/memory_left.t \
	tests/base/system/memory_reserve.t \
	tests/base/system/process.t \
	tests/base/system/process_id.t \
	tests/base/system/usable_cores.t \
	tests/base/varint.t \
	tests/base/zstd.t
$(base_tests): LDADD = $(base_libs)
$(base_tests): $(filter %.a,$(base_libs))
unit_tests += $(base_tests)

unit_tests += tests/base/emit.t
tests_base_emit_t_LDADD = $(report_and_below) tests/libtap.a
