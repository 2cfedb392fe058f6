#include <stdint.h>
#include <stdio.h>

union reg {
    uint32_t raw;
    struct { uint32_t opcode : 6, rs : 5, rt : 5, imm : 16; };
    struct { uint32_t : 26; uint32_t high : 6; } top;
    uint8_t bytes[4];
};

union single { int v : 5; char c; };

int main(void) {
    union reg r = {.raw = 0};
    r.opcode = 0x23;
    r.rs = 17;
    r.rt = 4;
    r.imm = 0xbeef;
    printf("%08x\n", r.raw);
    r.raw = 0xcafebabe;
    printf("%x %x %x %x %x\n", r.opcode, r.rs, r.rt, r.imm, r.top.high);
    for (int i = 0; i < 4; i++) printf("%02x ", r.bytes[i]);
    printf("\n");
    r.top.high = 1;
    printf("%08x\n", r.raw);
    union single s = {-3};
    printf("%d %zu %zu\n", s.v, sizeof s, sizeof(union reg));
    return r.rs;
}
