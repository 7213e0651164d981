# the shipped policies, protocols and profiles; not installed, the command looks
# for them beside it
policydir = $(pkgdatadir)
nobase_dist_policy_DATA = \
	%D%/policy/efficiency.lua \
	%D%/policy/gradual.lua \
	%D%/policy/granularity.lua \
	%D%/policy/rebalance-speed.lua \
	%D%/policy/script.lua \
	%D%/policy/steal-network.lua \
	%D%/policy/steal-random.lua \
	%D%/policy/steal-topology.lua \
	%D%/policy/threshold.lua \
	%D%/policy/throughput.lua \
	%D%/profile/smooth.lua \
	%D%/protocol/hierarchical.lua \
	%D%/protocol/steal-network.lua \
	%D%/protocol/steal-random.lua \
	%D%/protocol/steal-topology.lua

all-local: policies-beside
policies-beside:
	@test -e lua/policy/threshold.lua || $(LN_S) $(abs_top_srcdir)/lua lua
distclean-local:
	@test ! -L lua || rm lua
.PHONY: policies-beside
