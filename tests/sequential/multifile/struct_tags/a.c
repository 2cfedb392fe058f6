// The same tag means different types in two files; a compatible one is shared by value.
#include <stdio.h>

struct local { int a; };
struct vec { double x, y; };
union word { int i; float f; };
enum mode { OFF, ON = 4 };

struct vec scale(struct vec v, double k);
union word flip(union word w);
int mode_of(enum mode m);
int local_size(void);

int main(void) {
    struct vec v = scale((struct vec){1.5, -2}, 4);
    printf("%.1f %.1f\n", v.x, v.y);
    union word w = {.f = 1};
    w = flip(w);
    printf("%.1f\n", w.f);
    printf("%d %d\n", mode_of(ON), mode_of(OFF));
    printf("%zu %d\n", sizeof(struct local), local_size());
    return (int)v.x + local_size();
}
