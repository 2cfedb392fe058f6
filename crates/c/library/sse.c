/* Instructions of the processor on vectors of 128 bits, and some on bits of integers, as gcc's headers call them (SSE to SSE4.2, BMI). Those that are not here, or not in avx.c, are unknown code. */

extern double ceil(double);
extern double floor(double);
extern double rint(double);
extern double sqrt(double);
extern float sqrtf(float);
extern double trunc(double);

typedef signed char i8x16 __attribute__((vector_size(16)));
typedef unsigned char u8x16 __attribute__((vector_size(16)));
typedef short i16x8 __attribute__((vector_size(16)));
typedef unsigned short u16x8 __attribute__((vector_size(16)));
typedef int i32x4 __attribute__((vector_size(16)));
typedef unsigned u32x4 __attribute__((vector_size(16)));
typedef long long i64x2 __attribute__((vector_size(16)));
typedef unsigned long long u64x2 __attribute__((vector_size(16)));
typedef float f32x4 __attribute__((vector_size(16)));
typedef double f64x2 __attribute__((vector_size(16)));

/* The nearest number in a range. */
static int clamp(int x, int least, int most) { return x < least ? least : x > most ? most : x; }

/* Whether two numbers compare as one of the 32 predicates of a vector comparison says. */
static int holds(double a, double b, int n) {
  switch (n & 15) {
    case 0: return a == b;
    case 1: return a < b;
    case 2: return a <= b;
    case 3: return a != a || b != b;
    case 4: return a != b;
    case 5: return !(a < b);
    case 6: return !(a <= b);
    case 7: return a == a && b == b;
    case 8: return a == b || a != a || b != b;
    case 9: return !(a >= b);
    case 10: return !(a > b);
    case 11: return 0;
    case 12: return a < b || a > b;
    case 13: return a >= b;
    case 14: return a > b;
    default: return 1;
  }
}

/* A number without its fraction, in one of the directions of `round…`; 4 is that of the processor, which is to the nearest. */
static double rounded(double x, int n) {
  switch (n & 7) {
    case 1: return floor(x);
    case 2: return ceil(x);
    case 3: return trunc(x);
    default: return rint(x);
  }
}

/* What a conversion gives, the least integer where the number does not fit. */
static int whole(double x) { return x > -2147483649.0 && x < 2147483648.0 ? (int)x : -2147483647 - 1; }

static long long whole_long(double x) { return x >= -0x1p63 && x < 0x1p63 ? (long long)x : -0x7fffffffffffffffLL - 1; }

/* CRC-32C of so many bits, the lowest first. */
static unsigned checked(unsigned c, unsigned long long x, int bits) {
  for (int i = 0; i < bits; i++, x >>= 1)
    c = (c ^ (unsigned)x) & 1 ? c >> 1 ^ 0x82f63b78 : c >> 1;
  return c;
}

