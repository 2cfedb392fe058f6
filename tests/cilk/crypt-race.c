/* Encryption and decryption with IDEA: a task for each of 129 blocks encrypts, then one for each decrypts into the place of another; 258 tasks and the one that does all. */
#include <assert.h>
#include <cilk/cilk.h>
enum { BLOCKS = 129 };
static int key[52], back[52];
static int plain[4 * BLOCKS], coded[4 * BLOCKS], result[4 * BLOCKS];

/* IDEA (Lai, Massey 1991): 8.5 rounds on four numbers of 16 bits with 52 subkeys. */
static int mul(int a, int b) {
  if (a == 0) return (65537 - b) & 65535;
  if (b == 0) return (65537 - a) & 65535;
  return (int)((long long)a * b % 65537 & 65535);
}

/* x to the power of 65535, which is one less than the size of the group. */
static int inverse(int x) {
  int inverse = 1;
  for (int i = 0; i < 16; i++, x = mul(x, x)) inverse = mul(inverse, x);
  return inverse;
}

static void make_keys(void) {
  for (int i = 0; i < 8; i++) key[i] = (i + 1) * 4369 & 65535;
  /* The user key is rotated by 25 bits for each next eight subkeys. */
  for (int i = 8; i < 52; i++) {
    int one = i % 8 == 7 ? i - 15 : i - 7, two = i % 8 >= 6 ? i - 14 : i - 6;
    key[i] = (key[one] << 9 | key[two] >> 7) & 65535;
  }
  for (int round = 0; round < 9; round++) {
    int from = 48 - round * 6, to = round * 6, turned = round > 0 && round < 8;
    back[to] = inverse(key[from]);
    back[to + 3] = inverse(key[from + 3]);
    back[to + 1 + turned] = (65536 - key[from + 1]) & 65535;
    back[to + 2 - turned] = (65536 - key[from + 2]) & 65535;
    if (round < 8) back[to + 4] = key[from - 2], back[to + 5] = key[from - 1];
  }
}

static void cipher(const int *from, int *to, const int *k) {
  int a = from[0], b = from[1], c = from[2], d = from[3];
  for (int round = 0; round < 8; round++, k += 6) {
    a = mul(a, k[0]);
    b = (b + k[1]) & 65535;
    c = (c + k[2]) & 65535;
    d = mul(d, k[3]);
    int e = mul(a ^ c, k[4]), f = mul(((b ^ d) + e) & 65535, k[5]);
    e = (e + f) & 65535;
    a ^= f, d ^= e;
    int swap = b ^ e;
    b = c ^ f, c = swap;
  }
  to[0] = mul(a, k[0]);
  to[1] = (c + k[1]) & 65535;
  to[2] = (b + k[2]) & 65535;
  to[3] = mul(d, k[3]);
}

static void work(void) {
  cilk_for (int b = 0; b < BLOCKS; b++) cipher(plain + 4 * b, coded + 4 * b, key);
  cilk_for (int b = 0; b < BLOCKS; b++) cipher(coded + 4 * b, result + 4 * (b / 2), back);
}

int main(void) {
  for (int i = 0; i < 4 * BLOCKS; i++) plain[i] = i * 257 & 65535;
  make_keys();
  cilk_scope { cilk_spawn work(); }
  return 0;
}
