# what studies/ adds to the tarball
EXTRA_DIST += %D%/README.md %D%/study.sh %D%/study.lua %D%/figures.lua \
	%D%/chart.lua \
	%D%/adaptation.sh \
	%D%/adaptation_charts.lua %D%/spread_evenly.lua \
	%D%/adaptation/figures.csv %D%/adaptation/components-saved.svg \
	%D%/adaptation/components.svg %D%/adaptation/cost.svg \
	%D%/adaptation/expansion.svg %D%/adaptation/fresh.svg \
	%D%/adaptation/gradual.svg %D%/adaptation/granularity.svg \
	%D%/adaptation/loaded.svg %D%/adaptation/overhead.svg \
	%D%/adaptation/saved.svg %D%/adaptation/slow.svg \
	%D%/changes.sh %D%/changes_charts.lua %D%/changes_steps.lua \
	%D%/restartable.c \
	%D%/changes/figures.csv %D%/changes/bytes.svg %D%/changes/gain.svg \
	%D%/changes/many-memory.svg %D%/changes/many-open.svg \
	%D%/changes/restart.svg \
	%D%/prediction.sh %D%/prediction_charts.lua \
	%D%/prediction/figures.csv %D%/prediction/efficiency.csv \
	%D%/prediction/errors.svg %D%/prediction/runs.svg \
	%D%/prediction/efficiency.svg \
	%D%/workloads.lua %D%/workloads_applications.lua \
	%D%/workloads_slurm.sh %D%/workloads_slurm.lua %D%/step_sleep.c \
	%D%/workloads_slurm/figures.csv %D%/workloads_slurm/speedup.svg \
	%D%/workloads_slurm/time.svg %D%/workloads_slurm/allocation.svg \
	%D%/workloads/applications-equal.json \
	%D%/workloads/applications-long-nbody.json \
	%D%/workloads/figures.csv %D%/workloads/allocation.svg \
	%D%/workloads/completion.svg %D%/workloads/energy.svg \
	%D%/workloads/evolution.svg %D%/workloads/execution.svg \
	%D%/workloads/mixes-equal.svg %D%/workloads/mixes-long-nbody.svg \
	%D%/workloads/speedup.svg
