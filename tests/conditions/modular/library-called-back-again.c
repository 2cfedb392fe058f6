// library: called back again
#include "../threads.h"

static int a[3];
THREAD(use, x++;)
static int compare(const void *one, const void *other) { (void)one; (void)other; START(t, use) return 0; }
MAIN(PICK(qsort(a, 3, sizeof *a, compare);, compare(a, a);))
