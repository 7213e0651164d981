# unit tests of command/
