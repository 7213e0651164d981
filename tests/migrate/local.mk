# unit tests of migrate/
migrate_libs = $(common) tests/libtap.a
migrate_world = %D%/world.c %D%/world.h %D%/rows.c

unit_tests += tests/migrate/layout/plan.t
tests_migrate_layout_plan_t_SOURCES = %D%/layout/plan.c %D%/weighted.h $(migrate_world)
tests_migrate_layout_plan_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/layout/digest.t
tests_migrate_layout_digest_t_SOURCES = %D%/layout/digest.c $(migrate_world)
tests_migrate_layout_digest_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/layout/manifest.t
tests_migrate_layout_manifest_t_SOURCES = %D%/layout/manifest.c $(migrate_world)
tests_migrate_layout_manifest_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/layout/manifests_agree.t
tests_migrate_layout_manifests_agree_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/layout/division.t
tests_migrate_layout_division_t_SOURCES = %D%/layout/division.c %D%/weighted.h
tests_migrate_layout_division_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/layout/row_sum.t
tests_migrate_layout_row_sum_t_SOURCES = %D%/layout/row_sum.c $(migrate_world)
tests_migrate_layout_row_sum_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/layout/owned_rows.t
tests_migrate_layout_owned_rows_t_SOURCES = %D%/layout/owned_rows.c $(migrate_world)
tests_migrate_layout_owned_rows_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/rebuild.t
tests_migrate_rebuild_t_SOURCES = %D%/rebuild.c $(migrate_world)
tests_migrate_rebuild_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/transfer/fetch_local.t
tests_migrate_transfer_fetch_local_t_SOURCES = %D%/transfer/fetch_local.c tests/programs/forbid.h
tests_migrate_transfer_fetch_local_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/transfer/state_file.t
tests_migrate_transfer_state_file_t_SOURCES = %D%/transfer/state_file.c tests/programs/forbid.h
tests_migrate_transfer_state_file_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/transfer/manifest_file.t
tests_migrate_transfer_manifest_file_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/transfer/byte_shuffle.t
tests_migrate_transfer_byte_shuffle_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/transfer/compress_choice.t
tests_migrate_transfer_compress_choice_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/transfer/compress.t
tests_migrate_transfer_compress_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/transfer/byte_ranges.t
tests_migrate_transfer_byte_ranges_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/transfer/fetch_remote.t
tests_migrate_transfer_fetch_remote_t_LDADD = $(migrate_libs)

# what tests/wire.pl talks to
check_PROGRAMS += tests/migrate/server
tests_migrate_server_SOURCES = %D%/server.c
tests_migrate_server_LDADD = $(migrate_libs)

unit_tests += tests/migrate/transfer/fetch_connection.t
tests_migrate_transfer_fetch_connection_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/fuzzed.t
tests_migrate_fuzzed_t_SOURCES = tests/fuzzed.c %D%/fuzz.c tests/fuzz.h
tests_migrate_fuzzed_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/transfer/compress_check.t
tests_migrate_transfer_compress_check_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/transfer/fetch_queue.t
tests_migrate_transfer_fetch_queue_t_LDADD = $(migrate_libs)
