int early(void) { return 3; }
