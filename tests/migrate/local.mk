# unit tests of migrate/
migrate_tests = \
	tests/migrate/fuzzed.t \
	tests/migrate/layout/digest.t \
	tests/migrate/layout/division.t \
	tests/migrate/layout/manifest.t \
	tests/migrate/layout/manifests_agree.t \
	tests/migrate/layout/owned_rows.t \
	tests/migrate/layout/plan.t \
	tests/migrate/layout/row_sum.t \
	tests/migrate/rebuild.t \
	tests/migrate/transfer/byte_ranges.t \
	tests/migrate/transfer/byte_shuffle.t \
	tests/migrate/transfer/compress.t \
	tests/migrate/transfer/compress_check.t \
	tests/migrate/transfer/compress_choice.t \
	tests/migrate/transfer/fetch_connection.t \
	tests/migrate/transfer/fetch_local.t \
	tests/migrate/transfer/fetch_queue.t \
	tests/migrate/transfer/fetch_remote.t \
	tests/migrate/transfer/manifest_file.t \
	tests/migrate/transfer/state_file.t
$(migrate_tests): LDADD = $(base_libs)
$(migrate_tests): $(filter %.a,$(base_libs))
unit_tests += $(migrate_tests)

migrate_world = %D%/world.c %D%/world.h %D%/rows.c
tests_migrate_layout_plan_t_SOURCES = %D%/layout/plan.c %D%/weighted.h $(migrate_world)
tests_migrate_layout_digest_t_SOURCES = %D%/layout/digest.c $(migrate_world)
tests_migrate_layout_manifest_t_SOURCES = %D%/layout/manifest.c $(migrate_world)
tests_migrate_layout_division_t_SOURCES = %D%/layout/division.c %D%/weighted.h
tests_migrate_layout_row_sum_t_SOURCES = %D%/layout/row_sum.c $(migrate_world)
tests_migrate_layout_owned_rows_t_SOURCES = %D%/layout/owned_rows.c $(migrate_world)
tests_migrate_rebuild_t_SOURCES = %D%/rebuild.c $(migrate_world)
tests_migrate_transfer_fetch_local_t_SOURCES = %D%/transfer/fetch_local.c tests/programs/forbid.h
tests_migrate_transfer_state_file_t_SOURCES = %D%/transfer/state_file.c tests/programs/forbid.h

# what tests/wire.pl talks to
check_PROGRAMS += tests/migrate/server
tests_migrate_server_SOURCES = %D%/server.c
tests_migrate_server_LDADD = $(base_libs)
tests_migrate_fuzzed_t_SOURCES = tests/fuzzed.c %D%/fuzz.c tests/fuzz.h
