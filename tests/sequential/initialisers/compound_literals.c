#include <stdio.h>
#include <string.h>

struct p { int x, y; };
static int sum(const int *v, int n) { return n ? *v + sum(v + 1, n - 1) : 0; }
static int norm(struct p p) { return p.x * p.x + p.y * p.y; }
static struct p *global = &(struct p){3, 4};
static int *numbers = (int[]){5, 6, 7};

int main(void) {
    printf("%d\n", sum((int[]){1, 2, 3, 4}, 4));
    printf("%d\n", norm((struct p){.y = 2, .x = 1}));
    printf("%d %d\n", norm(*global), numbers[2]);
    global->x = 30;
    printf("%d\n", norm(*global));
    struct p *q = &(struct p){5, 6};
    q->x++;
    printf("%d\n", norm(*q));
    char *s = (char[]){"writable"};
    s[0] = 'W';
    printf("%s %zu\n", s, sizeof((char[]){"four"}));
    printf("%d\n", (int[]){10, 20, 30}[1]);
    printf("%d\n", ((struct p){7, 8}).y);
    int total = 0;
    for (int i = 0; i < 3; i++) {
        int *v = (int[2]){i};
        v[1] += i;
        total += v[0] + v[1];
    }
    printf("%d\n", total);
    (int){3}++;
    const char **names = (const char *[]){"x", "yy", "zzz", NULL};
    size_t letters = 0;
    while (*names) letters += strlen(*names++);
    return (int)letters + *&(int){10};
}
