// Other names of functions and objects, known here before the file that makes them.
#include <stdio.h>

int other(int x);
int hook(void);
int early(void);
extern int again;

int main(void) {
    printf("%d %d %d %d\n", other(2), hook(), early(), again);
    again = 7;
    extern int value;
    printf("%d %d\n", value, &again == &value);
    return 0;
}
