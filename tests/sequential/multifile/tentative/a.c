// A tentative definition here, the initialised one there.
#include <stdio.h>

extern int total;
extern int list[3];
int zero;
void work(void);

int main(void) {
    printf("%d %d %d\n", total, list[0], zero);
    work();
    printf("%d %d %d\n", total, list[2], zero);
    return total + list[2];
}
