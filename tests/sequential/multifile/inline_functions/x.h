#ifndef X_H
#define X_H
inline int square(int x) { return x * x; }
static inline int clamp(int x) { return x < 0 ? 0 : x > 99 ? 99 : x; }
static inline int next_id(void) {
    static int id;
    return ++id;
}
int next_id_of_b(void);
#endif
