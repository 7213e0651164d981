# the shipped policies; not installed, the command looks for them beside it
policydir = $(pkgdatadir)/lua
dist_policy_DATA = \
	%D%/application-topology.lua \
	%D%/efficiency.lua \
	%D%/gradual.lua \
	%D%/granularity.lua \
	%D%/hierarchical.lua \
	%D%/network-topology.lua \
	%D%/random-stealing.lua \
	%D%/rebalance-speed.lua \
	%D%/script.lua \
	%D%/smooth.lua \
	%D%/steal-network.lua \
	%D%/steal-random.lua \
	%D%/steal-topology.lua \
	%D%/threshold.lua \
	%D%/throughput.lua

all-local: policies-beside
policies-beside:
	@test -e lua/threshold.lua || $(LN_S) $(abs_top_srcdir)/lua lua
distclean-local:
	@test ! -L lua || rm lua
.PHONY: policies-beside
