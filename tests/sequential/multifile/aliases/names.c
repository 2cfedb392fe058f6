// A weak name is replaced by a definition, whether it comes before or after.
int value = 5;
extern int again __attribute__((alias("value")));

static int first(void) { return 1; }
int hook(void) __attribute__((weak, alias("first")));
int early(void) __attribute__((weak, alias("first")));

int other(int) __attribute__((alias("next")));
int next(int x) { return x + 1; }
