// std: gnu2x
#include <stdio.h>

[[nodiscard]] static int important(void) { return 7; }
[[maybe_unused]] static int spare(void) { return 8; }
[[noreturn]] void stop(int);
struct [[deprecated("old")]] old { int a [[maybe_unused]]; };
enum e { A [[deprecated]] = 1, B };
[[gnu::const]] static int square([[maybe_unused]] int unused, int x) { return x * x; }

static int fall(int n) {
    int r = 0;
    switch (n) {
    case 1: r++; [[fallthrough]];
    case 2: r += 10; break;
    default: r = 100;
    }
    return r;
}

int main(void) {
    [[maybe_unused]] int x = 1;
    int y [[gnu::aligned(16)]] = 2;
    printf("%d %d %d\n", important(), square(0, 5), fall(1));
    [[vendor::unknown(1, "x")]] printf("%d\n", fall(2));
    for ([[maybe_unused]] int i = 0; i < 2; i++) y++;
    return fall(3) + y + B;
}
