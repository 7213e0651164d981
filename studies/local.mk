# what studies/ adds to the tarball
EXTRA_DIST += %D%/README.md %D%/chart.lua %D%/workloads.lua \
	%D%/workloads_applications.lua \
	%D%/workloads/applications-equal.json \
	%D%/workloads/applications-long-nbody.json \
	%D%/workloads/figures.csv %D%/workloads/allocation.svg \
	%D%/workloads/completion.svg %D%/workloads/energy.svg \
	%D%/workloads/evolution.svg %D%/workloads/execution.svg \
	%D%/workloads/mixes-equal.svg %D%/workloads/mixes-long-nbody.svg \
	%D%/workloads/speedup.svg
