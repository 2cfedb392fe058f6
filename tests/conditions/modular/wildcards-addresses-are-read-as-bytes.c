// wildcards: addresses are read as bytes
#include "../threads.h"

static int *g = PICK(&x, &data);
THREAD(first, FILE *file = tmpfile(); int *p; if (!file) return given; fwrite(&g, 8, 1, file); rewind(file); fread(&p, 8, 1, file); *p = 1;)
THREAD(second, x = 2;)
TWO(first, second)
