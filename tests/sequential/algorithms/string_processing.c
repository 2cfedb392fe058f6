#include <ctype.h>
#include <stdio.h>
#include <string.h>

static char *trim(char *s) {
    while (isspace((unsigned char)*s)) s++;
    char *e = s + strlen(s);
    while (e > s && isspace((unsigned char)e[-1])) *--e = 0;
    return s;
}
static int palindrome(const char *s) {
    const char *e = s + strlen(s);
    while (s < e) {
        if (!isalpha((unsigned char)*s)) { s++; continue; }
        if (!isalpha((unsigned char)e[-1])) { e--; continue; }
        if (tolower(*s++) != tolower(*--e)) return 0;
    }
    return 1;
}
static void rot(char *s, int k) {
    for (; *s; s++)
        if (isalpha((unsigned char)*s)) *s = (*s - (isupper((unsigned char)*s) ? 'A' : 'a') + k) % 26 + (isupper((unsigned char)*s) ? 'A' : 'a');
}
static int encode(const char *s, char *out) {
    char *start = out;
    while (*s) {
        int n = 1;
        while (s[n] == *s && n < 9) n++;
        *out++ = '0' + n;
        *out++ = *s;
        s += n;
    }
    *out = 0;
    return out - start;
}
static int distance(const char *a, const char *b) {
    int n = strlen(b), row[32];
    for (int j = 0; j <= n; j++) row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int corner = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int best = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[n];
}

int main(void) {
    char a[] = "  spaced out \t", b[] = "Hello, World", out[40];
    printf("[%s]\n", trim(a));
    printf("%d %d\n", palindrome("A man, a plan, a canal: Panama"), palindrome("almost"));
    rot(b, 13);
    printf("%s\n", b);
    int n = encode("aaabccddddddddddde", out);
    printf("%s %d\n", out, n);
    printf("%d %d %d\n", distance("kitten", "sitting"), distance("", "abc"), distance("same", "same"));
    return distance("intention", "execution") * 10 + n;
}
