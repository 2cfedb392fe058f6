#include <stdio.h>

struct point { int x, y; };
struct rect { struct point min, max; };
struct scene { struct rect rects[3]; struct { int count; struct point origin; } meta; };

static struct point add(struct point a, struct point b) { return (struct point){a.x + b.x, a.y + b.y}; }
static int area(const struct rect *r) { return (r->max.x - r->min.x) * (r->max.y - r->min.y); }
static struct rect move(struct rect r, struct point d) {
    r.min = add(r.min, d);
    r.max = add(r.max, d);
    return r;
}

int main(void) {
    struct scene s = {{{{0, 0}, {2, 3}}, {{1, 1}, {5, 5}}}, {2, {10, 20}}};
    s.rects[2] = move(s.rects[1], s.meta.origin);
    s.meta.count++;
    for (int i = 0; i < s.meta.count; i++) {
        struct rect *r = s.rects + i;
        printf("(%d,%d)-(%d,%d) %d\n", r->min.x, r->min.y, r->max.x, r->max.y, area(r));
    }
    struct scene copy = s;
    copy.rects[0].max.y = 100;
    printf("%d %d\n", area(&s.rects[0]), area(&copy.rects[0]));
    struct point *p = &copy.rects[1].max;
    p->x = (*p).y * 2;
    printf("%d %zu\n", copy.rects[1].max.x, sizeof s);
    copy.rects[0] = copy.rects[1] = copy.rects[2];
    printf("%d\n", copy.rects[0].min.y);
    return area(&copy.rects[0]);
}