i8x16 __builtin_ia32_paddsb128(i8x16 a, i8x16 b) { for (int i = 0; i < 16; i++) a[i] = clamp(a[i] + b[i], -128, 127); return a; }
i16x8 __builtin_ia32_paddsw128(i16x8 a, i16x8 b) { for (int i = 0; i < 8; i++) a[i] = clamp(a[i] + b[i], -32768, 32767); return a; }
u8x16 __builtin_ia32_paddusb128(u8x16 a, u8x16 b) { for (int i = 0; i < 16; i++) a[i] = clamp(a[i] + b[i], 0, 255); return a; }
u16x8 __builtin_ia32_paddusw128(u16x8 a, u16x8 b) { for (int i = 0; i < 8; i++) a[i] = clamp(a[i] + b[i], 0, 65535); return a; }
i8x16 __builtin_ia32_psubsb128(i8x16 a, i8x16 b) { for (int i = 0; i < 16; i++) a[i] = clamp(a[i] - b[i], -128, 127); return a; }
i16x8 __builtin_ia32_psubsw128(i16x8 a, i16x8 b) { for (int i = 0; i < 8; i++) a[i] = clamp(a[i] - b[i], -32768, 32767); return a; }
u8x16 __builtin_ia32_psubusb128(u8x16 a, u8x16 b) { for (int i = 0; i < 16; i++) a[i] = clamp(a[i] - b[i], 0, 255); return a; }
u16x8 __builtin_ia32_psubusw128(u16x8 a, u16x8 b) { for (int i = 0; i < 8; i++) a[i] = clamp(a[i] - b[i], 0, 65535); return a; }
u8x16 __builtin_ia32_pavgb128(u8x16 a, u8x16 b) { for (int i = 0; i < 16; i++) a[i] = (a[i] + b[i] + 1) >> 1; return a; }
u16x8 __builtin_ia32_pavgw128(u16x8 a, u16x8 b) { for (int i = 0; i < 8; i++) a[i] = (a[i] + b[i] + 1) >> 1; return a; }
i8x16 __builtin_ia32_pminsb128(i8x16 a, i8x16 b) { for (int i = 0; i < 16; i++) a[i] = a[i] < b[i] ? a[i] : b[i]; return a; }
i8x16 __builtin_ia32_pmaxsb128(i8x16 a, i8x16 b) { for (int i = 0; i < 16; i++) a[i] = a[i] > b[i] ? a[i] : b[i]; return a; }
u8x16 __builtin_ia32_pminub128(u8x16 a, u8x16 b) { for (int i = 0; i < 16; i++) a[i] = a[i] < b[i] ? a[i] : b[i]; return a; }
u8x16 __builtin_ia32_pmaxub128(u8x16 a, u8x16 b) { for (int i = 0; i < 16; i++) a[i] = a[i] > b[i] ? a[i] : b[i]; return a; }
i16x8 __builtin_ia32_pminsw128(i16x8 a, i16x8 b) { for (int i = 0; i < 8; i++) a[i] = a[i] < b[i] ? a[i] : b[i]; return a; }
i16x8 __builtin_ia32_pmaxsw128(i16x8 a, i16x8 b) { for (int i = 0; i < 8; i++) a[i] = a[i] > b[i] ? a[i] : b[i]; return a; }
u16x8 __builtin_ia32_pminuw128(u16x8 a, u16x8 b) { for (int i = 0; i < 8; i++) a[i] = a[i] < b[i] ? a[i] : b[i]; return a; }
u16x8 __builtin_ia32_pmaxuw128(u16x8 a, u16x8 b) { for (int i = 0; i < 8; i++) a[i] = a[i] > b[i] ? a[i] : b[i]; return a; }
i32x4 __builtin_ia32_pminsd128(i32x4 a, i32x4 b) { for (int i = 0; i < 4; i++) a[i] = a[i] < b[i] ? a[i] : b[i]; return a; }
i32x4 __builtin_ia32_pmaxsd128(i32x4 a, i32x4 b) { for (int i = 0; i < 4; i++) a[i] = a[i] > b[i] ? a[i] : b[i]; return a; }
u32x4 __builtin_ia32_pminud128(u32x4 a, u32x4 b) { for (int i = 0; i < 4; i++) a[i] = a[i] < b[i] ? a[i] : b[i]; return a; }
u32x4 __builtin_ia32_pmaxud128(u32x4 a, u32x4 b) { for (int i = 0; i < 4; i++) a[i] = a[i] > b[i] ? a[i] : b[i]; return a; }
i16x8 __builtin_ia32_pmulhw128(i16x8 a, i16x8 b) { for (int i = 0; i < 8; i++) a[i] = a[i] * b[i] >> 16; return a; }
u16x8 __builtin_ia32_pmulhuw128(u16x8 a, u16x8 b) { for (int i = 0; i < 8; i++) a[i] = (unsigned)a[i] * b[i] >> 16; return a; }
i16x8 __builtin_ia32_pmulhrsw128(i16x8 a, i16x8 b) { for (int i = 0; i < 8; i++) a[i] = ((a[i] * b[i] >> 14) + 1) >> 1; return a; }
i8x16 __builtin_ia32_pabsb128(i8x16 a) { for (int i = 0; i < 16; i++) a[i] = a[i] < 0 ? -a[i] : a[i]; return a; }
i8x16 __builtin_ia32_psignb128(i8x16 a, i8x16 b) { for (int i = 0; i < 16; i++) a[i] = b[i] < 0 ? -a[i] : b[i] == 0 ? 0 : a[i]; return a; }
i16x8 __builtin_ia32_pabsw128(i16x8 a) { for (int i = 0; i < 8; i++) a[i] = a[i] < 0 ? -a[i] : a[i]; return a; }
i16x8 __builtin_ia32_psignw128(i16x8 a, i16x8 b) { for (int i = 0; i < 8; i++) a[i] = b[i] < 0 ? -a[i] : b[i] == 0 ? 0 : a[i]; return a; }
u32x4 __builtin_ia32_pabsd128(u32x4 a) { for (int i = 0; i < 4; i++) a[i] = a[i] >> 31 ? -a[i] : a[i]; return a; }
u32x4 __builtin_ia32_psignd128(u32x4 a, u32x4 b) { for (int i = 0; i < 4; i++) a[i] = b[i] >> 31 ? -a[i] : b[i] == 0 ? 0 : a[i]; return a; }
i64x2 __builtin_ia32_pmuludq128(u32x4 a, u32x4 b) { i64x2 r; for (int i = 0; i < 2; i++) r[i] = (unsigned long long)a[2 * i] * b[2 * i]; return r; }
i64x2 __builtin_ia32_pmuldq128(i32x4 a, i32x4 b) { i64x2 r; for (int i = 0; i < 2; i++) r[i] = (long long)a[2 * i] * b[2 * i]; return r; }
u32x4 __builtin_ia32_pmaddwd128(i16x8 a, i16x8 b) { u32x4 r; for (int i = 0; i < 4; i++) r[i] = (unsigned)(a[2 * i] * b[2 * i]) + (unsigned)(a[2 * i + 1] * b[2 * i + 1]); return r; }
i16x8 __builtin_ia32_pmaddubsw128(u8x16 a, i8x16 b) { i16x8 r; for (int i = 0; i < 8; i++) r[i] = clamp(a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1], -32768, 32767); return r; }
i64x2 __builtin_ia32_psadbw128(u8x16 a, u8x16 b) { i64x2 r = {}; for (int i = 0; i < 16; i++) r[i / 8] += a[i] < b[i] ? b[i] - a[i] : a[i] - b[i]; return r; }
i8x16 __builtin_ia32_packsswb128(i16x8 a, i16x8 b) { i8x16 r; for (int i = 0; i < 16; i++) r[i] = clamp(i % 16 < 8 ? a[i / 16 * 8 + i % 8] : b[i / 16 * 8 + i % 8], -128, 127); return r; }
i16x8 __builtin_ia32_packssdw128(i32x4 a, i32x4 b) { i16x8 r; for (int i = 0; i < 8; i++) r[i] = clamp(i % 8 < 4 ? a[i / 8 * 4 + i % 4] : b[i / 8 * 4 + i % 4], -32768, 32767); return r; }
u8x16 __builtin_ia32_packuswb128(i16x8 a, i16x8 b) { u8x16 r; for (int i = 0; i < 16; i++) r[i] = clamp(i % 16 < 8 ? a[i / 16 * 8 + i % 8] : b[i / 16 * 8 + i % 8], 0, 255); return r; }
u16x8 __builtin_ia32_packusdw128(i32x4 a, i32x4 b) { u16x8 r; for (int i = 0; i < 8; i++) r[i] = clamp(i % 8 < 4 ? a[i / 8 * 4 + i % 4] : b[i / 8 * 4 + i % 4], 0, 65535); return r; }
i16x8 __builtin_ia32_phaddw128(i16x8 a, i16x8 b) { i16x8 r; for (int i = 0; i < 8; i++) { int j = i / 8 * 8 + i % 4 * 2; int x = i % 8 < 4 ? a[j] : b[j], y = i % 8 < 4 ? a[j + 1] : b[j + 1]; r[i] = x + y; } return r; }
i16x8 __builtin_ia32_phsubw128(i16x8 a, i16x8 b) { i16x8 r; for (int i = 0; i < 8; i++) { int j = i / 8 * 8 + i % 4 * 2; int x = i % 8 < 4 ? a[j] : b[j], y = i % 8 < 4 ? a[j + 1] : b[j + 1]; r[i] = x - y; } return r; }
u32x4 __builtin_ia32_phaddd128(u32x4 a, u32x4 b) { u32x4 r; for (int i = 0; i < 4; i++) { int j = i / 4 * 4 + i % 2 * 2; unsigned x = i % 4 < 2 ? a[j] : b[j], y = i % 4 < 2 ? a[j + 1] : b[j + 1]; r[i] = x + y; } return r; }
u32x4 __builtin_ia32_phsubd128(u32x4 a, u32x4 b) { u32x4 r; for (int i = 0; i < 4; i++) { int j = i / 4 * 4 + i % 2 * 2; unsigned x = i % 4 < 2 ? a[j] : b[j], y = i % 4 < 2 ? a[j + 1] : b[j + 1]; r[i] = x - y; } return r; }
i16x8 __builtin_ia32_phaddsw128(i16x8 a, i16x8 b) { i16x8 r; for (int i = 0; i < 8; i++) { int j = i / 8 * 8 + i % 4 * 2; int x = i % 8 < 4 ? a[j] : b[j], y = i % 8 < 4 ? a[j + 1] : b[j + 1]; r[i] = clamp(x + y, -32768, 32767); } return r; }
i16x8 __builtin_ia32_phsubsw128(i16x8 a, i16x8 b) { i16x8 r; for (int i = 0; i < 8; i++) { int j = i / 8 * 8 + i % 4 * 2; int x = i % 8 < 4 ? a[j] : b[j], y = i % 8 < 4 ? a[j + 1] : b[j + 1]; r[i] = clamp(x - y, -32768, 32767); } return r; }
i8x16 __builtin_ia32_punpcklbw128(i8x16 a, i8x16 b) { i8x16 r; for (int i = 0; i < 16; i++) { int j = i / 16 * 16 + i % 16 / 2; r[i] = i % 2 ? b[j] : a[j]; } return r; }
i8x16 __builtin_ia32_punpckhbw128(i8x16 a, i8x16 b) { i8x16 r; for (int i = 0; i < 16; i++) { int j = i / 16 * 16 + 8 + i % 16 / 2; r[i] = i % 2 ? b[j] : a[j]; } return r; }
i16x8 __builtin_ia32_punpcklwd128(i16x8 a, i16x8 b) { i16x8 r; for (int i = 0; i < 8; i++) { int j = i / 8 * 8 + i % 8 / 2; r[i] = i % 2 ? b[j] : a[j]; } return r; }
i16x8 __builtin_ia32_punpckhwd128(i16x8 a, i16x8 b) { i16x8 r; for (int i = 0; i < 8; i++) { int j = i / 8 * 8 + 4 + i % 8 / 2; r[i] = i % 2 ? b[j] : a[j]; } return r; }
i32x4 __builtin_ia32_punpckldq128(i32x4 a, i32x4 b) { i32x4 r; for (int i = 0; i < 4; i++) { int j = i / 4 * 4 + i % 4 / 2; r[i] = i % 2 ? b[j] : a[j]; } return r; }
i32x4 __builtin_ia32_punpckhdq128(i32x4 a, i32x4 b) { i32x4 r; for (int i = 0; i < 4; i++) { int j = i / 4 * 4 + 2 + i % 4 / 2; r[i] = i % 2 ? b[j] : a[j]; } return r; }
i64x2 __builtin_ia32_punpcklqdq128(i64x2 a, i64x2 b) { i64x2 r; for (int i = 0; i < 2; i++) { int j = i / 2 * 2 + i % 2 / 2; r[i] = i % 2 ? b[j] : a[j]; } return r; }
i64x2 __builtin_ia32_punpckhqdq128(i64x2 a, i64x2 b) { i64x2 r; for (int i = 0; i < 2; i++) { int j = i / 2 * 2 + 1 + i % 2 / 2; r[i] = i % 2 ? b[j] : a[j]; } return r; }
i8x16 __builtin_ia32_pshufb128(i8x16 a, i8x16 b) { i8x16 r; for (int i = 0; i < 16; i++) r[i] = b[i] < 0 ? 0 : a[i / 16 * 16 + (b[i] & 15)]; return r; }
i32x4 __builtin_ia32_pshufd(i32x4 a, int n) { i32x4 r; for (int i = 0; i < 4; i++) r[i] = a[i / 4 * 4 + (n >> i % 4 * 2 & 3)]; return r; }
i16x8 __builtin_ia32_pshuflw(i16x8 a, int n) { i16x8 r = a; for (int i = 0; i < 8; i++) if (i % 8 < 4) r[i] = a[i / 8 * 8 + (n >> i % 4 * 2 & 3)]; return r; }
i16x8 __builtin_ia32_pshufhw(i16x8 a, int n) { i16x8 r = a; for (int i = 0; i < 8; i++) if (i % 8 >= 4) r[i] = a[i / 8 * 8 + 4 + (n >> i % 4 * 2 & 3)]; return r; }
f32x4 __builtin_ia32_shufps(f32x4 a, f32x4 b, int n) { f32x4 r; for (int i = 0; i < 4; i++) { int j = i / 4 * 4 + (n >> i % 4 * 2 & 3); r[i] = i % 4 < 2 ? a[j] : b[j]; } return r; }
f64x2 __builtin_ia32_shufpd(f64x2 a, f64x2 b, int n) { f64x2 r; for (int i = 0; i < 2; i++) { int j = i / 2 * 2 + (n >> i & 1); r[i] = i % 2 ? b[j] : a[j]; } return r; }
f32x4 __builtin_ia32_unpcklps(f32x4 a, f32x4 b) { f32x4 r; for (int i = 0; i < 4; i++) { int j = i / 4 * 4 + 0 + i % 4 / 2; r[i] = i % 2 ? b[j] : a[j]; } return r; }
f64x2 __builtin_ia32_unpcklpd(f64x2 a, f64x2 b) { f64x2 r; for (int i = 0; i < 2; i++) { int j = i / 2 * 2 + 0; r[i] = i % 2 ? b[j] : a[j]; } return r; }
f32x4 __builtin_ia32_unpckhps(f32x4 a, f32x4 b) { f32x4 r; for (int i = 0; i < 4; i++) { int j = i / 4 * 4 + 2 + i % 4 / 2; r[i] = i % 2 ? b[j] : a[j]; } return r; }
f64x2 __builtin_ia32_unpckhpd(f64x2 a, f64x2 b) { f64x2 r; for (int i = 0; i < 2; i++) { int j = i / 2 * 2 + 1; r[i] = i % 2 ? b[j] : a[j]; } return r; }
i64x2 __builtin_ia32_palignr128(u8x16 a, u8x16 b, int n) { u8x16 r; for (int i = 0; i < 16; i++) { int j = i % 16 + n / 8; r[i] = j < 16 ? b[i / 16 * 16 + j] : j < 32 ? a[i / 16 * 16 + j - 16] : 0; } return (i64x2)r; }
i64x2 __builtin_ia32_pslldqi128(u8x16 a, int n) { u8x16 r; for (int i = 0; i < 16; i++) r[i] = i % 16 < n / 8 ? 0 : a[i - n / 8]; return (i64x2)r; }
i64x2 __builtin_ia32_psrldqi128(u8x16 a, int n) { u8x16 r; for (int i = 0; i < 16; i++) r[i] = i % 16 + n / 8 > 15 ? 0 : a[i + n / 8]; return (i64x2)r; }
u16x8 __builtin_ia32_psllw128(u16x8 a, u64x2 b) { for (int i = 0; i < 8; i++) a[i] = b[0] > 15 ? 0 : a[i] << (int)b[0]; return a; }
u16x8 __builtin_ia32_psllwi128(u16x8 a, int b) { for (int i = 0; i < 8; i++) a[i] = (unsigned)b > 15 ? 0 : a[i] << b; return a; }
u16x8 __builtin_ia32_psrlw128(u16x8 a, u64x2 b) { for (int i = 0; i < 8; i++) a[i] = b[0] > 15 ? 0 : a[i] >> (int)b[0]; return a; }
u16x8 __builtin_ia32_psrlwi128(u16x8 a, int b) { for (int i = 0; i < 8; i++) a[i] = (unsigned)b > 15 ? 0 : a[i] >> b; return a; }
i16x8 __builtin_ia32_psraw128(i16x8 a, u64x2 b) { for (int i = 0; i < 8; i++) a[i] >>= b[0] > 15 ? 15 : (int)b[0]; return a; }
i16x8 __builtin_ia32_psrawi128(i16x8 a, int b) { for (int i = 0; i < 8; i++) a[i] >>= (unsigned)b > 15 ? 15 : b; return a; }
u32x4 __builtin_ia32_pslld128(u32x4 a, u64x2 b) { for (int i = 0; i < 4; i++) a[i] = b[0] > 31 ? 0 : a[i] << (int)b[0]; return a; }
u32x4 __builtin_ia32_pslldi128(u32x4 a, int b) { for (int i = 0; i < 4; i++) a[i] = (unsigned)b > 31 ? 0 : a[i] << b; return a; }
u32x4 __builtin_ia32_psrld128(u32x4 a, u64x2 b) { for (int i = 0; i < 4; i++) a[i] = b[0] > 31 ? 0 : a[i] >> (int)b[0]; return a; }
u32x4 __builtin_ia32_psrldi128(u32x4 a, int b) { for (int i = 0; i < 4; i++) a[i] = (unsigned)b > 31 ? 0 : a[i] >> b; return a; }
i32x4 __builtin_ia32_psrad128(i32x4 a, u64x2 b) { for (int i = 0; i < 4; i++) a[i] >>= b[0] > 31 ? 31 : (int)b[0]; return a; }
i32x4 __builtin_ia32_psradi128(i32x4 a, int b) { for (int i = 0; i < 4; i++) a[i] >>= (unsigned)b > 31 ? 31 : b; return a; }
u64x2 __builtin_ia32_psllq128(u64x2 a, u64x2 b) { for (int i = 0; i < 2; i++) a[i] = b[0] > 63 ? 0 : a[i] << (int)b[0]; return a; }
u64x2 __builtin_ia32_psllqi128(u64x2 a, int b) { for (int i = 0; i < 2; i++) a[i] = (unsigned)b > 63 ? 0 : a[i] << b; return a; }
u64x2 __builtin_ia32_psrlq128(u64x2 a, u64x2 b) { for (int i = 0; i < 2; i++) a[i] = b[0] > 63 ? 0 : a[i] >> (int)b[0]; return a; }
u64x2 __builtin_ia32_psrlqi128(u64x2 a, int b) { for (int i = 0; i < 2; i++) a[i] = (unsigned)b > 63 ? 0 : a[i] >> b; return a; }
int __builtin_ia32_pmovmskb128(i8x16 a) { int r = 0; for (int i = 0; i < 16; i++) r |= (a[i] < 0 ? 1u : 0u) << i; return r; }
int __builtin_ia32_movmskps(i32x4 a) { int r = 0; for (int i = 0; i < 4; i++) r |= (a[i] < 0) << i; return r; }
int __builtin_ia32_movmskpd(i64x2 a) { int r = 0; for (int i = 0; i < 2; i++) r |= (a[i] < 0) << i; return r; }
int __builtin_ia32_ptestz128(u64x2 a, u64x2 b) { int r = 1; for (int i = 0; i < 2; i++) r &= !((a[i] & b[i])); return r; }
int __builtin_ia32_ptestc128(u64x2 a, u64x2 b) { int r = 1; for (int i = 0; i < 2; i++) r &= !((~a[i] & b[i])); return r; }
int __builtin_ia32_ptestnzc128(u64x2 a, u64x2 b) { int x = 0, y = 0; for (int i = 0; i < 2; i++) { x |= !!((a[i] & b[i])); y |= !!((~a[i] & b[i])); } return x & y; }
int __builtin_ia32_vtestzps(u32x4 a, u32x4 b) { int r = 1; for (int i = 0; i < 4; i++) r &= !((a[i] & b[i]) >> 31); return r; }
int __builtin_ia32_vtestcps(u32x4 a, u32x4 b) { int r = 1; for (int i = 0; i < 4; i++) r &= !((~a[i] & b[i]) >> 31); return r; }
int __builtin_ia32_vtestnzcps(u32x4 a, u32x4 b) { int x = 0, y = 0; for (int i = 0; i < 4; i++) { x |= !!((a[i] & b[i]) >> 31); y |= !!((~a[i] & b[i]) >> 31); } return x & y; }
int __builtin_ia32_vtestzpd(u64x2 a, u64x2 b) { int r = 1; for (int i = 0; i < 2; i++) r &= !((a[i] & b[i]) >> 63); return r; }
int __builtin_ia32_vtestcpd(u64x2 a, u64x2 b) { int r = 1; for (int i = 0; i < 2; i++) r &= !((~a[i] & b[i]) >> 63); return r; }
int __builtin_ia32_vtestnzcpd(u64x2 a, u64x2 b) { int x = 0, y = 0; for (int i = 0; i < 2; i++) { x |= !!((a[i] & b[i]) >> 63); y |= !!((~a[i] & b[i]) >> 63); } return x & y; }
f32x4 __builtin_ia32_andps(f32x4 a, f32x4 b) { return (f32x4)((i32x4)a & (i32x4)b); }
f32x4 __builtin_ia32_andnps(f32x4 a, f32x4 b) { return (f32x4)(~(i32x4)a & (i32x4)b); }
f32x4 __builtin_ia32_orps(f32x4 a, f32x4 b) { return (f32x4)((i32x4)a | (i32x4)b); }
f32x4 __builtin_ia32_xorps(f32x4 a, f32x4 b) { return (f32x4)((i32x4)a ^ (i32x4)b); }
f32x4 __builtin_ia32_blendps(f32x4 a, f32x4 b, int n) { for (int i = 0; i < 4; i++) a[i] = n >> i & 1 ? b[i] : a[i]; return a; }
f32x4 __builtin_ia32_blendvps(f32x4 a, f32x4 b, i32x4 c) { for (int i = 0; i < 4; i++) a[i] = c[i] < 0 ? b[i] : a[i]; return a; }
f32x4 __builtin_ia32_cmpps(f32x4 a, f32x4 b, int n) { i32x4 r; for (int i = 0; i < 4; i++) r[i] = -holds(a[i], b[i], n); return (f32x4)r; }
f32x4 __builtin_ia32_addsubps(f32x4 a, f32x4 b) { for (int i = 0; i < 4; i++) a[i] = i % 2 ? a[i] + b[i] : a[i] - b[i]; return a; }
f32x4 __builtin_ia32_haddps(f32x4 a, f32x4 b) { f32x4 r; for (int i = 0; i < 4; i++) { int j = i / 4 * 4 + i % 2 * 2; r[i] = i % 4 < 2 ? a[j] + a[j + 1] : b[j] + b[j + 1]; } return r; }
f32x4 __builtin_ia32_hsubps(f32x4 a, f32x4 b) { f32x4 r; for (int i = 0; i < 4; i++) { int j = i / 4 * 4 + i % 2 * 2; r[i] = i % 4 < 2 ? a[j] - a[j + 1] : b[j] - b[j + 1]; } return r; }
f32x4 __builtin_ia32_sqrtps(f32x4 a) { for (int i = 0; i < 4; i++) a[i] = sqrtf(a[i]); return a; }
f32x4 __builtin_ia32_roundps(f32x4 a, int n) { for (int i = 0; i < 4; i++) a[i] = rounded(a[i], n); return a; }
f32x4 __builtin_ia32_minps(f32x4 a, f32x4 b) { for (int i = 0; i < 4; i++) a[i] = a[i] < b[i] ? a[i] : b[i]; return a; }
f32x4 __builtin_ia32_maxps(f32x4 a, f32x4 b) { for (int i = 0; i < 4; i++) a[i] = a[i] > b[i] ? a[i] : b[i]; return a; }
f64x2 __builtin_ia32_andpd(f64x2 a, f64x2 b) { return (f64x2)((i64x2)a & (i64x2)b); }
f64x2 __builtin_ia32_andnpd(f64x2 a, f64x2 b) { return (f64x2)(~(i64x2)a & (i64x2)b); }
f64x2 __builtin_ia32_orpd(f64x2 a, f64x2 b) { return (f64x2)((i64x2)a | (i64x2)b); }
f64x2 __builtin_ia32_xorpd(f64x2 a, f64x2 b) { return (f64x2)((i64x2)a ^ (i64x2)b); }
f64x2 __builtin_ia32_blendpd(f64x2 a, f64x2 b, int n) { for (int i = 0; i < 2; i++) a[i] = n >> i & 1 ? b[i] : a[i]; return a; }
f64x2 __builtin_ia32_blendvpd(f64x2 a, f64x2 b, i64x2 c) { for (int i = 0; i < 2; i++) a[i] = c[i] < 0 ? b[i] : a[i]; return a; }
f64x2 __builtin_ia32_cmppd(f64x2 a, f64x2 b, int n) { i64x2 r; for (int i = 0; i < 2; i++) r[i] = -holds(a[i], b[i], n); return (f64x2)r; }
f64x2 __builtin_ia32_addsubpd(f64x2 a, f64x2 b) { for (int i = 0; i < 2; i++) a[i] = i % 2 ? a[i] + b[i] : a[i] - b[i]; return a; }
f64x2 __builtin_ia32_haddpd(f64x2 a, f64x2 b) { f64x2 r; for (int i = 0; i < 2; i++) { int j = i / 2 * 2 + i % 1 * 2; r[i] = i % 2 < 1 ? a[j] + a[j + 1] : b[j] + b[j + 1]; } return r; }
f64x2 __builtin_ia32_hsubpd(f64x2 a, f64x2 b) { f64x2 r; for (int i = 0; i < 2; i++) { int j = i / 2 * 2 + i % 1 * 2; r[i] = i % 2 < 1 ? a[j] - a[j + 1] : b[j] - b[j + 1]; } return r; }
f64x2 __builtin_ia32_sqrtpd(f64x2 a) { for (int i = 0; i < 2; i++) a[i] = sqrt(a[i]); return a; }
f64x2 __builtin_ia32_roundpd(f64x2 a, int n) { for (int i = 0; i < 2; i++) a[i] = rounded(a[i], n); return a; }
f64x2 __builtin_ia32_minpd(f64x2 a, f64x2 b) { for (int i = 0; i < 2; i++) a[i] = a[i] < b[i] ? a[i] : b[i]; return a; }
f64x2 __builtin_ia32_maxpd(f64x2 a, f64x2 b) { for (int i = 0; i < 2; i++) a[i] = a[i] > b[i] ? a[i] : b[i]; return a; }
i8x16 __builtin_ia32_pblendvb128(i8x16 a, i8x16 b, i8x16 c) { for (int i = 0; i < 16; i++) a[i] = c[i] < 0 ? b[i] : a[i]; return a; }
i16x8 __builtin_ia32_pblendw128(i16x8 a, i16x8 b, int n) { for (int i = 0; i < 8; i++) a[i] = n >> i % 8 & 1 ? b[i] : a[i]; return a; }
i16x8 __builtin_ia32_pmovsxbw128(i8x16 a) { i16x8 r; for (int i = 0; i < 8; i++) r[i] = a[i]; return r; }
i16x8 __builtin_ia32_pmovzxbw128(u8x16 a) { i16x8 r; for (int i = 0; i < 8; i++) r[i] = a[i]; return r; }
i32x4 __builtin_ia32_pmovsxbd128(i8x16 a) { i32x4 r; for (int i = 0; i < 4; i++) r[i] = a[i]; return r; }
i32x4 __builtin_ia32_pmovzxbd128(u8x16 a) { i32x4 r; for (int i = 0; i < 4; i++) r[i] = a[i]; return r; }
i64x2 __builtin_ia32_pmovsxbq128(i8x16 a) { i64x2 r; for (int i = 0; i < 2; i++) r[i] = a[i]; return r; }
i64x2 __builtin_ia32_pmovzxbq128(u8x16 a) { i64x2 r; for (int i = 0; i < 2; i++) r[i] = a[i]; return r; }
i32x4 __builtin_ia32_pmovsxwd128(i16x8 a) { i32x4 r; for (int i = 0; i < 4; i++) r[i] = a[i]; return r; }
i32x4 __builtin_ia32_pmovzxwd128(u16x8 a) { i32x4 r; for (int i = 0; i < 4; i++) r[i] = a[i]; return r; }
i64x2 __builtin_ia32_pmovsxwq128(i16x8 a) { i64x2 r; for (int i = 0; i < 2; i++) r[i] = a[i]; return r; }
i64x2 __builtin_ia32_pmovzxwq128(u16x8 a) { i64x2 r; for (int i = 0; i < 2; i++) r[i] = a[i]; return r; }
i64x2 __builtin_ia32_pmovsxdq128(i32x4 a) { i64x2 r; for (int i = 0; i < 2; i++) r[i] = a[i]; return r; }
i64x2 __builtin_ia32_pmovzxdq128(u32x4 a) { i64x2 r; for (int i = 0; i < 2; i++) r[i] = a[i]; return r; }
f32x4 __builtin_ia32_movshdup(f32x4 a) { f32x4 r; for (int i = 0; i < 4; i++) r[i] = a[i | 1]; return r; }
f32x4 __builtin_ia32_movsldup(f32x4 a) { f32x4 r; for (int i = 0; i < 4; i++) r[i] = a[i & ~1]; return r; }
f32x4 __builtin_ia32_dpps(f32x4 a, f32x4 b, int n) { f32x4 r; for (int i = 0; i < 4; i += 4) { float x = n & 16 ? a[i] * b[i] : 0, y = n & 32 ? a[i + 1] * b[i + 1] : 0, z = n & 64 ? a[i + 2] * b[i + 2] : 0, w = n & 128 ? a[i + 3] * b[i + 3] : 0, sum = (x + y) + (z + w); for (int j = 0; j < 4; j++) r[i + j] = n >> j & 1 ? sum : 0; } return r; }
i16x8 __builtin_ia32_mpsadbw128(u8x16 a, u8x16 b, int n) { i16x8 r; for (int i = 0; i < 8; i++) { int m = i < 8 ? n : n >> 3, x = i / 8 * 16 + (m >> 2 & 1) * 4 + i % 8, y = i / 8 * 16 + (m & 3) * 4, sum = 0; for (int j = 0; j < 4; j++) sum += a[x + j] < b[y + j] ? b[y + j] - a[x + j] : a[x + j] - b[y + j]; r[i] = sum; } return r; }
f32x4 __builtin_ia32_cvtdq2ps(i32x4 a) { f32x4 r; for (int i = 0; i < 4; i++) r[i] = a[i]; return r; }
i32x4 __builtin_ia32_cvtps2dq(f32x4 a) { i32x4 r; for (int i = 0; i < 4; i++) r[i] = whole(rint(a[i])); return r; }
i32x4 __builtin_ia32_cvttps2dq(f32x4 a) { i32x4 r; for (int i = 0; i < 4; i++) r[i] = whole(a[i]); return r; }
f64x2 __builtin_ia32_cvtdq2pd(i32x4 a) { f64x2 r; for (int i = 0; i < 2; i++) r[i] = a[i]; return r; }
f64x2 __builtin_ia32_cvtps2pd(f32x4 a) { f64x2 r; for (int i = 0; i < 2; i++) r[i] = a[i]; return r; }
i32x4 __builtin_ia32_cvtpd2dq(f64x2 a) { i32x4 r = {}; for (int i = 0; i < 2; i++) r[i] = whole(rint(a[i])); return r; }
i32x4 __builtin_ia32_cvttpd2dq(f64x2 a) { i32x4 r = {}; for (int i = 0; i < 2; i++) r[i] = whole(a[i]); return r; }
f32x4 __builtin_ia32_cvtpd2ps(f64x2 a) { f32x4 r = {}; for (int i = 0; i < 2; i++) r[i] = a[i]; return r; }
i8x16 __builtin_ia32_lddqu(const char *p) { i8x16 r; __builtin_memcpy(&r, p, 16); return r; }
void __builtin_ia32_movntdq(i64x2 *p, i64x2 a) { *p = a; }
void __builtin_ia32_movntps(f32x4 *p, f32x4 a) { *p = a; }
void __builtin_ia32_movntpd(f64x2 *p, f64x2 a) { *p = a; }
i64x2 __builtin_ia32_movntdqa(const i64x2 *p) { return *p; }
f32x4 __builtin_ia32_cmpeqps(f32x4 a, f32x4 b) { return (f32x4)(a == b); }
f32x4 __builtin_ia32_cmpeqss(f32x4 a, f32x4 b) { i32x4 r = (i32x4)a, m = a == b; r[0] = m[0]; return (f32x4)r; }
f32x4 __builtin_ia32_cmpltps(f32x4 a, f32x4 b) { return (f32x4)(a < b); }
f32x4 __builtin_ia32_cmpltss(f32x4 a, f32x4 b) { i32x4 r = (i32x4)a, m = a < b; r[0] = m[0]; return (f32x4)r; }
f32x4 __builtin_ia32_cmpleps(f32x4 a, f32x4 b) { return (f32x4)(a <= b); }
f32x4 __builtin_ia32_cmpless(f32x4 a, f32x4 b) { i32x4 r = (i32x4)a, m = a <= b; r[0] = m[0]; return (f32x4)r; }
f32x4 __builtin_ia32_cmpgtps(f32x4 a, f32x4 b) { return (f32x4)(a > b); }
f32x4 __builtin_ia32_cmpgeps(f32x4 a, f32x4 b) { return (f32x4)(a >= b); }
f32x4 __builtin_ia32_cmpneqps(f32x4 a, f32x4 b) { return (f32x4)(a != b); }
f32x4 __builtin_ia32_cmpneqss(f32x4 a, f32x4 b) { i32x4 r = (i32x4)a, m = a != b; r[0] = m[0]; return (f32x4)r; }
f32x4 __builtin_ia32_cmpnltps(f32x4 a, f32x4 b) { return (f32x4)(~(a < b)); }
f32x4 __builtin_ia32_cmpnltss(f32x4 a, f32x4 b) { i32x4 r = (i32x4)a, m = ~(a < b); r[0] = m[0]; return (f32x4)r; }
f32x4 __builtin_ia32_cmpnleps(f32x4 a, f32x4 b) { return (f32x4)(~(a <= b)); }
f32x4 __builtin_ia32_cmpnless(f32x4 a, f32x4 b) { i32x4 r = (i32x4)a, m = ~(a <= b); r[0] = m[0]; return (f32x4)r; }
f32x4 __builtin_ia32_cmpngtps(f32x4 a, f32x4 b) { return (f32x4)(~(a > b)); }
f32x4 __builtin_ia32_cmpngeps(f32x4 a, f32x4 b) { return (f32x4)(~(a >= b)); }
f32x4 __builtin_ia32_cmpordps(f32x4 a, f32x4 b) { return (f32x4)((a == a) & (b == b)); }
f32x4 __builtin_ia32_cmpordss(f32x4 a, f32x4 b) { i32x4 r = (i32x4)a, m = (a == a) & (b == b); r[0] = m[0]; return (f32x4)r; }
f32x4 __builtin_ia32_cmpunordps(f32x4 a, f32x4 b) { return (f32x4)((a != a) | (b != b)); }
f32x4 __builtin_ia32_cmpunordss(f32x4 a, f32x4 b) { i32x4 r = (i32x4)a, m = (a != a) | (b != b); r[0] = m[0]; return (f32x4)r; }
f32x4 __builtin_ia32_cmpss(f32x4 a, f32x4 b, int n) { i32x4 r = (i32x4)a; r[0] = -holds(a[0], b[0], n); return (f32x4)r; }
f32x4 __builtin_ia32_movss(f32x4 a, f32x4 b) { a[0] = b[0]; return a; }
f32x4 __builtin_ia32_sqrtss(f32x4 a) { a[0] = sqrtf(a[0]); return a; }
f32x4 __builtin_ia32_roundss(f32x4 a, f32x4 b, int n) { a[0] = rounded(b[0], n); return a; }
int __builtin_ia32_comieq(f32x4 a, f32x4 b) { return a[0] == b[0]; }
int __builtin_ia32_ucomieq(f32x4 a, f32x4 b) { return a[0] == b[0]; }
int __builtin_ia32_comilt(f32x4 a, f32x4 b) { return a[0] < b[0]; }
int __builtin_ia32_ucomilt(f32x4 a, f32x4 b) { return a[0] < b[0]; }
int __builtin_ia32_comile(f32x4 a, f32x4 b) { return a[0] <= b[0]; }
int __builtin_ia32_ucomile(f32x4 a, f32x4 b) { return a[0] <= b[0]; }
int __builtin_ia32_comigt(f32x4 a, f32x4 b) { return a[0] > b[0]; }
int __builtin_ia32_ucomigt(f32x4 a, f32x4 b) { return a[0] > b[0]; }
int __builtin_ia32_comige(f32x4 a, f32x4 b) { return a[0] >= b[0]; }
int __builtin_ia32_ucomige(f32x4 a, f32x4 b) { return a[0] >= b[0]; }
int __builtin_ia32_comineq(f32x4 a, f32x4 b) { return a[0] != b[0]; }
int __builtin_ia32_ucomineq(f32x4 a, f32x4 b) { return a[0] != b[0]; }
f64x2 __builtin_ia32_cmpeqpd(f64x2 a, f64x2 b) { return (f64x2)(a == b); }
f64x2 __builtin_ia32_cmpeqsd(f64x2 a, f64x2 b) { i64x2 r = (i64x2)a, m = a == b; r[0] = m[0]; return (f64x2)r; }
f64x2 __builtin_ia32_cmpltpd(f64x2 a, f64x2 b) { return (f64x2)(a < b); }
f64x2 __builtin_ia32_cmpltsd(f64x2 a, f64x2 b) { i64x2 r = (i64x2)a, m = a < b; r[0] = m[0]; return (f64x2)r; }
f64x2 __builtin_ia32_cmplepd(f64x2 a, f64x2 b) { return (f64x2)(a <= b); }
f64x2 __builtin_ia32_cmplesd(f64x2 a, f64x2 b) { i64x2 r = (i64x2)a, m = a <= b; r[0] = m[0]; return (f64x2)r; }
f64x2 __builtin_ia32_cmpgtpd(f64x2 a, f64x2 b) { return (f64x2)(a > b); }
f64x2 __builtin_ia32_cmpgepd(f64x2 a, f64x2 b) { return (f64x2)(a >= b); }
f64x2 __builtin_ia32_cmpneqpd(f64x2 a, f64x2 b) { return (f64x2)(a != b); }
f64x2 __builtin_ia32_cmpneqsd(f64x2 a, f64x2 b) { i64x2 r = (i64x2)a, m = a != b; r[0] = m[0]; return (f64x2)r; }
f64x2 __builtin_ia32_cmpnltpd(f64x2 a, f64x2 b) { return (f64x2)(~(a < b)); }
f64x2 __builtin_ia32_cmpnltsd(f64x2 a, f64x2 b) { i64x2 r = (i64x2)a, m = ~(a < b); r[0] = m[0]; return (f64x2)r; }
f64x2 __builtin_ia32_cmpnlepd(f64x2 a, f64x2 b) { return (f64x2)(~(a <= b)); }
f64x2 __builtin_ia32_cmpnlesd(f64x2 a, f64x2 b) { i64x2 r = (i64x2)a, m = ~(a <= b); r[0] = m[0]; return (f64x2)r; }
f64x2 __builtin_ia32_cmpngtpd(f64x2 a, f64x2 b) { return (f64x2)(~(a > b)); }
f64x2 __builtin_ia32_cmpngepd(f64x2 a, f64x2 b) { return (f64x2)(~(a >= b)); }
f64x2 __builtin_ia32_cmpordpd(f64x2 a, f64x2 b) { return (f64x2)((a == a) & (b == b)); }
f64x2 __builtin_ia32_cmpordsd(f64x2 a, f64x2 b) { i64x2 r = (i64x2)a, m = (a == a) & (b == b); r[0] = m[0]; return (f64x2)r; }
f64x2 __builtin_ia32_cmpunordpd(f64x2 a, f64x2 b) { return (f64x2)((a != a) | (b != b)); }
f64x2 __builtin_ia32_cmpunordsd(f64x2 a, f64x2 b) { i64x2 r = (i64x2)a, m = (a != a) | (b != b); r[0] = m[0]; return (f64x2)r; }
f64x2 __builtin_ia32_cmpsd(f64x2 a, f64x2 b, int n) { i64x2 r = (i64x2)a; r[0] = -holds(a[0], b[0], n); return (f64x2)r; }
f64x2 __builtin_ia32_movsd(f64x2 a, f64x2 b) { a[0] = b[0]; return a; }
f64x2 __builtin_ia32_sqrtsd(f64x2 a) { a[0] = sqrt(a[0]); return a; }
f64x2 __builtin_ia32_roundsd(f64x2 a, f64x2 b, int n) { a[0] = rounded(b[0], n); return a; }
int __builtin_ia32_comisdeq(f64x2 a, f64x2 b) { return a[0] == b[0]; }
int __builtin_ia32_ucomisdeq(f64x2 a, f64x2 b) { return a[0] == b[0]; }
int __builtin_ia32_comisdlt(f64x2 a, f64x2 b) { return a[0] < b[0]; }
int __builtin_ia32_ucomisdlt(f64x2 a, f64x2 b) { return a[0] < b[0]; }
int __builtin_ia32_comisdle(f64x2 a, f64x2 b) { return a[0] <= b[0]; }
int __builtin_ia32_ucomisdle(f64x2 a, f64x2 b) { return a[0] <= b[0]; }
int __builtin_ia32_comisdgt(f64x2 a, f64x2 b) { return a[0] > b[0]; }
int __builtin_ia32_ucomisdgt(f64x2 a, f64x2 b) { return a[0] > b[0]; }
int __builtin_ia32_comisdge(f64x2 a, f64x2 b) { return a[0] >= b[0]; }
int __builtin_ia32_ucomisdge(f64x2 a, f64x2 b) { return a[0] >= b[0]; }
int __builtin_ia32_comisdneq(f64x2 a, f64x2 b) { return a[0] != b[0]; }
int __builtin_ia32_ucomisdneq(f64x2 a, f64x2 b) { return a[0] != b[0]; }
f32x4 __builtin_ia32_addss(f32x4 a, f32x4 b) { a[0] = a[0] + b[0]; return a; }
f64x2 __builtin_ia32_addsd(f64x2 a, f64x2 b) { a[0] = a[0] + b[0]; return a; }
f32x4 __builtin_ia32_subss(f32x4 a, f32x4 b) { a[0] = a[0] - b[0]; return a; }
f64x2 __builtin_ia32_subsd(f64x2 a, f64x2 b) { a[0] = a[0] - b[0]; return a; }
f32x4 __builtin_ia32_mulss(f32x4 a, f32x4 b) { a[0] = a[0] * b[0]; return a; }
f64x2 __builtin_ia32_mulsd(f64x2 a, f64x2 b) { a[0] = a[0] * b[0]; return a; }
f32x4 __builtin_ia32_divss(f32x4 a, f32x4 b) { a[0] = a[0] / b[0]; return a; }
f64x2 __builtin_ia32_divsd(f64x2 a, f64x2 b) { a[0] = a[0] / b[0]; return a; }
f32x4 __builtin_ia32_minss(f32x4 a, f32x4 b) { a[0] = a[0] < b[0] ? a[0] : b[0]; return a; }
f64x2 __builtin_ia32_minsd(f64x2 a, f64x2 b) { a[0] = a[0] < b[0] ? a[0] : b[0]; return a; }
f32x4 __builtin_ia32_maxss(f32x4 a, f32x4 b) { a[0] = a[0] > b[0] ? a[0] : b[0]; return a; }
f64x2 __builtin_ia32_maxsd(f64x2 a, f64x2 b) { a[0] = a[0] > b[0] ? a[0] : b[0]; return a; }
f32x4 __builtin_ia32_movhlps(f32x4 a, f32x4 b) { a[0] = b[2]; a[1] = b[3]; return a; }
f32x4 __builtin_ia32_movlhps(f32x4 a, f32x4 b) { a[2] = b[0]; a[3] = b[1]; return a; }
f32x4 __builtin_ia32_insertps128(f32x4 a, f32x4 b, int n) { a[n >> 4 & 3] = b[n >> 6 & 3]; for (int i = 0; i < 4; i++) a[i] = n >> i & 1 ? 0 : a[i]; return a; }
f64x2 __builtin_ia32_dppd(f64x2 a, f64x2 b, int n) { double sum = (n & 16 ? a[0] * b[0] : 0) + (n & 32 ? a[1] * b[1] : 0); a[0] = n & 1 ? sum : 0; a[1] = n & 2 ? sum : 0; return a; }
f32x4 __builtin_ia32_cvtsd2ss(f32x4 a, f64x2 b) { a[0] = b[0]; return a; }
f64x2 __builtin_ia32_cvtss2sd(f64x2 a, f32x4 b) { a[0] = b[0]; return a; }
f32x4 __builtin_ia32_cvtsi2ss(f32x4 a, int b) { a[0] = b; return a; }
f64x2 __builtin_ia32_cvtsi2sd(f64x2 a, int b) { a[0] = b; return a; }
int __builtin_ia32_cvtss2si(f32x4 a) { return whole(rint(a[0])); }
int __builtin_ia32_cvttss2si(f32x4 a) { return whole(a[0]); }
int __builtin_ia32_cvtsd2si(f64x2 a) { return whole(rint(a[0])); }
int __builtin_ia32_cvttsd2si(f64x2 a) { return whole(a[0]); }
f32x4 __builtin_ia32_cvtsi642ss(f32x4 a, long long b) { a[0] = b; return a; }
f64x2 __builtin_ia32_cvtsi642sd(f64x2 a, long long b) { a[0] = b; return a; }
long long __builtin_ia32_cvtss2si64(f32x4 a) { return whole_long(rint(a[0])); }
long long __builtin_ia32_cvttss2si64(f32x4 a) { return whole_long(a[0]); }
long long __builtin_ia32_cvtsd2si64(f64x2 a) { return whole_long(rint(a[0])); }
long long __builtin_ia32_cvttsd2si64(f64x2 a) { return whole_long(a[0]); }
i64x2 __builtin_ia32_movq128(i64x2 a) { a[1] = 0; return a; }
i64x2 __builtin_ia32_pandn128(i64x2 a, i64x2 b) { return ~a & b; }
i16x8 __builtin_ia32_phminposuw128(u16x8 a) { i16x8 r = {}; int k = 0; for (int i = 1; i < 8; i++) if (a[i] < a[k]) k = i; r[0] = a[k]; r[1] = k; return r; }
f32x4 __builtin_ia32_loadhps(f32x4 a, const float *p) { a[2] = p[0]; a[3] = p[1]; return a; }
f32x4 __builtin_ia32_loadlps(f32x4 a, const float *p) { a[0] = p[0]; a[1] = p[1]; return a; }
void __builtin_ia32_storehps(float *p, f32x4 a) { p[0] = a[2]; p[1] = a[3]; }
void __builtin_ia32_storelps(float *p, f32x4 a) { p[0] = a[0]; p[1] = a[1]; }
f64x2 __builtin_ia32_loadhpd(f64x2 a, const double *p) { a[1] = *p; return a; }
f64x2 __builtin_ia32_loadlpd(f64x2 a, const double *p) { a[0] = *p; return a; }
void __builtin_ia32_movnti(int *p, int a) { *p = a; }
void __builtin_ia32_movnti64(long long *p, long long a) { *p = a; }
void __builtin_ia32_maskmovdqu(i8x16 a, i8x16 m, char *p) { for (int i = 0; i < 16; i++) if (m[i] < 0) p[i] = a[i]; }
char __builtin_ia32_vec_ext_v16qi(i8x16 a, int n) { return a[n & 15]; }
i8x16 __builtin_ia32_vec_set_v16qi(i8x16 a, int x, int n) { a[n & 15] = x; return a; }
short __builtin_ia32_vec_ext_v8hi(i16x8 a, int n) { return a[n & 7]; }
i16x8 __builtin_ia32_vec_set_v8hi(i16x8 a, int x, int n) { a[n & 7] = x; return a; }
int __builtin_ia32_vec_ext_v4si(i32x4 a, int n) { return a[n & 3]; }
i32x4 __builtin_ia32_vec_set_v4si(i32x4 a, int x, int n) { a[n & 3] = x; return a; }
long long __builtin_ia32_vec_ext_v2di(i64x2 a, int n) { return a[n & 1]; }
i64x2 __builtin_ia32_vec_set_v2di(i64x2 a, long long x, int n) { a[n & 1] = x; return a; }
float __builtin_ia32_vec_ext_v4sf(f32x4 a, int n) { return a[n & 3]; }
unsigned __builtin_ia32_crc32qi(unsigned c, unsigned char x) { return checked((unsigned)c, x, 8); }
unsigned __builtin_ia32_crc32hi(unsigned c, unsigned short x) { return checked((unsigned)c, x, 16); }
unsigned __builtin_ia32_crc32si(unsigned c, unsigned x) { return checked((unsigned)c, x, 32); }
unsigned long long __builtin_ia32_crc32di(unsigned long long c, unsigned long long x) { return checked((unsigned)c, x, 64); }
unsigned short __builtin_ia32_lzcnt_u16(unsigned short a) { int r = 0; for (; r < 16 && !(a >> (15 - r) & 1); r++); return r; }
unsigned short __builtin_ia32_tzcnt_u16(unsigned short a) { int r = 0; for (; r < 16 && !(a >> r & 1); r++); return r; }
unsigned __builtin_ia32_lzcnt_u32(unsigned a) { int r = 0; for (; r < 32 && !(a >> (31 - r) & 1); r++); return r; }
unsigned __builtin_ia32_tzcnt_u32(unsigned a) { int r = 0; for (; r < 32 && !(a >> r & 1); r++); return r; }
unsigned long long __builtin_ia32_lzcnt_u64(unsigned long long a) { int r = 0; for (; r < 64 && !(a >> (63 - r) & 1); r++); return r; }
unsigned long long __builtin_ia32_tzcnt_u64(unsigned long long a) { int r = 0; for (; r < 64 && !(a >> r & 1); r++); return r; }
unsigned __builtin_ia32_bzhi_si(unsigned a, unsigned n) { n &= 255; return n > 31 ? a : a & ((unsigned)1 << n) - 1; }
unsigned __builtin_ia32_pext_si(unsigned a, unsigned m) { unsigned r = 0; for (int i = 0, k = 0; i < 32; i++) if (m >> i & 1) r |= (a >> i & 1) << k++; return r; }
unsigned __builtin_ia32_pdep_si(unsigned a, unsigned m) { unsigned r = 0; for (int i = 0, k = 0; i < 32; i++) if (m >> i & 1) r |= (a >> k++ & 1) << i; return r; }
unsigned __builtin_ia32_bextr_u32(unsigned a, unsigned n) { unsigned r = (n & 255) > 31 ? 0 : a >> (n & 255); n = n >> 8 & 255; return n > 31 ? r : r & ((unsigned)1 << n) - 1; }
int __builtin_ia32_bsrsi(unsigned a) { return 31 - __builtin_clz(a); }
unsigned long long __builtin_ia32_bzhi_di(unsigned long long a, unsigned long long n) { n &= 255; return n > 63 ? a : a & ((unsigned long long)1 << n) - 1; }
unsigned long long __builtin_ia32_pext_di(unsigned long long a, unsigned long long m) { unsigned long long r = 0; for (int i = 0, k = 0; i < 64; i++) if (m >> i & 1) r |= (a >> i & 1) << k++; return r; }
unsigned long long __builtin_ia32_pdep_di(unsigned long long a, unsigned long long m) { unsigned long long r = 0; for (int i = 0, k = 0; i < 64; i++) if (m >> i & 1) r |= (a >> k++ & 1) << i; return r; }
unsigned long long __builtin_ia32_bextr_u64(unsigned long long a, unsigned long long n) { unsigned long long r = (n & 255) > 63 ? 0 : a >> (n & 255); n = n >> 8 & 255; return n > 63 ? r : r & ((unsigned long long)1 << n) - 1; }
long long __builtin_ia32_bsrdi(unsigned long long a) { return 63 - __builtin_clzll(a); }
unsigned char __builtin_ia32_rolqi(unsigned char a, int n) { n &= 7; return a << n | a >> (8 - n); }
unsigned char __builtin_ia32_rorqi(unsigned char a, int n) { n &= 7; return a >> n | a << (8 - n); }
unsigned short __builtin_ia32_rolhi(unsigned short a, int n) { n &= 15; return a << n | a >> (16 - n); }
unsigned short __builtin_ia32_rorhi(unsigned short a, int n) { n &= 15; return a >> n | a << (16 - n); }
