// Parts of paths, the name of the system, its load.
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

int main(void) {
    static const char *paths[] = {"/usr/lib", "/usr/", "usr", "/", ".", "..", "", "//a//b//", "a/b/c/", "/a"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char a[32], b[32];
        strcpy(a, paths[i]);
        strcpy(b, paths[i]);
        printf("%s: %s", paths[i], dirname(a));
        printf(" %s\n", basename(b));
    }
    struct utsname name;
    int failed = uname(&name);
    printf("%d %d\n", failed, name.sysname[0] != 0);
    double loads[3];
    printf("%d\n", getloadavg(loads, 2));
    return 0;
}
