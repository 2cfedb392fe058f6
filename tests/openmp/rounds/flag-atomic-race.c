// An atomic write tells whether something has changed; pairs of neighbours overlap.
#include <stdbool.h>

int a[24];

int main(void)
{
    int changed = 1;
    for (int i = 0; i < 24; i++)
        a[i] = 24 - i;
    while (changed) {
        changed = 0;
        for (int start = 0; start < 2; start++)
#pragma omp parallel for
            for (int i = start; i < 23; i += 1)
                if (a[i] > a[i + 1]) {  //~ RACE
                    int old = a[i];  //~ RACE
                    a[i] = a[i + 1];  //~ RACE
                    a[i + 1] = old;  //~ RACE
#pragma omp atomic write
                    changed = 1;
                }
    }
    return a[0];
}
