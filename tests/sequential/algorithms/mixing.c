// A digest in the manner of SHA-2: rotations, additions modulo 2^32, a message schedule.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define ROTR(x, n) ((x) >> (n) | (x) << (32 - (n)))

static uint32_t constant(int i) { return 0x9e3779b9u * (i + 1) ^ 0x7f4a7c15u >> i % 32; }

static void compress(uint32_t h[8], const uint8_t block[64]) {
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | block[4 * i + 1] << 16 | block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (ROTR(a, 7) ^ ROTR(a, 18) ^ a >> 3) + w[i - 7] + (ROTR(b, 17) ^ ROTR(b, 19) ^ b >> 10);
    }
    memcpy(s, h, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t e = s[4], a = s[0];
        uint32_t t1 = s[7] + (ROTR(e, 6) ^ ROTR(e, 11) ^ ROTR(e, 25)) + ((e & s[5]) ^ (~e & s[6])) + constant(i) + w[i];
        uint32_t t2 = (ROTR(a, 2) ^ ROTR(a, 13) ^ ROTR(a, 22)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) h[i] += s[i];
}

static uint32_t digest(const char *text) {
    uint32_t h[8];
    size_t n = strlen(text);
    for (int i = 0; i < 8; i++) h[i] = constant(i + 100);
    uint8_t block[64] = {0};
    memcpy(block, text, n < 55 ? n : 55);
    block[n < 55 ? n : 55] = 0x80;
    block[63] = n * 8;
    compress(h, block);
    for (int i = 0; i < 8; i++) printf("%08x", h[i]);
    printf("\n");
    return h[0];
}

int main(void) {
    uint32_t r = digest("") ^ 0;
    r ^= digest("abc");
    r ^= digest("abd");
    return r % 126;
}
