# unit tests of migrate/
migrate_libs = migrate/libmigrate.la base/libbase.la tests/libtap.la
migrate_world = %D%/world.c %D%/world.h %D%/rows.c

unit_tests += tests/migrate/plan.t
tests_migrate_plan_t_SOURCES = %D%/plan.c %D%/weighted.h $(migrate_world)
tests_migrate_plan_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/digest.t
tests_migrate_digest_t_SOURCES = %D%/digest.c $(migrate_world)
tests_migrate_digest_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/manifest.t
tests_migrate_manifest_t_SOURCES = %D%/manifest.c $(migrate_world)
tests_migrate_manifest_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/mailbag.t
tests_migrate_mailbag_t_SOURCES = %D%/mailbag.c
tests_migrate_mailbag_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/agree.t
tests_migrate_agree_t_SOURCES = %D%/agree.c
tests_migrate_agree_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/shares.t
tests_migrate_shares_t_SOURCES = %D%/shares.c %D%/weighted.h
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

unit_tests += tests/migrate/claim.t
tests_migrate_claim_t_SOURCES = %D%/claim.c
tests_migrate_claim_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/control.t
tests_migrate_control_t_SOURCES = %D%/control.c
tests_migrate_control_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/wire.t
tests_migrate_wire_t_SOURCES = %D%/wire.c
tests_migrate_wire_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/script.t
tests_migrate_script_t_SOURCES = %D%/script.c
tests_migrate_script_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/change.t
tests_migrate_change_t_SOURCES = %D%/change.c
tests_migrate_change_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/notice.t
tests_migrate_notice_t_SOURCES = %D%/notice.c
tests_migrate_notice_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/shuffle.t
tests_migrate_shuffle_t_SOURCES = %D%/shuffle.c
tests_migrate_shuffle_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/choice.t
tests_migrate_choice_t_SOURCES = %D%/choice.c
tests_migrate_choice_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/squeeze.t
tests_migrate_squeeze_t_SOURCES = %D%/squeeze.c
tests_migrate_squeeze_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/frame.t
tests_migrate_frame_t_SOURCES = %D%/frame.c
tests_migrate_frame_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/drops.t
tests_migrate_drops_t_SOURCES = %D%/drops.c
tests_migrate_drops_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/greet.t
tests_migrate_greet_t_SOURCES = %D%/greet.c
tests_migrate_greet_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/secret.t
tests_migrate_secret_t_SOURCES = %D%/secret.c
tests_migrate_secret_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/want.t
tests_migrate_want_t_SOURCES = %D%/want.c
tests_migrate_want_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/link.t
tests_migrate_link_t_SOURCES = %D%/link.c
tests_migrate_link_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/ship.t
tests_migrate_ship_t_SOURCES = %D%/ship.c
tests_migrate_ship_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/gently.t
tests_migrate_gently_t_SOURCES = %D%/gently.c
tests_migrate_gently_t_LDADD = $(migrate_libs)

# what tests/wire.pl talks to
check_PROGRAMS += tests/migrate/server
tests_migrate_server_SOURCES = %D%/server.c
tests_migrate_server_LDADD = $(migrate_libs)

unit_tests += tests/migrate/visit.t
tests_migrate_visit_t_SOURCES = %D%/visit.c
tests_migrate_visit_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/fuzzed.t
tests_migrate_fuzzed_t_SOURCES = tests/fuzzed.c %D%/fuzz.c tests/fuzz.h
tests_migrate_fuzzed_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/verdict.t
tests_migrate_verdict_t_SOURCES = %D%/verdict.c
tests_migrate_verdict_t_LDADD = $(migrate_libs)

unit_tests += tests/migrate/port.t
tests_migrate_port_t_SOURCES = %D%/port.c
tests_migrate_port_t_LDADD = $(migrate_libs)
