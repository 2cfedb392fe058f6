extern int shared;
int other = 10;
int table[4] = {1, 2, 3, 4};
int hidden = 40;
struct point { int x, y; } origin = {1, 2};
extern int (*callback)(int);

int bump(int by) {
    shared += by;
    other *= 2;
    table[2] += other;
    return callback ? callback(shared) : 0;
}

const char *label(void) { return "from b"; }
