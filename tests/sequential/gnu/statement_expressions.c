#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define SWAP(a, b) ({ typeof(a) t = a; a = b; b = t; (void)0; })
struct p { int x, y; };

static int find(const int *v, int n, int k) {
    for (int i = 0; i < n; i++)
        ({ if (v[i] == k) return i; });
    return -1;
}

int main(void) {
    int i = 3, j = 8;
    int m = MAX(i++, j++);
    printf("%d %d\n", m, i + j);
    printf("%.1f\n", MAX(1.5, 2));
    SWAP(i, j);
    printf("%d %d\n", i, j);
    int v = ({ int s = 0; for (int k = 1; k <= 4; k++) s += k; s; }) * 2;
    printf("%d\n", v);
    struct p p = ({ struct p q = {1, 2}; q.y += 5; q; });
    printf("%d %d\n", p.x, ({ struct p r = p; r; }).y);
    printf("%d %d\n", find((int[]){5, 6, 7}, 3, 7), find((int[]){5}, 1, 9));
    int loops = 0;
    while (({ loops++; loops < 6; }))
        if (({ int odd = loops & 1; odd; })) continue;
    int nested = ({ int a = ({ int b = 2; b * 3; }); a + ({ 4; }); });
    printf("%d %d\n", loops, nested);
    ({ });
    const char *s = ({ "text"; });
    return ({ int n = 0; while (s[n]) n++; n; }) + nested;
}
