#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[256];

static void build(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[i] = c;
    }
}
static uint32_t crc(const void *data, size_t n) {
    uint32_t c = ~0u;
    for (const uint8_t *p = data; n--; p++) c = table[(c ^ *p) & 255] ^ c >> 8;
    return ~c;
}
static uint16_t fletcher(const uint8_t *p, size_t n) {
    uint16_t a = 0, b = 0;
    while (n--) a = (a + *p++) % 255, b = (b + a) % 255;
    return b << 8 | a;
}
static uint32_t adler(const uint8_t *p, size_t n) {
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < n; i++) a = (a + p[i]) % 65521, b = (b + a) % 65521;
    return b << 16 | a;
}

int main(void) {
    build();
    const char *texts[] = {"", "a", "123456789", "The quick brown fox jumps over the lazy dog"};
    for (int i = 0; i < 4; i++) {
        const uint8_t *t = (const uint8_t *)texts[i];
        size_t n = strlen(texts[i]);
        printf("%08x %04x %08x\n", crc(t, n), fletcher(t, n), adler(t, n));
    }
    return crc("123456789", 9) & 0x7f;
}
