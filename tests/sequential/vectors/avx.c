// Instructions of AVX, AVX2 and FMA, by the names of the headers.
#pragma GCC target("avx2,fma")
#include <immintrin.h>
#include <stdio.h>

static void bytes(const char *name, __m256i v) {
  unsigned char b[32];
  _mm256_storeu_si256((__m256i *)b, v);
  printf("%s", name);
  for (int i = 0; i < 32; i++)
    printf(" %02x", b[i]);
  puts("");
}

static void floats(const char *name, __m256 v) { bytes(name, _mm256_castps_si256(v)); }

static void doubles(const char *name, __m256d v) { bytes(name, _mm256_castpd_si256(v)); }

#define BOTH(op, a, b) bytes(#op, _mm256_##op(a, b))

static void integers(void) {
  __m256i a = _mm256_setr_epi32(1, -2, 300000, 0x7fffffff, -5, 66, 0x12345678, -99), b = _mm256_set1_epi32(0x80017f03);
  __m256i order = _mm256_setr_epi32(7, 0, 6, 1, 5, 2, 4, 3);
  BOTH(adds_epi8, a, b), BOTH(subs_epu16, a, b), BOTH(mullo_epi32, a, b), BOTH(mul_epu32, a, b);
  BOTH(packs_epi32, a, b), BOTH(unpacklo_epi16, a, b), BOTH(shuffle_epi8, a, order), BOTH(hadd_epi32, a, b);
  BOTH(sllv_epi32, a, order), BOTH(srav_epi32, a, order), BOTH(cmpgt_epi32, a, b), BOTH(andnot_si256, a, b);
  BOTH(permutevar8x32_epi32, a, order), BOTH(madd_epi16, a, b), BOTH(sad_epu8, a, b), BOTH(max_epu8, a, b);
  bytes("permute", _mm256_permute4x64_epi64(a, 0x4b)), bytes("lanes", _mm256_permute2x128_si256(a, b, 0x21));
  bytes("blend", _mm256_blend_epi32(a, b, 0x5a)), bytes("alignr", _mm256_alignr_epi8(a, b, 6));
  bytes("extend", _mm256_cvtepi16_epi32(_mm256_extracti128_si256(a, 1)));
  bytes("insert", _mm256_inserti128_si256(a, _mm_set1_epi8(3), 1)), bytes("slli", _mm256_slli_epi64(a, 9));
  bytes("broadcast", _mm256_broadcastb_epi8(_mm_cvtsi32_si128(77)));
  printf("%d %d\n", _mm256_movemask_epi8(a), _mm256_testz_si256(a, b));
}

static void numbers(void) {
  __m256 a = _mm256_setr_ps(1, -2, 3.5f, 0, 1e10f, -0.0f, 7, 8), b = _mm256_set1_ps(1.1f);
  __m256d c = _mm256_setr_pd(1, -2.5, 3.5, 1e300), d = _mm256_set1_pd(0.1);
  floats("fma", _mm256_fmadd_ps(a, b, a)), doubles("fms", _mm256_fmsub_pd(c, d, c));
  doubles("fnm", _mm256_fnmadd_pd(c, d, d)), floats("fmaddsub", _mm256_fmaddsub_ps(a, b, a));
  floats("cmp", _mm256_cmp_ps(a, b, _CMP_NLE_US)), doubles("cmp", _mm256_cmp_pd(c, d, _CMP_GE_OQ));
  floats("permute", _mm256_permute_ps(a, 0x1b)), doubles("unpack", _mm256_unpackhi_pd(c, d));
  floats("hadd", _mm256_hadd_ps(a, b)), doubles("round", _mm256_round_pd(c, 0)), floats("dp", _mm256_dp_ps(a, b, 0xf1));
  floats("lanes", _mm256_permute2f128_ps(a, b, 0x83)), floats("blend", _mm256_blendv_ps(a, b, a));
  bytes("cvt", _mm256_cvtps_epi32(a)), doubles("cvt", _mm256_cvtepi32_pd(_mm_set1_epi32(-3)));
  printf("%d %d\n", _mm256_movemask_ps(a), _mm256_movemask_pd(c));
}

int main(void) {
  int from[16], to[8] = {0};
  double table[4] = {1, 2, 3, 4};
  __m256i some = _mm256_setr_epi32(-1, 0, -1, 0, 0, -1, 0, -1), at = _mm256_setr_epi32(3, 9, 0, 15, 7, 7, 1, 2);
  for (int i = 0; i < 16; i++)
    from[i] = i * i;
  integers(), numbers();
  bytes("gather", _mm256_i32gather_epi32(from, at, 4));
  bytes("some", _mm256_mask_i32gather_epi32(at, from, at, some, 4));
  doubles("gather", _mm256_i64gather_pd(table, _mm256_setr_epi64x(3, 0, 1, 2), 8));
  bytes("load", _mm256_maskload_epi32(from + 8, some));
  _mm256_maskstore_epi32(to, some, _mm256_set1_epi32(5));
  for (int i = 0; i < 8; i++)
    printf("%d ", to[i]);
  doubles("broadcast", _mm256_broadcast_sd(table + 2));
  _mm256_zeroupper();
  return 0;
}
