#include <stdio.h>

int x;
int x;
extern int x;
int x = 5;
int x;
int y;
static int z;
static int z;
int array[];
struct later s;
struct later { int a, b; };
extern int fwd[3];
static int use_fwd(void) { return fwd[2]; }
int fwd[] = {1, 2, 3};
int array[4];
static int (*hook)(void);
static int (*hook)(void) = use_fwd;

int main(void) {
    printf("%d %d %d\n", x, y, z);
    z = 3;
    s.b = 4;
    array[3] = 9;
    printf("%d %d %d %zu\n", z, s.b, array[3], sizeof array);
    printf("%d %d\n", hook(), use_fwd());
    return x + z + s.b + array[3];
}
