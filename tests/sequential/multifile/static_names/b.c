static int counter = 10;
static int step(void) { return counter += 5; }
static const char name[] = "second";
static struct state { int values[4]; } state = {{1, 2, 3, 4}};
typedef char number;
enum { LIMIT = 2 };

int run(void) {
    for (int i = 0; i < LIMIT; i++) step();
    return counter + state.values[3] + (int)sizeof(number);
}

const char *second_name(void) { return name; }
