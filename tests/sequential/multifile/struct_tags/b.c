struct local { long a[3]; };
struct vec { double x, y; };
union word { int i; float f; };
enum mode { OFF, ON = 4 };

struct vec scale(struct vec v, double k) {
    v.x *= k;
    v.y *= k;
    return v;
}
union word flip(union word w) {
    w.i ^= 0x80000000;
    return w;
}
int mode_of(enum mode m) { return m == ON ? 10 + ON : 10; }
int local_size(void) { return sizeof(struct local); }
