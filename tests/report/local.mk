# unit tests of report/
