/* Instructions of the processor on vectors of 256 bits, and those on 128 bits that came with them (AVX, AVX2, FMA). */

extern double ceil(double);
extern double floor(double);
extern double rint(double);
extern double sqrt(double);
extern float sqrtf(float);
extern double trunc(double);
extern double fma(double, double, double);
extern float fmaf(float, float, float);

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
typedef signed char i8x32 __attribute__((vector_size(32)));
typedef unsigned char u8x32 __attribute__((vector_size(32)));
typedef short i16x16 __attribute__((vector_size(32)));
typedef unsigned short u16x16 __attribute__((vector_size(32)));
typedef int i32x8 __attribute__((vector_size(32)));
typedef unsigned u32x8 __attribute__((vector_size(32)));
typedef long long i64x4 __attribute__((vector_size(32)));
typedef unsigned long long u64x4 __attribute__((vector_size(32)));
typedef float f32x8 __attribute__((vector_size(32)));
typedef double f64x4 __attribute__((vector_size(32)));

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

i8x32 __builtin_ia32_paddsb256(i8x32 a, i8x32 b) { for (int i = 0; i < 32; i++) a[i] = clamp(a[i] + b[i], -128, 127); return a; }
i16x16 __builtin_ia32_paddsw256(i16x16 a, i16x16 b) { for (int i = 0; i < 16; i++) a[i] = clamp(a[i] + b[i], -32768, 32767); return a; }
u8x32 __builtin_ia32_paddusb256(u8x32 a, u8x32 b) { for (int i = 0; i < 32; i++) a[i] = clamp(a[i] + b[i], 0, 255); return a; }
u16x16 __builtin_ia32_paddusw256(u16x16 a, u16x16 b) { for (int i = 0; i < 16; i++) a[i] = clamp(a[i] + b[i], 0, 65535); return a; }
i8x32 __builtin_ia32_psubsb256(i8x32 a, i8x32 b) { for (int i = 0; i < 32; i++) a[i] = clamp(a[i] - b[i], -128, 127); return a; }
i16x16 __builtin_ia32_psubsw256(i16x16 a, i16x16 b) { for (int i = 0; i < 16; i++) a[i] = clamp(a[i] - b[i], -32768, 32767); return a; }
u8x32 __builtin_ia32_psubusb256(u8x32 a, u8x32 b) { for (int i = 0; i < 32; i++) a[i] = clamp(a[i] - b[i], 0, 255); return a; }
u16x16 __builtin_ia32_psubusw256(u16x16 a, u16x16 b) { for (int i = 0; i < 16; i++) a[i] = clamp(a[i] - b[i], 0, 65535); return a; }
u8x32 __builtin_ia32_pavgb256(u8x32 a, u8x32 b) { for (int i = 0; i < 32; i++) a[i] = (a[i] + b[i] + 1) >> 1; return a; }
u16x16 __builtin_ia32_pavgw256(u16x16 a, u16x16 b) { for (int i = 0; i < 16; i++) a[i] = (a[i] + b[i] + 1) >> 1; return a; }
i8x32 __builtin_ia32_pminsb256(i8x32 a, i8x32 b) { for (int i = 0; i < 32; i++) a[i] = a[i] < b[i] ? a[i] : b[i]; return a; }
i8x32 __builtin_ia32_pmaxsb256(i8x32 a, i8x32 b) { for (int i = 0; i < 32; i++) a[i] = a[i] > b[i] ? a[i] : b[i]; return a; }
u8x32 __builtin_ia32_pminub256(u8x32 a, u8x32 b) { for (int i = 0; i < 32; i++) a[i] = a[i] < b[i] ? a[i] : b[i]; return a; }
u8x32 __builtin_ia32_pmaxub256(u8x32 a, u8x32 b) { for (int i = 0; i < 32; i++) a[i] = a[i] > b[i] ? a[i] : b[i]; return a; }
i16x16 __builtin_ia32_pminsw256(i16x16 a, i16x16 b) { for (int i = 0; i < 16; i++) a[i] = a[i] < b[i] ? a[i] : b[i]; return a; }
i16x16 __builtin_ia32_pmaxsw256(i16x16 a, i16x16 b) { for (int i = 0; i < 16; i++) a[i] = a[i] > b[i] ? a[i] : b[i]; return a; }
u16x16 __builtin_ia32_pminuw256(u16x16 a, u16x16 b) { for (int i = 0; i < 16; i++) a[i] = a[i] < b[i] ? a[i] : b[i]; return a; }
u16x16 __builtin_ia32_pmaxuw256(u16x16 a, u16x16 b) { for (int i = 0; i < 16; i++) a[i] = a[i] > b[i] ? a[i] : b[i]; return a; }
i32x8 __builtin_ia32_pminsd256(i32x8 a, i32x8 b) { for (int i = 0; i < 8; i++) a[i] = a[i] < b[i] ? a[i] : b[i]; return a; }
i32x8 __builtin_ia32_pmaxsd256(i32x8 a, i32x8 b) { for (int i = 0; i < 8; i++) a[i] = a[i] > b[i] ? a[i] : b[i]; return a; }
u32x8 __builtin_ia32_pminud256(u32x8 a, u32x8 b) { for (int i = 0; i < 8; i++) a[i] = a[i] < b[i] ? a[i] : b[i]; return a; }
u32x8 __builtin_ia32_pmaxud256(u32x8 a, u32x8 b) { for (int i = 0; i < 8; i++) a[i] = a[i] > b[i] ? a[i] : b[i]; return a; }
i16x16 __builtin_ia32_pmulhw256(i16x16 a, i16x16 b) { for (int i = 0; i < 16; i++) a[i] = a[i] * b[i] >> 16; return a; }
u16x16 __builtin_ia32_pmulhuw256(u16x16 a, u16x16 b) { for (int i = 0; i < 16; i++) a[i] = (unsigned)a[i] * b[i] >> 16; return a; }
i16x16 __builtin_ia32_pmulhrsw256(i16x16 a, i16x16 b) { for (int i = 0; i < 16; i++) a[i] = ((a[i] * b[i] >> 14) + 1) >> 1; return a; }
i8x32 __builtin_ia32_pabsb256(i8x32 a) { for (int i = 0; i < 32; i++) a[i] = a[i] < 0 ? -a[i] : a[i]; return a; }
i8x32 __builtin_ia32_psignb256(i8x32 a, i8x32 b) { for (int i = 0; i < 32; i++) a[i] = b[i] < 0 ? -a[i] : b[i] == 0 ? 0 : a[i]; return a; }
i16x16 __builtin_ia32_pabsw256(i16x16 a) { for (int i = 0; i < 16; i++) a[i] = a[i] < 0 ? -a[i] : a[i]; return a; }
i16x16 __builtin_ia32_psignw256(i16x16 a, i16x16 b) { for (int i = 0; i < 16; i++) a[i] = b[i] < 0 ? -a[i] : b[i] == 0 ? 0 : a[i]; return a; }
u32x8 __builtin_ia32_pabsd256(u32x8 a) { for (int i = 0; i < 8; i++) a[i] = a[i] >> 31 ? -a[i] : a[i]; return a; }
u32x8 __builtin_ia32_psignd256(u32x8 a, u32x8 b) { for (int i = 0; i < 8; i++) a[i] = b[i] >> 31 ? -a[i] : b[i] == 0 ? 0 : a[i]; return a; }
u32x4 __builtin_ia32_psllv4si(u32x4 a, u32x4 b) { for (int i = 0; i < 4; i++) a[i] = b[i] > 31 ? 0 : a[i] << b[i]; return a; }
u32x4 __builtin_ia32_psrlv4si(u32x4 a, u32x4 b) { for (int i = 0; i < 4; i++) a[i] = b[i] > 31 ? 0 : a[i] >> b[i]; return a; }
u64x2 __builtin_ia32_psllv2di(u64x2 a, u64x2 b) { for (int i = 0; i < 2; i++) a[i] = b[i] > 63 ? 0 : a[i] << b[i]; return a; }
u64x2 __builtin_ia32_psrlv2di(u64x2 a, u64x2 b) { for (int i = 0; i < 2; i++) a[i] = b[i] > 63 ? 0 : a[i] >> b[i]; return a; }
i32x4 __builtin_ia32_psrav4si(i32x4 a, u32x4 b) { for (int i = 0; i < 4; i++) a[i] >>= b[i] > 31 ? 31 : b[i]; return a; }
f32x4 __builtin_ia32_vfmaddps(f32x4 a, f32x4 b, f32x4 c) { for (int i = 0; i < 4; i++) a[i] = fmaf(a[i], b[i], c[i]); return a; }
f32x4 __builtin_ia32_vfmaddss3(f32x4 a, f32x4 b, f32x4 c) { a[0] = fmaf(a[0], b[0], c[0]); return a; }
f32x4 __builtin_ia32_vfmsubps(f32x4 a, f32x4 b, f32x4 c) { for (int i = 0; i < 4; i++) a[i] = fmaf(a[i], b[i], -c[i]); return a; }
f32x4 __builtin_ia32_vfmsubss3(f32x4 a, f32x4 b, f32x4 c) { a[0] = fmaf(a[0], b[0], -c[0]); return a; }
f32x4 __builtin_ia32_vfnmaddps(f32x4 a, f32x4 b, f32x4 c) { for (int i = 0; i < 4; i++) a[i] = fmaf(-a[i], b[i], c[i]); return a; }
f32x4 __builtin_ia32_vfnmaddss3(f32x4 a, f32x4 b, f32x4 c) { a[0] = fmaf(-a[0], b[0], c[0]); return a; }
f32x4 __builtin_ia32_vfnmsubps(f32x4 a, f32x4 b, f32x4 c) { for (int i = 0; i < 4; i++) a[i] = fmaf(-a[i], b[i], -c[i]); return a; }
f32x4 __builtin_ia32_vfnmsubss3(f32x4 a, f32x4 b, f32x4 c) { a[0] = fmaf(-a[0], b[0], -c[0]); return a; }
f32x4 __builtin_ia32_vfmaddsubps(f32x4 a, f32x4 b, f32x4 c) { for (int i = 0; i < 4; i++) a[i] = fmaf(a[i], b[i], i % 2 ? c[i] : -c[i]); return a; }
f32x4 __builtin_ia32_maskloadps(const float *p, i32x4 m) { f32x4 r = {}; for (int i = 0; i < 4; i++) if (m[i] < 0) r[i] = p[i]; return r; }
void __builtin_ia32_maskstoreps(float *p, i32x4 m, f32x4 a) { for (int i = 0; i < 4; i++) if (m[i] < 0) p[i] = a[i]; }
i32x4 __builtin_ia32_maskloadd(const int *p, i32x4 m) { i32x4 r = {}; for (int i = 0; i < 4; i++) if (m[i] < 0) r[i] = p[i]; return r; }
void __builtin_ia32_maskstored(int *p, i32x4 m, i32x4 a) { for (int i = 0; i < 4; i++) if (m[i] < 0) p[i] = a[i]; }
f32x4 __builtin_ia32_vpermilps(f32x4 a, int n) { f32x4 r; for (int i = 0; i < 4; i++) r[i] = a[i / 4 * 4 + (n >> i % 4 * 2 & 3)]; return r; }
f32x4 __builtin_ia32_vpermilvarps(f32x4 a, i32x4 c) { f32x4 r; for (int i = 0; i < 4; i++) r[i] = a[i / 4 * 4 + (c[i] & 3)]; return r; }
f64x2 __builtin_ia32_vfmaddpd(f64x2 a, f64x2 b, f64x2 c) { for (int i = 0; i < 2; i++) a[i] = fma(a[i], b[i], c[i]); return a; }
f64x2 __builtin_ia32_vfmaddsd3(f64x2 a, f64x2 b, f64x2 c) { a[0] = fma(a[0], b[0], c[0]); return a; }
f64x2 __builtin_ia32_vfmsubpd(f64x2 a, f64x2 b, f64x2 c) { for (int i = 0; i < 2; i++) a[i] = fma(a[i], b[i], -c[i]); return a; }
f64x2 __builtin_ia32_vfmsubsd3(f64x2 a, f64x2 b, f64x2 c) { a[0] = fma(a[0], b[0], -c[0]); return a; }
f64x2 __builtin_ia32_vfnmaddpd(f64x2 a, f64x2 b, f64x2 c) { for (int i = 0; i < 2; i++) a[i] = fma(-a[i], b[i], c[i]); return a; }
f64x2 __builtin_ia32_vfnmaddsd3(f64x2 a, f64x2 b, f64x2 c) { a[0] = fma(-a[0], b[0], c[0]); return a; }
f64x2 __builtin_ia32_vfnmsubpd(f64x2 a, f64x2 b, f64x2 c) { for (int i = 0; i < 2; i++) a[i] = fma(-a[i], b[i], -c[i]); return a; }
f64x2 __builtin_ia32_vfnmsubsd3(f64x2 a, f64x2 b, f64x2 c) { a[0] = fma(-a[0], b[0], -c[0]); return a; }
f64x2 __builtin_ia32_vfmaddsubpd(f64x2 a, f64x2 b, f64x2 c) { for (int i = 0; i < 2; i++) a[i] = fma(a[i], b[i], i % 2 ? c[i] : -c[i]); return a; }
f64x2 __builtin_ia32_maskloadpd(const double *p, i64x2 m) { f64x2 r = {}; for (int i = 0; i < 2; i++) if (m[i] < 0) r[i] = p[i]; return r; }
void __builtin_ia32_maskstorepd(double *p, i64x2 m, f64x2 a) { for (int i = 0; i < 2; i++) if (m[i] < 0) p[i] = a[i]; }
i64x2 __builtin_ia32_maskloadq(const long long *p, i64x2 m) { i64x2 r = {}; for (int i = 0; i < 2; i++) if (m[i] < 0) r[i] = p[i]; return r; }
void __builtin_ia32_maskstoreq(long long *p, i64x2 m, i64x2 a) { for (int i = 0; i < 2; i++) if (m[i] < 0) p[i] = a[i]; }
f64x2 __builtin_ia32_vpermilpd(f64x2 a, int n) { f64x2 r; for (int i = 0; i < 2; i++) r[i] = a[i / 2 * 2 + (n >> i & 1)]; return r; }
f64x2 __builtin_ia32_vpermilvarpd(f64x2 a, i64x2 c) { f64x2 r; for (int i = 0; i < 2; i++) r[i] = a[i / 2 * 2 + (c[i] >> 1 & 1)]; return r; }
i32x4 __builtin_ia32_pblendd128(i32x4 a, i32x4 b, int n) { for (int i = 0; i < 4; i++) a[i] = n >> i & 1 ? b[i] : a[i]; return a; }
i8x16 __builtin_ia32_pbroadcastb128(i8x16 a) { i8x16 r; for (int i = 0; i < 16; i++) r[i] = a[0]; return r; }
i16x8 __builtin_ia32_pbroadcastw128(i16x8 a) { i16x8 r; for (int i = 0; i < 8; i++) r[i] = a[0]; return r; }
i32x4 __builtin_ia32_pbroadcastd128(i32x4 a) { i32x4 r; for (int i = 0; i < 4; i++) r[i] = a[0]; return r; }
i64x2 __builtin_ia32_pbroadcastq128(i64x2 a) { i64x2 r; for (int i = 0; i < 2; i++) r[i] = a[0]; return r; }
i64x4 __builtin_ia32_pmuludq256(u32x8 a, u32x8 b) { i64x4 r; for (int i = 0; i < 4; i++) r[i] = (unsigned long long)a[2 * i] * b[2 * i]; return r; }
i64x4 __builtin_ia32_pmuldq256(i32x8 a, i32x8 b) { i64x4 r; for (int i = 0; i < 4; i++) r[i] = (long long)a[2 * i] * b[2 * i]; return r; }
u32x8 __builtin_ia32_pmaddwd256(i16x16 a, i16x16 b) { u32x8 r; for (int i = 0; i < 8; i++) r[i] = (unsigned)(a[2 * i] * b[2 * i]) + (unsigned)(a[2 * i + 1] * b[2 * i + 1]); return r; }
i16x16 __builtin_ia32_pmaddubsw256(u8x32 a, i8x32 b) { i16x16 r; for (int i = 0; i < 16; i++) r[i] = clamp(a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1], -32768, 32767); return r; }
i64x4 __builtin_ia32_psadbw256(u8x32 a, u8x32 b) { i64x4 r = {}; for (int i = 0; i < 32; i++) r[i / 8] += a[i] < b[i] ? b[i] - a[i] : a[i] - b[i]; return r; }
i8x32 __builtin_ia32_packsswb256(i16x16 a, i16x16 b) { i8x32 r; for (int i = 0; i < 32; i++) r[i] = clamp(i % 16 < 8 ? a[i / 16 * 8 + i % 8] : b[i / 16 * 8 + i % 8], -128, 127); return r; }
i16x16 __builtin_ia32_packssdw256(i32x8 a, i32x8 b) { i16x16 r; for (int i = 0; i < 16; i++) r[i] = clamp(i % 8 < 4 ? a[i / 8 * 4 + i % 4] : b[i / 8 * 4 + i % 4], -32768, 32767); return r; }
u8x32 __builtin_ia32_packuswb256(i16x16 a, i16x16 b) { u8x32 r; for (int i = 0; i < 32; i++) r[i] = clamp(i % 16 < 8 ? a[i / 16 * 8 + i % 8] : b[i / 16 * 8 + i % 8], 0, 255); return r; }
u16x16 __builtin_ia32_packusdw256(i32x8 a, i32x8 b) { u16x16 r; for (int i = 0; i < 16; i++) r[i] = clamp(i % 8 < 4 ? a[i / 8 * 4 + i % 4] : b[i / 8 * 4 + i % 4], 0, 65535); return r; }
i16x16 __builtin_ia32_phaddw256(i16x16 a, i16x16 b) { i16x16 r; for (int i = 0; i < 16; i++) { int j = i / 8 * 8 + i % 4 * 2; int x = i % 8 < 4 ? a[j] : b[j], y = i % 8 < 4 ? a[j + 1] : b[j + 1]; r[i] = x + y; } return r; }
i16x16 __builtin_ia32_phsubw256(i16x16 a, i16x16 b) { i16x16 r; for (int i = 0; i < 16; i++) { int j = i / 8 * 8 + i % 4 * 2; int x = i % 8 < 4 ? a[j] : b[j], y = i % 8 < 4 ? a[j + 1] : b[j + 1]; r[i] = x - y; } return r; }
u32x8 __builtin_ia32_phaddd256(u32x8 a, u32x8 b) { u32x8 r; for (int i = 0; i < 8; i++) { int j = i / 4 * 4 + i % 2 * 2; unsigned x = i % 4 < 2 ? a[j] : b[j], y = i % 4 < 2 ? a[j + 1] : b[j + 1]; r[i] = x + y; } return r; }
u32x8 __builtin_ia32_phsubd256(u32x8 a, u32x8 b) { u32x8 r; for (int i = 0; i < 8; i++) { int j = i / 4 * 4 + i % 2 * 2; unsigned x = i % 4 < 2 ? a[j] : b[j], y = i % 4 < 2 ? a[j + 1] : b[j + 1]; r[i] = x - y; } return r; }
i16x16 __builtin_ia32_phaddsw256(i16x16 a, i16x16 b) { i16x16 r; for (int i = 0; i < 16; i++) { int j = i / 8 * 8 + i % 4 * 2; int x = i % 8 < 4 ? a[j] : b[j], y = i % 8 < 4 ? a[j + 1] : b[j + 1]; r[i] = clamp(x + y, -32768, 32767); } return r; }
i16x16 __builtin_ia32_phsubsw256(i16x16 a, i16x16 b) { i16x16 r; for (int i = 0; i < 16; i++) { int j = i / 8 * 8 + i % 4 * 2; int x = i % 8 < 4 ? a[j] : b[j], y = i % 8 < 4 ? a[j + 1] : b[j + 1]; r[i] = clamp(x - y, -32768, 32767); } return r; }
i8x32 __builtin_ia32_punpcklbw256(i8x32 a, i8x32 b) { i8x32 r; for (int i = 0; i < 32; i++) { int j = i / 16 * 16 + i % 16 / 2; r[i] = i % 2 ? b[j] : a[j]; } return r; }
i8x32 __builtin_ia32_punpckhbw256(i8x32 a, i8x32 b) { i8x32 r; for (int i = 0; i < 32; i++) { int j = i / 16 * 16 + 8 + i % 16 / 2; r[i] = i % 2 ? b[j] : a[j]; } return r; }
i16x16 __builtin_ia32_punpcklwd256(i16x16 a, i16x16 b) { i16x16 r; for (int i = 0; i < 16; i++) { int j = i / 8 * 8 + i % 8 / 2; r[i] = i % 2 ? b[j] : a[j]; } return r; }
i16x16 __builtin_ia32_punpckhwd256(i16x16 a, i16x16 b) { i16x16 r; for (int i = 0; i < 16; i++) { int j = i / 8 * 8 + 4 + i % 8 / 2; r[i] = i % 2 ? b[j] : a[j]; } return r; }
i32x8 __builtin_ia32_punpckldq256(i32x8 a, i32x8 b) { i32x8 r; for (int i = 0; i < 8; i++) { int j = i / 4 * 4 + i % 4 / 2; r[i] = i % 2 ? b[j] : a[j]; } return r; }
i32x8 __builtin_ia32_punpckhdq256(i32x8 a, i32x8 b) { i32x8 r; for (int i = 0; i < 8; i++) { int j = i / 4 * 4 + 2 + i % 4 / 2; r[i] = i % 2 ? b[j] : a[j]; } return r; }
i64x4 __builtin_ia32_punpcklqdq256(i64x4 a, i64x4 b) { i64x4 r; for (int i = 0; i < 4; i++) { int j = i / 2 * 2 + i % 2 / 2; r[i] = i % 2 ? b[j] : a[j]; } return r; }
i64x4 __builtin_ia32_punpckhqdq256(i64x4 a, i64x4 b) { i64x4 r; for (int i = 0; i < 4; i++) { int j = i / 2 * 2 + 1 + i % 2 / 2; r[i] = i % 2 ? b[j] : a[j]; } return r; }
i8x32 __builtin_ia32_pshufb256(i8x32 a, i8x32 b) { i8x32 r; for (int i = 0; i < 32; i++) r[i] = b[i] < 0 ? 0 : a[i / 16 * 16 + (b[i] & 15)]; return r; }
i32x8 __builtin_ia32_pshufd256(i32x8 a, int n) { i32x8 r; for (int i = 0; i < 8; i++) r[i] = a[i / 4 * 4 + (n >> i % 4 * 2 & 3)]; return r; }
i16x16 __builtin_ia32_pshuflw256(i16x16 a, int n) { i16x16 r = a; for (int i = 0; i < 16; i++) if (i % 8 < 4) r[i] = a[i / 8 * 8 + (n >> i % 4 * 2 & 3)]; return r; }
i16x16 __builtin_ia32_pshufhw256(i16x16 a, int n) { i16x16 r = a; for (int i = 0; i < 16; i++) if (i % 8 >= 4) r[i] = a[i / 8 * 8 + 4 + (n >> i % 4 * 2 & 3)]; return r; }
f32x8 __builtin_ia32_shufps256(f32x8 a, f32x8 b, int n) { f32x8 r; for (int i = 0; i < 8; i++) { int j = i / 4 * 4 + (n >> i % 4 * 2 & 3); r[i] = i % 4 < 2 ? a[j] : b[j]; } return r; }
f64x4 __builtin_ia32_shufpd256(f64x4 a, f64x4 b, int n) { f64x4 r; for (int i = 0; i < 4; i++) { int j = i / 2 * 2 + (n >> i & 1); r[i] = i % 2 ? b[j] : a[j]; } return r; }
f32x8 __builtin_ia32_unpcklps256(f32x8 a, f32x8 b) { f32x8 r; for (int i = 0; i < 8; i++) { int j = i / 4 * 4 + 0 + i % 4 / 2; r[i] = i % 2 ? b[j] : a[j]; } return r; }
f64x4 __builtin_ia32_unpcklpd256(f64x4 a, f64x4 b) { f64x4 r; for (int i = 0; i < 4; i++) { int j = i / 2 * 2 + 0; r[i] = i % 2 ? b[j] : a[j]; } return r; }
f32x8 __builtin_ia32_unpckhps256(f32x8 a, f32x8 b) { f32x8 r; for (int i = 0; i < 8; i++) { int j = i / 4 * 4 + 2 + i % 4 / 2; r[i] = i % 2 ? b[j] : a[j]; } return r; }
f64x4 __builtin_ia32_unpckhpd256(f64x4 a, f64x4 b) { f64x4 r; for (int i = 0; i < 4; i++) { int j = i / 2 * 2 + 1; r[i] = i % 2 ? b[j] : a[j]; } return r; }
i64x4 __builtin_ia32_palignr256(u8x32 a, u8x32 b, int n) { u8x32 r; for (int i = 0; i < 32; i++) { int j = i % 16 + n / 8; r[i] = j < 16 ? b[i / 16 * 16 + j] : j < 32 ? a[i / 16 * 16 + j - 16] : 0; } return (i64x4)r; }
i64x4 __builtin_ia32_pslldqi256(u8x32 a, int n) { u8x32 r; for (int i = 0; i < 32; i++) r[i] = i % 16 < n / 8 ? 0 : a[i - n / 8]; return (i64x4)r; }
i64x4 __builtin_ia32_psrldqi256(u8x32 a, int n) { u8x32 r; for (int i = 0; i < 32; i++) r[i] = i % 16 + n / 8 > 15 ? 0 : a[i + n / 8]; return (i64x4)r; }
u16x16 __builtin_ia32_psllw256(u16x16 a, u64x2 b) { for (int i = 0; i < 16; i++) a[i] = b[0] > 15 ? 0 : a[i] << (int)b[0]; return a; }
u16x16 __builtin_ia32_psllwi256(u16x16 a, int b) { for (int i = 0; i < 16; i++) a[i] = (unsigned)b > 15 ? 0 : a[i] << b; return a; }
u16x16 __builtin_ia32_psrlw256(u16x16 a, u64x2 b) { for (int i = 0; i < 16; i++) a[i] = b[0] > 15 ? 0 : a[i] >> (int)b[0]; return a; }
u16x16 __builtin_ia32_psrlwi256(u16x16 a, int b) { for (int i = 0; i < 16; i++) a[i] = (unsigned)b > 15 ? 0 : a[i] >> b; return a; }
i16x16 __builtin_ia32_psraw256(i16x16 a, u64x2 b) { for (int i = 0; i < 16; i++) a[i] >>= b[0] > 15 ? 15 : (int)b[0]; return a; }
i16x16 __builtin_ia32_psrawi256(i16x16 a, int b) { for (int i = 0; i < 16; i++) a[i] >>= (unsigned)b > 15 ? 15 : b; return a; }
u32x8 __builtin_ia32_pslld256(u32x8 a, u64x2 b) { for (int i = 0; i < 8; i++) a[i] = b[0] > 31 ? 0 : a[i] << (int)b[0]; return a; }
u32x8 __builtin_ia32_pslldi256(u32x8 a, int b) { for (int i = 0; i < 8; i++) a[i] = (unsigned)b > 31 ? 0 : a[i] << b; return a; }
u32x8 __builtin_ia32_psrld256(u32x8 a, u64x2 b) { for (int i = 0; i < 8; i++) a[i] = b[0] > 31 ? 0 : a[i] >> (int)b[0]; return a; }
u32x8 __builtin_ia32_psrldi256(u32x8 a, int b) { for (int i = 0; i < 8; i++) a[i] = (unsigned)b > 31 ? 0 : a[i] >> b; return a; }
i32x8 __builtin_ia32_psrad256(i32x8 a, u64x2 b) { for (int i = 0; i < 8; i++) a[i] >>= b[0] > 31 ? 31 : (int)b[0]; return a; }
i32x8 __builtin_ia32_psradi256(i32x8 a, int b) { for (int i = 0; i < 8; i++) a[i] >>= (unsigned)b > 31 ? 31 : b; return a; }
u64x4 __builtin_ia32_psllq256(u64x4 a, u64x2 b) { for (int i = 0; i < 4; i++) a[i] = b[0] > 63 ? 0 : a[i] << (int)b[0]; return a; }
u64x4 __builtin_ia32_psllqi256(u64x4 a, int b) { for (int i = 0; i < 4; i++) a[i] = (unsigned)b > 63 ? 0 : a[i] << b; return a; }
u64x4 __builtin_ia32_psrlq256(u64x4 a, u64x2 b) { for (int i = 0; i < 4; i++) a[i] = b[0] > 63 ? 0 : a[i] >> (int)b[0]; return a; }
u64x4 __builtin_ia32_psrlqi256(u64x4 a, int b) { for (int i = 0; i < 4; i++) a[i] = (unsigned)b > 63 ? 0 : a[i] >> b; return a; }
u32x8 __builtin_ia32_psllv8si(u32x8 a, u32x8 b) { for (int i = 0; i < 8; i++) a[i] = b[i] > 31 ? 0 : a[i] << b[i]; return a; }
u32x8 __builtin_ia32_psrlv8si(u32x8 a, u32x8 b) { for (int i = 0; i < 8; i++) a[i] = b[i] > 31 ? 0 : a[i] >> b[i]; return a; }
u64x4 __builtin_ia32_psllv4di(u64x4 a, u64x4 b) { for (int i = 0; i < 4; i++) a[i] = b[i] > 63 ? 0 : a[i] << b[i]; return a; }
u64x4 __builtin_ia32_psrlv4di(u64x4 a, u64x4 b) { for (int i = 0; i < 4; i++) a[i] = b[i] > 63 ? 0 : a[i] >> b[i]; return a; }
i32x8 __builtin_ia32_psrav8si(i32x8 a, u32x8 b) { for (int i = 0; i < 8; i++) a[i] >>= b[i] > 31 ? 31 : b[i]; return a; }
int __builtin_ia32_pmovmskb256(i8x32 a) { int r = 0; for (int i = 0; i < 32; i++) r |= (a[i] < 0 ? 1u : 0u) << i; return r; }
int __builtin_ia32_movmskps256(i32x8 a) { int r = 0; for (int i = 0; i < 8; i++) r |= (a[i] < 0) << i; return r; }
int __builtin_ia32_movmskpd256(i64x4 a) { int r = 0; for (int i = 0; i < 4; i++) r |= (a[i] < 0) << i; return r; }
int __builtin_ia32_ptestz256(u64x4 a, u64x4 b) { int r = 1; for (int i = 0; i < 4; i++) r &= !((a[i] & b[i])); return r; }
int __builtin_ia32_ptestc256(u64x4 a, u64x4 b) { int r = 1; for (int i = 0; i < 4; i++) r &= !((~a[i] & b[i])); return r; }
int __builtin_ia32_ptestnzc256(u64x4 a, u64x4 b) { int x = 0, y = 0; for (int i = 0; i < 4; i++) { x |= !!((a[i] & b[i])); y |= !!((~a[i] & b[i])); } return x & y; }
int __builtin_ia32_vtestzps256(u32x8 a, u32x8 b) { int r = 1; for (int i = 0; i < 8; i++) r &= !((a[i] & b[i]) >> 31); return r; }
int __builtin_ia32_vtestcps256(u32x8 a, u32x8 b) { int r = 1; for (int i = 0; i < 8; i++) r &= !((~a[i] & b[i]) >> 31); return r; }
int __builtin_ia32_vtestnzcps256(u32x8 a, u32x8 b) { int x = 0, y = 0; for (int i = 0; i < 8; i++) { x |= !!((a[i] & b[i]) >> 31); y |= !!((~a[i] & b[i]) >> 31); } return x & y; }
int __builtin_ia32_vtestzpd256(u64x4 a, u64x4 b) { int r = 1; for (int i = 0; i < 4; i++) r &= !((a[i] & b[i]) >> 63); return r; }
int __builtin_ia32_vtestcpd256(u64x4 a, u64x4 b) { int r = 1; for (int i = 0; i < 4; i++) r &= !((~a[i] & b[i]) >> 63); return r; }
int __builtin_ia32_vtestnzcpd256(u64x4 a, u64x4 b) { int x = 0, y = 0; for (int i = 0; i < 4; i++) { x |= !!((a[i] & b[i]) >> 63); y |= !!((~a[i] & b[i]) >> 63); } return x & y; }
f32x8 __builtin_ia32_andps256(f32x8 a, f32x8 b) { return (f32x8)((i32x8)a & (i32x8)b); }
f32x8 __builtin_ia32_andnps256(f32x8 a, f32x8 b) { return (f32x8)(~(i32x8)a & (i32x8)b); }
f32x8 __builtin_ia32_orps256(f32x8 a, f32x8 b) { return (f32x8)((i32x8)a | (i32x8)b); }
f32x8 __builtin_ia32_xorps256(f32x8 a, f32x8 b) { return (f32x8)((i32x8)a ^ (i32x8)b); }
f32x8 __builtin_ia32_blendps256(f32x8 a, f32x8 b, int n) { for (int i = 0; i < 8; i++) a[i] = n >> i & 1 ? b[i] : a[i]; return a; }
f32x8 __builtin_ia32_blendvps256(f32x8 a, f32x8 b, i32x8 c) { for (int i = 0; i < 8; i++) a[i] = c[i] < 0 ? b[i] : a[i]; return a; }
f32x8 __builtin_ia32_cmpps256(f32x8 a, f32x8 b, int n) { i32x8 r; for (int i = 0; i < 8; i++) r[i] = -holds(a[i], b[i], n); return (f32x8)r; }
f32x8 __builtin_ia32_addsubps256(f32x8 a, f32x8 b) { for (int i = 0; i < 8; i++) a[i] = i % 2 ? a[i] + b[i] : a[i] - b[i]; return a; }
f32x8 __builtin_ia32_haddps256(f32x8 a, f32x8 b) { f32x8 r; for (int i = 0; i < 8; i++) { int j = i / 4 * 4 + i % 2 * 2; r[i] = i % 4 < 2 ? a[j] + a[j + 1] : b[j] + b[j + 1]; } return r; }
f32x8 __builtin_ia32_hsubps256(f32x8 a, f32x8 b) { f32x8 r; for (int i = 0; i < 8; i++) { int j = i / 4 * 4 + i % 2 * 2; r[i] = i % 4 < 2 ? a[j] - a[j + 1] : b[j] - b[j + 1]; } return r; }
f32x8 __builtin_ia32_sqrtps256(f32x8 a) { for (int i = 0; i < 8; i++) a[i] = sqrtf(a[i]); return a; }
f32x8 __builtin_ia32_roundps256(f32x8 a, int n) { for (int i = 0; i < 8; i++) a[i] = rounded(a[i], n); return a; }
f32x8 __builtin_ia32_minps256(f32x8 a, f32x8 b) { for (int i = 0; i < 8; i++) a[i] = a[i] < b[i] ? a[i] : b[i]; return a; }
f32x8 __builtin_ia32_maxps256(f32x8 a, f32x8 b) { for (int i = 0; i < 8; i++) a[i] = a[i] > b[i] ? a[i] : b[i]; return a; }
f32x8 __builtin_ia32_vfmaddps256(f32x8 a, f32x8 b, f32x8 c) { for (int i = 0; i < 8; i++) a[i] = fmaf(a[i], b[i], c[i]); return a; }
f32x8 __builtin_ia32_vfmsubps256(f32x8 a, f32x8 b, f32x8 c) { for (int i = 0; i < 8; i++) a[i] = fmaf(a[i], b[i], -c[i]); return a; }
f32x8 __builtin_ia32_vfnmaddps256(f32x8 a, f32x8 b, f32x8 c) { for (int i = 0; i < 8; i++) a[i] = fmaf(-a[i], b[i], c[i]); return a; }
f32x8 __builtin_ia32_vfnmsubps256(f32x8 a, f32x8 b, f32x8 c) { for (int i = 0; i < 8; i++) a[i] = fmaf(-a[i], b[i], -c[i]); return a; }
f32x8 __builtin_ia32_vfmaddsubps256(f32x8 a, f32x8 b, f32x8 c) { for (int i = 0; i < 8; i++) a[i] = fmaf(a[i], b[i], i % 2 ? c[i] : -c[i]); return a; }
f32x8 __builtin_ia32_maskloadps256(const float *p, i32x8 m) { f32x8 r = {}; for (int i = 0; i < 8; i++) if (m[i] < 0) r[i] = p[i]; return r; }
void __builtin_ia32_maskstoreps256(float *p, i32x8 m, f32x8 a) { for (int i = 0; i < 8; i++) if (m[i] < 0) p[i] = a[i]; }
i32x8 __builtin_ia32_maskloadd256(const int *p, i32x8 m) { i32x8 r = {}; for (int i = 0; i < 8; i++) if (m[i] < 0) r[i] = p[i]; return r; }
void __builtin_ia32_maskstored256(int *p, i32x8 m, i32x8 a) { for (int i = 0; i < 8; i++) if (m[i] < 0) p[i] = a[i]; }
f32x8 __builtin_ia32_vpermilps256(f32x8 a, int n) { f32x8 r; for (int i = 0; i < 8; i++) r[i] = a[i / 4 * 4 + (n >> i % 4 * 2 & 3)]; return r; }
f32x8 __builtin_ia32_vpermilvarps256(f32x8 a, i32x8 c) { f32x8 r; for (int i = 0; i < 8; i++) r[i] = a[i / 4 * 4 + (c[i] & 3)]; return r; }
f64x4 __builtin_ia32_andpd256(f64x4 a, f64x4 b) { return (f64x4)((i64x4)a & (i64x4)b); }
f64x4 __builtin_ia32_andnpd256(f64x4 a, f64x4 b) { return (f64x4)(~(i64x4)a & (i64x4)b); }
f64x4 __builtin_ia32_orpd256(f64x4 a, f64x4 b) { return (f64x4)((i64x4)a | (i64x4)b); }
f64x4 __builtin_ia32_xorpd256(f64x4 a, f64x4 b) { return (f64x4)((i64x4)a ^ (i64x4)b); }
f64x4 __builtin_ia32_blendpd256(f64x4 a, f64x4 b, int n) { for (int i = 0; i < 4; i++) a[i] = n >> i & 1 ? b[i] : a[i]; return a; }
f64x4 __builtin_ia32_blendvpd256(f64x4 a, f64x4 b, i64x4 c) { for (int i = 0; i < 4; i++) a[i] = c[i] < 0 ? b[i] : a[i]; return a; }
f64x4 __builtin_ia32_cmppd256(f64x4 a, f64x4 b, int n) { i64x4 r; for (int i = 0; i < 4; i++) r[i] = -holds(a[i], b[i], n); return (f64x4)r; }
f64x4 __builtin_ia32_addsubpd256(f64x4 a, f64x4 b) { for (int i = 0; i < 4; i++) a[i] = i % 2 ? a[i] + b[i] : a[i] - b[i]; return a; }
f64x4 __builtin_ia32_haddpd256(f64x4 a, f64x4 b) { f64x4 r; for (int i = 0; i < 4; i++) { int j = i / 2 * 2 + i % 1 * 2; r[i] = i % 2 < 1 ? a[j] + a[j + 1] : b[j] + b[j + 1]; } return r; }
f64x4 __builtin_ia32_hsubpd256(f64x4 a, f64x4 b) { f64x4 r; for (int i = 0; i < 4; i++) { int j = i / 2 * 2 + i % 1 * 2; r[i] = i % 2 < 1 ? a[j] - a[j + 1] : b[j] - b[j + 1]; } return r; }
f64x4 __builtin_ia32_sqrtpd256(f64x4 a) { for (int i = 0; i < 4; i++) a[i] = sqrt(a[i]); return a; }
f64x4 __builtin_ia32_roundpd256(f64x4 a, int n) { for (int i = 0; i < 4; i++) a[i] = rounded(a[i], n); return a; }
f64x4 __builtin_ia32_minpd256(f64x4 a, f64x4 b) { for (int i = 0; i < 4; i++) a[i] = a[i] < b[i] ? a[i] : b[i]; return a; }
f64x4 __builtin_ia32_maxpd256(f64x4 a, f64x4 b) { for (int i = 0; i < 4; i++) a[i] = a[i] > b[i] ? a[i] : b[i]; return a; }
f64x4 __builtin_ia32_vfmaddpd256(f64x4 a, f64x4 b, f64x4 c) { for (int i = 0; i < 4; i++) a[i] = fma(a[i], b[i], c[i]); return a; }
f64x4 __builtin_ia32_vfmsubpd256(f64x4 a, f64x4 b, f64x4 c) { for (int i = 0; i < 4; i++) a[i] = fma(a[i], b[i], -c[i]); return a; }
f64x4 __builtin_ia32_vfnmaddpd256(f64x4 a, f64x4 b, f64x4 c) { for (int i = 0; i < 4; i++) a[i] = fma(-a[i], b[i], c[i]); return a; }
f64x4 __builtin_ia32_vfnmsubpd256(f64x4 a, f64x4 b, f64x4 c) { for (int i = 0; i < 4; i++) a[i] = fma(-a[i], b[i], -c[i]); return a; }
f64x4 __builtin_ia32_vfmaddsubpd256(f64x4 a, f64x4 b, f64x4 c) { for (int i = 0; i < 4; i++) a[i] = fma(a[i], b[i], i % 2 ? c[i] : -c[i]); return a; }
f64x4 __builtin_ia32_maskloadpd256(const double *p, i64x4 m) { f64x4 r = {}; for (int i = 0; i < 4; i++) if (m[i] < 0) r[i] = p[i]; return r; }
void __builtin_ia32_maskstorepd256(double *p, i64x4 m, f64x4 a) { for (int i = 0; i < 4; i++) if (m[i] < 0) p[i] = a[i]; }
i64x4 __builtin_ia32_maskloadq256(const long long *p, i64x4 m) { i64x4 r = {}; for (int i = 0; i < 4; i++) if (m[i] < 0) r[i] = p[i]; return r; }
void __builtin_ia32_maskstoreq256(long long *p, i64x4 m, i64x4 a) { for (int i = 0; i < 4; i++) if (m[i] < 0) p[i] = a[i]; }
f64x4 __builtin_ia32_vpermilpd256(f64x4 a, int n) { f64x4 r; for (int i = 0; i < 4; i++) r[i] = a[i / 2 * 2 + (n >> i & 1)]; return r; }
f64x4 __builtin_ia32_vpermilvarpd256(f64x4 a, i64x4 c) { f64x4 r; for (int i = 0; i < 4; i++) r[i] = a[i / 2 * 2 + (c[i] >> 1 & 1)]; return r; }
i8x32 __builtin_ia32_pblendvb256(i8x32 a, i8x32 b, i8x32 c) { for (int i = 0; i < 32; i++) a[i] = c[i] < 0 ? b[i] : a[i]; return a; }
i16x16 __builtin_ia32_pblendw256(i16x16 a, i16x16 b, int n) { for (int i = 0; i < 16; i++) a[i] = n >> i % 8 & 1 ? b[i] : a[i]; return a; }
i32x8 __builtin_ia32_pblendd256(i32x8 a, i32x8 b, int n) { for (int i = 0; i < 8; i++) a[i] = n >> i & 1 ? b[i] : a[i]; return a; }
i16x16 __builtin_ia32_pmovsxbw256(i8x16 a) { i16x16 r; for (int i = 0; i < 16; i++) r[i] = a[i]; return r; }
i16x16 __builtin_ia32_pmovzxbw256(u8x16 a) { i16x16 r; for (int i = 0; i < 16; i++) r[i] = a[i]; return r; }
i32x8 __builtin_ia32_pmovsxbd256(i8x16 a) { i32x8 r; for (int i = 0; i < 8; i++) r[i] = a[i]; return r; }
i32x8 __builtin_ia32_pmovzxbd256(u8x16 a) { i32x8 r; for (int i = 0; i < 8; i++) r[i] = a[i]; return r; }
i64x4 __builtin_ia32_pmovsxbq256(i8x16 a) { i64x4 r; for (int i = 0; i < 4; i++) r[i] = a[i]; return r; }
i64x4 __builtin_ia32_pmovzxbq256(u8x16 a) { i64x4 r; for (int i = 0; i < 4; i++) r[i] = a[i]; return r; }
i32x8 __builtin_ia32_pmovsxwd256(i16x8 a) { i32x8 r; for (int i = 0; i < 8; i++) r[i] = a[i]; return r; }
i32x8 __builtin_ia32_pmovzxwd256(u16x8 a) { i32x8 r; for (int i = 0; i < 8; i++) r[i] = a[i]; return r; }
i64x4 __builtin_ia32_pmovsxwq256(i16x8 a) { i64x4 r; for (int i = 0; i < 4; i++) r[i] = a[i]; return r; }
i64x4 __builtin_ia32_pmovzxwq256(u16x8 a) { i64x4 r; for (int i = 0; i < 4; i++) r[i] = a[i]; return r; }
i64x4 __builtin_ia32_pmovsxdq256(i32x4 a) { i64x4 r; for (int i = 0; i < 4; i++) r[i] = a[i]; return r; }
i64x4 __builtin_ia32_pmovzxdq256(u32x4 a) { i64x4 r; for (int i = 0; i < 4; i++) r[i] = a[i]; return r; }
i8x32 __builtin_ia32_pbroadcastb256(i8x16 a) { i8x32 r; for (int i = 0; i < 32; i++) r[i] = a[0]; return r; }
i16x16 __builtin_ia32_pbroadcastw256(i16x8 a) { i16x16 r; for (int i = 0; i < 16; i++) r[i] = a[0]; return r; }
i32x8 __builtin_ia32_pbroadcastd256(i32x4 a) { i32x8 r; for (int i = 0; i < 8; i++) r[i] = a[0]; return r; }
i64x4 __builtin_ia32_pbroadcastq256(i64x2 a) { i64x4 r; for (int i = 0; i < 4; i++) r[i] = a[0]; return r; }
f32x8 __builtin_ia32_movshdup256(f32x8 a) { f32x8 r; for (int i = 0; i < 8; i++) r[i] = a[i | 1]; return r; }
f32x8 __builtin_ia32_movsldup256(f32x8 a) { f32x8 r; for (int i = 0; i < 8; i++) r[i] = a[i & ~1]; return r; }
f32x8 __builtin_ia32_dpps256(f32x8 a, f32x8 b, int n) { f32x8 r; for (int i = 0; i < 8; i += 4) { float x = n & 16 ? a[i] * b[i] : 0, y = n & 32 ? a[i + 1] * b[i + 1] : 0, z = n & 64 ? a[i + 2] * b[i + 2] : 0, w = n & 128 ? a[i + 3] * b[i + 3] : 0, sum = (x + y) + (z + w); for (int j = 0; j < 4; j++) r[i + j] = n >> j & 1 ? sum : 0; } return r; }
i16x16 __builtin_ia32_mpsadbw256(u8x32 a, u8x32 b, int n) { i16x16 r; for (int i = 0; i < 16; i++) { int m = i < 8 ? n : n >> 3, x = i / 8 * 16 + (m >> 2 & 1) * 4 + i % 8, y = i / 8 * 16 + (m & 3) * 4, sum = 0; for (int j = 0; j < 4; j++) sum += a[x + j] < b[y + j] ? b[y + j] - a[x + j] : a[x + j] - b[y + j]; r[i] = sum; } return r; }
f32x8 __builtin_ia32_cvtdq2ps256(i32x8 a) { f32x8 r; for (int i = 0; i < 8; i++) r[i] = a[i]; return r; }
i32x8 __builtin_ia32_cvtps2dq256(f32x8 a) { i32x8 r; for (int i = 0; i < 8; i++) r[i] = whole(rint(a[i])); return r; }
i32x8 __builtin_ia32_cvttps2dq256(f32x8 a) { i32x8 r; for (int i = 0; i < 8; i++) r[i] = whole(a[i]); return r; }
f64x4 __builtin_ia32_cvtdq2pd256(i32x4 a) { f64x4 r; for (int i = 0; i < 4; i++) r[i] = a[i]; return r; }
f64x4 __builtin_ia32_cvtps2pd256(f32x4 a) { f64x4 r; for (int i = 0; i < 4; i++) r[i] = a[i]; return r; }
i32x4 __builtin_ia32_cvtpd2dq256(f64x4 a) { i32x4 r = {}; for (int i = 0; i < 4; i++) r[i] = whole(rint(a[i])); return r; }
i32x4 __builtin_ia32_cvttpd2dq256(f64x4 a) { i32x4 r = {}; for (int i = 0; i < 4; i++) r[i] = whole(a[i]); return r; }
f32x4 __builtin_ia32_cvtpd2ps256(f64x4 a) { f32x4 r = {}; for (int i = 0; i < 4; i++) r[i] = a[i]; return r; }
i8x32 __builtin_ia32_lddqu256(const char *p) { i8x32 r; __builtin_memcpy(&r, p, 32); return r; }
void __builtin_ia32_movntdq256(i64x4 *p, i64x4 a) { *p = a; }
void __builtin_ia32_movntps256(f32x8 *p, f32x8 a) { *p = a; }
void __builtin_ia32_movntpd256(f64x4 *p, f64x4 a) { *p = a; }
i64x4 __builtin_ia32_movntdqa256(const i64x4 *p) { return *p; }
i64x4 __builtin_ia32_andnotsi256(i64x4 a, i64x4 b) { return ~a & b; }
f32x4 __builtin_ia32_vextractf128_ps256(f32x8 a, int n) { f32x4 r; for (int i = 0; i < 4; i++) r[i] = a[(n & 1) * 4 + i]; return r; }
f32x8 __builtin_ia32_vinsertf128_ps256(f32x8 a, f32x4 b, int n) { for (int i = 0; i < 4; i++) a[(n & 1) * 4 + i] = b[i]; return a; }
f32x8 __builtin_ia32_vperm2f128_ps256(f32x8 a, f32x8 b, int n) { f32x8 r; for (int i = 0; i < 8; i++) { int m = i < 4 ? n : n >> 4, j = (m & 1) * 4 + i % 4; r[i] = m & 8 ? 0 : m & 2 ? b[j] : a[j]; } return r; }
f32x8 __builtin_ia32_ps256_ps(f32x4 a) { f32x8 r = {}; for (int i = 0; i < 4; i++) r[i] = a[i]; return r; }
f32x4 __builtin_ia32_ps_ps256(f32x8 a) { f32x4 r; for (int i = 0; i < 4; i++) r[i] = a[i]; return r; }
f64x2 __builtin_ia32_vextractf128_pd256(f64x4 a, int n) { f64x2 r; for (int i = 0; i < 2; i++) r[i] = a[(n & 1) * 2 + i]; return r; }
f64x4 __builtin_ia32_vinsertf128_pd256(f64x4 a, f64x2 b, int n) { for (int i = 0; i < 2; i++) a[(n & 1) * 2 + i] = b[i]; return a; }
f64x4 __builtin_ia32_vperm2f128_pd256(f64x4 a, f64x4 b, int n) { f64x4 r; for (int i = 0; i < 4; i++) { int m = i < 2 ? n : n >> 4, j = (m & 1) * 2 + i % 2; r[i] = m & 8 ? 0 : m & 2 ? b[j] : a[j]; } return r; }
f64x4 __builtin_ia32_pd256_pd(f64x2 a) { f64x4 r = {}; for (int i = 0; i < 2; i++) r[i] = a[i]; return r; }
f64x2 __builtin_ia32_pd_pd256(f64x4 a) { f64x2 r; for (int i = 0; i < 2; i++) r[i] = a[i]; return r; }
i32x4 __builtin_ia32_vextractf128_si256(i32x8 a, int n) { i32x4 r; for (int i = 0; i < 4; i++) r[i] = a[(n & 1) * 4 + i]; return r; }
i32x8 __builtin_ia32_vinsertf128_si256(i32x8 a, i32x4 b, int n) { for (int i = 0; i < 4; i++) a[(n & 1) * 4 + i] = b[i]; return a; }
i32x8 __builtin_ia32_vperm2f128_si256(i32x8 a, i32x8 b, int n) { i32x8 r; for (int i = 0; i < 8; i++) { int m = i < 4 ? n : n >> 4, j = (m & 1) * 4 + i % 4; r[i] = m & 8 ? 0 : m & 2 ? b[j] : a[j]; } return r; }
i32x8 __builtin_ia32_si256_si(i32x4 a) { i32x8 r = {}; for (int i = 0; i < 4; i++) r[i] = a[i]; return r; }
i32x4 __builtin_ia32_si_si256(i32x8 a) { i32x4 r; for (int i = 0; i < 4; i++) r[i] = a[i]; return r; }
i64x2 __builtin_ia32_extract128i256(i64x4 a, int n) { i64x2 r; for (int i = 0; i < 2; i++) r[i] = a[(n & 1) * 2 + i]; return r; }
i64x4 __builtin_ia32_insert128i256(i64x4 a, i64x2 b, int n) { for (int i = 0; i < 2; i++) a[(n & 1) * 2 + i] = b[i]; return a; }
i64x4 __builtin_ia32_permti256(i64x4 a, i64x4 b, int n) { i64x4 r; for (int i = 0; i < 4; i++) { int m = i < 2 ? n : n >> 4, j = (m & 1) * 2 + i % 2; r[i] = m & 8 ? 0 : m & 2 ? b[j] : a[j]; } return r; }
i64x4 __builtin_ia32_permdi256(i64x4 a, int n) { i64x4 r; for (int i = 0; i < 4; i++) r[i] = a[n >> i * 2 & 3]; return r; }
f64x4 __builtin_ia32_permdf256(f64x4 a, int n) { f64x4 r; for (int i = 0; i < 4; i++) r[i] = a[n >> i * 2 & 3]; return r; }
i32x8 __builtin_ia32_permvarsi256(i32x8 a, i32x8 c) { i32x8 r; for (int i = 0; i < 8; i++) r[i] = a[c[i] & 7]; return r; }
f32x8 __builtin_ia32_permvarsf256(f32x8 a, i32x8 c) { f32x8 r; for (int i = 0; i < 8; i++) r[i] = a[c[i] & 7]; return r; }
f32x4 __builtin_ia32_vbroadcastss(const float *p) { float x = *p; return (f32x4){x, x, x, x}; }
f32x8 __builtin_ia32_vbroadcastss256(const float *p) { float x = *p; return (f32x8){x, x, x, x, x, x, x, x}; }
f64x4 __builtin_ia32_vbroadcastsd256(const double *p) { double x = *p; return (f64x4){x, x, x, x}; }
f32x4 __builtin_ia32_vbroadcastss_ps(f32x4 a) { float x = a[0]; return (f32x4){x, x, x, x}; }
f32x8 __builtin_ia32_vbroadcastss_ps256(f32x4 a) { float x = a[0]; return (f32x8){x, x, x, x, x, x, x, x}; }
f64x4 __builtin_ia32_vbroadcastsd_pd256(f64x2 a) { double x = a[0]; return (f64x4){x, x, x, x}; }
i64x4 __builtin_ia32_vbroadcastsi256(i64x2 a) { return (i64x4){a[0], a[1], a[0], a[1]}; }
f32x8 __builtin_ia32_vbroadcastf128_ps256(const f32x4 *p) { f32x4 a = *p; return (f32x8){a[0], a[1], a[2], a[3], a[0], a[1], a[2], a[3]}; }
f64x4 __builtin_ia32_vbroadcastf128_pd256(const f64x2 *p) { f64x2 a = *p; return (f64x4){a[0], a[1], a[0], a[1]}; }
f64x4 __builtin_ia32_movddup256(f64x4 a) { return (f64x4){a[0], a[0], a[2], a[2]}; }
void __builtin_ia32_vzeroall(void) {  }
void __builtin_ia32_vzeroupper(void) {  }
f64x2 __builtin_ia32_gathersiv2df(f64x2 a, const void *p, i32x4 x, i64x2 m, int n) { for (int i = 0; i < 2; i++) if (m[i] < 0) a[i] = *(const double *)((const char *)p + (long)x[i] * n); return a; }
f64x4 __builtin_ia32_gathersiv4df(f64x4 a, const void *p, i32x4 x, i64x4 m, int n) { for (int i = 0; i < 4; i++) if (m[i] < 0) a[i] = *(const double *)((const char *)p + (long)x[i] * n); return a; }
f64x2 __builtin_ia32_gatherdiv2df(f64x2 a, const void *p, i64x2 x, i64x2 m, int n) { for (int i = 0; i < 2; i++) if (m[i] < 0) a[i] = *(const double *)((const char *)p + (long)x[i] * n); return a; }
f64x4 __builtin_ia32_gatherdiv4df(f64x4 a, const void *p, i64x4 x, i64x4 m, int n) { for (int i = 0; i < 4; i++) if (m[i] < 0) a[i] = *(const double *)((const char *)p + (long)x[i] * n); return a; }
i64x2 __builtin_ia32_gathersiv2di(i64x2 a, const void *p, i32x4 x, i64x2 m, int n) { for (int i = 0; i < 2; i++) if (m[i] < 0) a[i] = *(const long long *)((const char *)p + (long)x[i] * n); return a; }
i64x4 __builtin_ia32_gathersiv4di(i64x4 a, const void *p, i32x4 x, i64x4 m, int n) { for (int i = 0; i < 4; i++) if (m[i] < 0) a[i] = *(const long long *)((const char *)p + (long)x[i] * n); return a; }
i64x2 __builtin_ia32_gatherdiv2di(i64x2 a, const void *p, i64x2 x, i64x2 m, int n) { for (int i = 0; i < 2; i++) if (m[i] < 0) a[i] = *(const long long *)((const char *)p + (long)x[i] * n); return a; }
i64x4 __builtin_ia32_gatherdiv4di(i64x4 a, const void *p, i64x4 x, i64x4 m, int n) { for (int i = 0; i < 4; i++) if (m[i] < 0) a[i] = *(const long long *)((const char *)p + (long)x[i] * n); return a; }
f32x4 __builtin_ia32_gathersiv4sf(f32x4 a, const void *p, i32x4 x, i32x4 m, int n) { for (int i = 0; i < 4; i++) if (m[i] < 0) a[i] = *(const float *)((const char *)p + (long)x[i] * n); return a; }
f32x8 __builtin_ia32_gathersiv8sf(f32x8 a, const void *p, i32x8 x, i32x8 m, int n) { for (int i = 0; i < 8; i++) if (m[i] < 0) a[i] = *(const float *)((const char *)p + (long)x[i] * n); return a; }
i32x4 __builtin_ia32_gathersiv4si(i32x4 a, const void *p, i32x4 x, i32x4 m, int n) { for (int i = 0; i < 4; i++) if (m[i] < 0) a[i] = *(const int *)((const char *)p + (long)x[i] * n); return a; }
i32x8 __builtin_ia32_gathersiv8si(i32x8 a, const void *p, i32x8 x, i32x8 m, int n) { for (int i = 0; i < 8; i++) if (m[i] < 0) a[i] = *(const int *)((const char *)p + (long)x[i] * n); return a; }
f32x4 __builtin_ia32_gatherdiv4sf(f32x4 a, const void *p, i64x2 x, i32x4 m, int n) { for (int i = 0; i < 2; i++) if (m[i] < 0) a[i] = *(const float *)((const char *)p + (long)x[i] * n); for (int i = 2; i < 4; i++) a[i] = 0; return a; }
i32x4 __builtin_ia32_gatherdiv4si(i32x4 a, const void *p, i64x2 x, i32x4 m, int n) { for (int i = 0; i < 2; i++) if (m[i] < 0) a[i] = *(const int *)((const char *)p + (long)x[i] * n); for (int i = 2; i < 4; i++) a[i] = 0; return a; }
f32x4 __builtin_ia32_gatherdiv4sf256(f32x4 a, const void *p, i64x4 x, i32x4 m, int n) { for (int i = 0; i < 4; i++) if (m[i] < 0) a[i] = *(const float *)((const char *)p + (long)x[i] * n); return a; }
i32x4 __builtin_ia32_gatherdiv4si256(i32x4 a, const void *p, i64x4 x, i32x4 m, int n) { for (int i = 0; i < 4; i++) if (m[i] < 0) a[i] = *(const int *)((const char *)p + (long)x[i] * n); return a; }
