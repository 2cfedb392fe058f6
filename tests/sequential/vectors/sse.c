// Instructions of SSE to SSE4.2 and on bits, by the names of the headers.
#pragma GCC target("sse4.2,bmi,bmi2,lzcnt,popcnt")
#include <immintrin.h>
#include <stdio.h>

static void bytes(const char *name, __m128i v) {
  unsigned char b[16];
  _mm_storeu_si128((__m128i *)b, v);
  printf("%s", name);
  for (int i = 0; i < 16; i++)
    printf(" %02x", b[i]);
  puts("");
}

static void floats(const char *name, __m128 v) { bytes(name, _mm_castps_si128(v)); }

static void doubles(const char *name, __m128d v) { bytes(name, _mm_castpd_si128(v)); }

#define BOTH(op, a, b) bytes(#op, _mm_##op(a, b))

static void integers(void) {
  __m128i a = _mm_setr_epi8(0, 1, -1, 127, -128, 100, -100, 50, 7, 8, 9, -10, 64, -64, 32, 5);
  __m128i b = _mm_setr_epi8(1, -1, -128, 127, -128, 100, 100, -50, 15, 3, 200, 0, 64, 2, -3, 128);
  BOTH(adds_epi8, a, b), BOTH(adds_epi16, a, b), BOTH(adds_epu8, a, b), BOTH(adds_epu16, a, b);
  BOTH(subs_epi8, a, b), BOTH(subs_epi16, a, b), BOTH(subs_epu8, a, b), BOTH(subs_epu16, a, b);
  BOTH(add_epi32, a, b), BOTH(sub_epi64, a, b), BOTH(mullo_epi16, a, b), BOTH(mullo_epi32, a, b);
  BOTH(avg_epu8, a, b), BOTH(avg_epu16, a, b), BOTH(min_epu8, a, b), BOTH(max_epi16, a, b);
  BOTH(min_epi8, a, b), BOTH(max_epu32, a, b), BOTH(mulhi_epi16, a, b), BOTH(mulhi_epu16, a, b);
  BOTH(mul_epu32, a, b), BOTH(mul_epi32, a, b), BOTH(madd_epi16, a, b), BOTH(maddubs_epi16, a, b);
  BOTH(mulhrs_epi16, a, b), BOTH(sad_epu8, a, b), BOTH(sign_epi8, a, b), BOTH(hadd_epi16, a, b);
  BOTH(packs_epi16, a, b), BOTH(packs_epi32, a, b), BOTH(packus_epi16, a, b), BOTH(packus_epi32, a, b);
  BOTH(unpacklo_epi8, a, b), BOTH(unpackhi_epi16, a, b), BOTH(unpacklo_epi32, a, b);
  BOTH(unpackhi_epi64, a, b), BOTH(shuffle_epi8, a, b), BOTH(cmpeq_epi8, a, b), BOTH(cmpgt_epi16, a, b);
  BOTH(and_si128, a, b), BOTH(andnot_si128, a, b), BOTH(or_si128, a, b), BOTH(xor_si128, a, b);
  bytes("blendv", _mm_blendv_epi8(a, b, _mm_cmplt_epi8(a, b)));
  bytes("alignr", _mm_alignr_epi8(a, b, 5));
  bytes("shuffle", _mm_shuffle_epi32(a, _MM_SHUFFLE(0, 3, 1, 2)));
  bytes("shufflelo", _mm_shufflelo_epi16(a, _MM_SHUFFLE(0, 1, 2, 3)));
  bytes("slli", _mm_slli_epi32(a, 5)), bytes("srai", _mm_srai_epi16(a, 3)), bytes("srli", _mm_srli_epi64(a, 70));
  bytes("bslli", _mm_slli_si128(a, 3)), bytes("bsrli", _mm_srli_si128(a, 9));
  bytes("sll", _mm_sll_epi16(a, _mm_cvtsi32_si128(4))), bytes("abs", _mm_abs_epi8(a));
  bytes("cvt", _mm_cvtepi8_epi32(a)), bytes("cvtu", _mm_cvtepu8_epi16(b)), bytes("minpos", _mm_minpos_epu16(b));
  bytes("insert", _mm_insert_epi16(a, 0x1234, 3)), bytes("mpsadbw", _mm_mpsadbw_epu8(a, b, 5));
  printf("%d %d %d %d %d\n", _mm_movemask_epi8(a), _mm_extract_epi16(a, 2), _mm_extract_epi8(a, 4),
         _mm_testz_si128(a, b), _mm_testc_si128(a, a));
}

