#include <stdio.h>
#include <string.h>

int main(void) {
    const char *s = "tab\there \"quoted\" back\\slash";
    printf("%s %zu\n", s, strlen(s));
    printf("%s\n", "one " "two " /* comment */ "three");
    printf("%s\n", "octal \101\102\60 hex \x41\x42" "C");
    printf("%zu %zu\n", sizeof "\x41" "1", sizeof "\0123");
    printf("%zu %zu %zu\n", sizeof "", sizeof "a\0b", strlen("a\0b"));
    printf("%c %c\n", "index"[2], 3["index"]);
    printf("line one\n\
line two\n");
    char bells[] = "\a\b\f\n\r\t\v\e\?\'";
    for (int i = 0; bells[i]; i++) printf("%d ", bells[i]);
    printf("\n");
    const char *p = "suffix" + 3;
    printf("%s %d\n", p, *p == 'f');
    printf("%d\n", "literal"[7] == 0);
    printf("\?\?= %s\n", "??");
    printf("%s\n", __FILE__ + strlen(__FILE__) - 9);
    char copy[sizeof "sized"] = "sized";
    return sizeof copy + strlen(copy);
}
