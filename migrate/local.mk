noinst_LTLIBRARIES += migrate/libmigrate.la
migrate_libmigrate_la_SOURCES = \
	%D%/wire.c \
	%D%/wire.h \
	%D%/pull.c \
	%D%/pull.h \
	%D%/memory.c \
	%D%/memory.h \
	%D%/notice.c \
	%D%/notice.h \
	%D%/control.c \
	%D%/control.h \
	%D%/change.c \
	%D%/change.h \
	%D%/agree.c \
	%D%/agree.h \
	%D%/box.c \
	%D%/box.h \
	%D%/digest.c \
	%D%/digest.h \
	%D%/holding.c \
	%D%/holding.h \
	%D%/item.c \
	%D%/item.h \
	%D%/manifest.c \
	%D%/manifest.h \
	%D%/manifest_bytes.c \
	%D%/measure.c \
	%D%/plan.c \
	%D%/plan.h \
	%D%/plan_cyclic.c \
	%D%/plan_grid.c \
	%D%/plan_rebuild.c \
	%D%/request.c \
	%D%/request.h \
	%D%/run.h \
	%D%/shares.c \
	%D%/shares.h
