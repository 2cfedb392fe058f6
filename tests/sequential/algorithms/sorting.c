#include <stdio.h>
#include <string.h>

enum { N = 24 };
static void insertion(int *v, int n) {
    for (int i = 1, j; i < n; i++) {
        int x = v[i];
        for (j = i; j > 0 && v[j - 1] > x; j--) v[j] = v[j - 1];
        v[j] = x;
    }
}
static void quick(int *v, int n) {
    if (n < 2) return;
    int pivot = v[n / 2], i = 0, j = n - 1;
    for (;; i++, j--) {
        while (v[i] < pivot) i++;
        while (v[j] > pivot) j--;
        if (i >= j) break;
        int t = v[i]; v[i] = v[j]; v[j] = t;
    }
    quick(v, i);
    quick(v + i, n - i);
}
static void merge(int *v, int n) {
    if (n < 2) return;
    int h = n / 2, out[n];
    merge(v, h);
    merge(v + h, n - h);
    for (int i = 0, j = h, k = 0; k < n; k++) out[k] = j >= n || (i < h && v[i] <= v[j]) ? v[i++] : v[j++];
    memcpy(v, out, sizeof out);
}
static void heap(int *v, int n) {
    for (int size = n, start = n / 2; size > 1;) {
        if (start > 0) start--;
        else { int t = v[--size]; v[size] = v[0]; v[0] = t; }
        for (int at = start, kid; (kid = 2 * at + 1) < size; at = kid) {
            if (kid + 1 < size && v[kid + 1] > v[kid]) kid++;
            if (v[at] >= v[kid]) break;
            int t = v[at]; v[at] = v[kid]; v[kid] = t;
        }
    }
}

int main(void) {
    void (*sorts[])(int *, int) = {insertion, quick, merge, heap};
    unsigned check = 0;
    for (int s = 0; s < 4; s++) {
        int v[N];
        unsigned x = 12345 + s;
        for (int i = 0; i < N; i++) v[i] = (x = x * 1103515245 + 12345) >> 16 & 255;
        sorts[s](v, N);
        for (int i = 0; i < N; i++) printf("%d ", v[i]), check = check * 31 + v[i];
        printf("\n");
        for (int i = 1; i < N; i++) if (v[i - 1] > v[i]) return 1;
    }
    return check % 100;
}
