#include <stdio.h>
#include <string.h>

enum { H = 8, W = 12 };
typedef char board[H][W + 1];

static int neighbours(board b, int y, int x) {
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dy || dx) n += b[(y + dy + H) % H][(x + dx + W) % W] == '#';
    return n;
}
static int step(board b) {
    board next;
    memcpy(next, b, sizeof next);
    int alive = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int n = neighbours(b, y, x);
            next[y][x] = n == 3 || (n == 2 && b[y][x] == '#') ? '#' : '.';
            alive += next[y][x] == '#';
        }
    memcpy(b, next, sizeof next);
    return alive;
}

int main(void) {
    board b = {
        ".#..........",
        "..#......##.",
        "###......##.",
        "............",
        "....###.....",
        "............",
        "............",
        "............",
    };
    int alive = 0;
    for (int g = 0; g < 12; g++) alive = step(b);
    for (int y = 0; y < H; y++) puts(b[y]);
    return alive;
}
