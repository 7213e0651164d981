# unit tests of profile/
