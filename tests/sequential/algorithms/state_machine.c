#include <stdio.h>

enum state { IDLE, DIALING, TALKING, BUSY, STATES };
enum event { LIFT, DIAL, ANSWER, ENGAGED, HANG, EVENTS };
typedef void action(int *cost);
static void charge(int *c) { *c += 10; }
static void beep(int *c) { printf("beep "); }
static struct { enum state to; action *act; } machine[STATES][EVENTS] = {
    [IDLE][LIFT] = {DIALING},
    [DIALING] = {[DIAL] = {DIALING, beep}, [ANSWER] = {TALKING, charge}, [ENGAGED] = {BUSY, beep}},
    [TALKING][DIAL] = {TALKING, charge},
    [BUSY][LIFT] = {BUSY, beep},
};
static const char *const names[] = {"idle", "dialing", "talking", "busy"};

static int balanced(const char *s) {
    char stack[16];
    int n = 0;
    for (; *s; s++) switch (*s) {
        case '(': case '[': case '{': stack[n++] = *s; break;
        case ')': if (!n || stack[--n] != '(') return 0; break;
        case ']': if (!n || stack[--n] != '[') return 0; break;
        case '}': if (!n || stack[--n] != '{') return 0; break;
    }
    return n == 0;
}

int main(void) {
    enum event script[] = {LIFT, DIAL, DIAL, ANSWER, DIAL, HANG, LIFT, ENGAGED, LIFT, HANG};
    enum state s = IDLE;
    int cost = 0;
    for (int i = 0; i < sizeof script / sizeof *script; i++) {
        action *act = machine[s][script[i]].act;
        enum state to = machine[s][script[i]].to;
        if (act) act(&cost);
        printf("%s->%s\n", names[s], names[to]);
        s = to;
    }
    printf("%d %d %d\n", balanced("{[()]}()"), balanced("([)]"), balanced("(("));
    return cost + s;
}
