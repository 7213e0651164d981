# unit tests of migrate/
migrate_libs = migrate/libmigrate.la base/libbase.la tests/libtap.la
migrate_world = %D%/world.c %D%/world.h %D%/rows.c

unit_tests += tests/migrate/plan.t
tests_migrate_plan_t_SOURCES = %D%/plan.c $(migrate_world)
tests_migrate_plan_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/digest.t
tests_migrate_digest_t_SOURCES = %D%/digest.c $(migrate_world)
tests_migrate_digest_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/manifest.t
tests_migrate_manifest_t_SOURCES = %D%/manifest.c $(migrate_world)
tests_migrate_manifest_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/agree.t
tests_migrate_agree_t_SOURCES = %D%/agree.c
tests_migrate_agree_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/shares.t
tests_migrate_shares_t_SOURCES = %D%/shares.c
tests_migrate_shares_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/holding.t
tests_migrate_holding_t_SOURCES = %D%/holding.c $(migrate_world)
tests_migrate_holding_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/rebuild.t
tests_migrate_rebuild_t_SOURCES = %D%/rebuild.c $(migrate_world)
tests_migrate_rebuild_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/memory.t
tests_migrate_memory_t_SOURCES = %D%/memory.c
tests_migrate_memory_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/pull.t
tests_migrate_pull_t_SOURCES = %D%/pull.c
tests_migrate_pull_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/share.t
tests_migrate_share_t_SOURCES = %D%/share.c tests/programs/forbid.h
tests_migrate_share_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/control.t
tests_migrate_control_t_SOURCES = %D%/control.c
tests_migrate_control_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/wire.t
tests_migrate_wire_t_SOURCES = %D%/wire.c
tests_migrate_wire_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/change.t
tests_migrate_change_t_SOURCES = %D%/change.c
tests_migrate_change_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/notice.t
tests_migrate_notice_t_SOURCES = %D%/notice.c
tests_migrate_notice_t_LDADD = $(migrate_libs)
