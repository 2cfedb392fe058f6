// Race: one of the four indices is that of the element which the other thread sets.
#pragma GCC target("avx2")
#include <immintrin.h>
#include <pthread.h>
#include <stddef.h>

int table[16];

void *second(void *arg) {
    table[5] = 1; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    __m128i found = _mm_i32gather_epi32(table, _mm_setr_epi32(3, 5, 12, 0), 4); //~ RACE
    pthread_join(t, NULL);
    return _mm_cvtsi128_si32(found);
}
