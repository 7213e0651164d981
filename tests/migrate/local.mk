# unit tests of migrate/
migrate_libs = migrate/libmigrate.la base/libbase.la tests/libtap.la
migrate_world = %D%/world.c %D%/world.h %D%/rows.c

unit_tests += tests/migrate/plan.t
tests_migrate_plan_t_SOURCES = %D%/plan.c $(migrate_world)
tests_migrate_plan_t_LDADD = $(migrate_libs)