static void numbers(void) {
  __m128 a = _mm_setr_ps(1.5f, -2.5f, 0.0f, 3e9f), b = _mm_setr_ps(2.0f, -2.5f, -0.0f, __builtin_nanf(""));
  __m128d c = _mm_setr_pd(2.5, -1e300), d = _mm_setr_pd(-3.5, 7.0);
  floats("min", _mm_min_ps(a, b)), floats("max", _mm_max_ps(b, a)), floats("sqrt", _mm_sqrt_ps(_mm_set1_ps(2)));
  floats("lt", _mm_cmplt_ps(a, b)), floats("nlt", _mm_cmpnlt_ps(a, b)), floats("ord", _mm_cmpord_ss(b, a));
  floats("shuffle", _mm_shuffle_ps(a, b, _MM_SHUFFLE(0, 2, 1, 3))), floats("unpack", _mm_unpacklo_ps(a, b));
  floats("hadd", _mm_hadd_ps(a, a)), floats("addsub", _mm_addsub_ps(a, b)), floats("movehl", _mm_movehl_ps(a, b));
  floats("dp", _mm_dp_ps(a, a, 0x71)), floats("floor", _mm_floor_ps(a)), floats("insert", _mm_insert_ps(a, b, 0x52));
  doubles("mul", _mm_mul_sd(c, d)), doubles("cmp", _mm_cmpge_pd(c, d)), doubles("round", _mm_round_pd(c, 0));
  doubles("xor", _mm_xor_pd(c, d)), doubles("shuffle", _mm_shuffle_pd(c, d, 1));
  bytes("cvtps", _mm_cvtps_epi32(a)), bytes("cvttps", _mm_cvttps_epi32(b)), bytes("cvtpd", _mm_cvtpd_epi32(c));
  floats("cvt", _mm_cvtpd_ps(d)), doubles("cvt", _mm_cvtps_pd(a)), doubles("cvtsi", _mm_cvtsi64_sd(c, 1L << 54));
  printf("%d %d %d %ld\n", _mm_movemask_ps(b), _mm_comilt_ss(a, b), _mm_cvtsd_si32(c), (long)_mm_cvttsd_si64(d));
}

static void bits(void) {
  printf("%u %u %x %lx %x\n", _bzhi_u32(0xffff, 5), _lzcnt_u32(77), _pext_u32(0x12345678, 0xff00ff0),
         (unsigned long)_pdep_u64(0x1234, 0xf0f0f0f0f0), _bextr_u32(0xabcdef, 4, 12));
  printf("%x %x\n", _mm_crc32_u32(1, 0xdeadbeef), _mm_crc32_u8(7, 200));
}

int main(void) {
  _Alignas(16) double place[2] = {1, 2};
  float four[4] = {1, 2, 3, 4};
  integers(), numbers(), bits();
  doubles("load", _mm_loadh_pd(_mm_load_sd(place + 1), place));
  floats("load", _mm_loadl_pi(_mm_loadu_ps(four), (const __m64 *)(four + 2)));
  _mm_storeh_pi((__m64 *)four, _mm_setr_ps(5, 6, 7, 8));
  _mm_stream_pd(place, _mm_set1_pd(four[0]));
  _mm_maskmoveu_si128(_mm_set1_epi8(65), _mm_setr_epi8(-1, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), (char *)four);
  printf("%g %g %g\n", place[1], four[1], four[2]);
  return 0;
}
