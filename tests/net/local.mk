# unit tests of net/
net_tests = \
	tests/net/address.t \
	tests/net/dropped_connections.t \
	tests/net/frame.t \
	tests/net/handshake.t \
	tests/net/line.t \
	tests/net/line_pair.t \
	tests/net/local_message.t \
	tests/net/loop.t \
	tests/net/packed_texts.t \
	tests/net/rate.t \
	tests/net/secret.t \
	tests/net/send_queue.t \
	tests/net/user_key.t
$(net_tests): LDADD = $(base_libs)
$(net_tests): $(filter %.a,$(base_libs))
unit_tests += $(net_tests)
