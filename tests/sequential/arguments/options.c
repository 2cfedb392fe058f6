// args: -v -n 12 --name=test file1 -- -x
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    int verbose = 0, n = 0, files = 0, rest = 0;
    const char *name = "none";
    for (char **a = argv + 1; *a; a++) {
        if (rest || **a != '-') printf("file %s\n", *a), files++;
        else if (!strcmp(*a, "--")) rest = 1;
        else if (!strcmp(*a, "-v")) verbose++;
        else if (!strcmp(*a, "-n")) n = atoi(*++a);
        else if (!strncmp(*a, "--name=", 7)) name = *a + 7;
        else return 1;
    }
    printf("%d %d %s %d\n", verbose, n, name, files);
    return n + files;
}
