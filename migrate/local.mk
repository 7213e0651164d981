libcommon_a_SOURCES += \
	%D%/layout/manifests_agree.c %D%/layout/manifests_agree.h \
	%D%/layout/box.c %D%/layout/box.h \
	%D%/layout/box_overlap.c %D%/layout/box_overlap.h \
	%D%/layout/digest.c %D%/layout/digest.h \
	%D%/layout/division.c %D%/layout/division.h \
	%D%/layout/item.c %D%/layout/item.h \
	%D%/layout/lineage.c %D%/layout/lineage.h \
	%D%/layout/manifest.c %D%/layout/manifest.h \
	%D%/layout/manifest_format.c \
	%D%/layout/owned_rows.c %D%/layout/owned_rows.h \
	%D%/layout/row_sum.c %D%/layout/row_sum.h \
	%D%/layout/plan.c %D%/layout/plan.h \
	%D%/layout/plan_cyclic.c \
	%D%/layout/plan_grid.c \
	%D%/layout/plan_offsets.c \
	%D%/layout/plan_shared.c \
	%D%/layout/ragged.c \
	%D%/layout/stride.h \
	%D%/transfer/byte_ranges.c %D%/transfer/byte_ranges.h \
	%D%/transfer/byte_shuffle.c %D%/transfer/byte_shuffle.h \
	%D%/transfer/compress.c %D%/transfer/compress.h \
	%D%/transfer/compress_check.c %D%/transfer/compress_check.h \
	%D%/transfer/compress_choice.c %D%/transfer/compress_choice.h \
	%D%/transfer/fetch.c %D%/transfer/fetch.h \
	%D%/transfer/fetch_connection.c %D%/transfer/fetch_connection.h \
	%D%/transfer/fetch_local.c %D%/transfer/fetch_local.h \
	%D%/transfer/fetch_part.c %D%/transfer/fetch_part.h \
	%D%/transfer/fetch_queue.c %D%/transfer/fetch_queue.h \
	%D%/transfer/fetch_remote.c %D%/transfer/fetch_remote.h \
	%D%/transfer/fetch_remote_options.h \
	%D%/transfer/fetch_source.c %D%/transfer/fetch_source.h \
	%D%/transfer/manifest_file.c %D%/transfer/manifest_file.h \
	%D%/transfer/serve.c %D%/transfer/serve.h \
	%D%/transfer/serve_client.c %D%/transfer/serve_client.h \
	%D%/transfer/serve_client_read.c \
	%D%/transfer/serve_client_write.c \
	%D%/transfer/state_file.c %D%/transfer/state_file.h
