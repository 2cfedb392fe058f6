#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum token { END, NUMBER, NAME, STRING, OPERATOR, BAD };
static const char *const names[] = {[END] = "end", "number", "name", "string", "operator", "bad"};
struct lexer { const char *at; enum token kind; char text[20]; };

static enum token next(struct lexer *l) {
    while (isspace((unsigned char)*l->at)) l->at++;
    const char *start = l->at;
    if (!*start) l->kind = END;
    else if (isdigit((unsigned char)*start)) {
        while (isalnum((unsigned char)*l->at) || *l->at == '.') l->at++;
        l->kind = NUMBER;
    } else if (isalpha((unsigned char)*start) || *start == '_') {
        while (isalnum((unsigned char)*l->at) || *l->at == '_') l->at++;
        l->kind = NAME;
    } else if (*start == '"') {
        for (l->at++; *l->at && *l->at != '"'; l->at++)
            if (*l->at == '\\' && l->at[1]) l->at++;
        l->kind = *l->at ? l->at++, STRING : BAD;
    } else if (strchr("+-*/=<>!&|;(){}", *start)) {
        static const char *const pairs[] = {"==", "<=", ">=", "!=", "&&", "||", "++", "->"};
        l->at++;
        for (int i = 0; i < 8; i++)
            if (!strncmp(start, pairs[i], 2)) l->at = start + 2;
        l->kind = OPERATOR;
    } else l->kind = BAD, l->at++;
    size_t n = l->at - start;
    snprintf(l->text, sizeof l->text, "%.*s", (int)n, start);
    return l->kind;
}

int main(void) {
    struct lexer l = {"if (x_1 >= 0x1F && s == \"a \\\"b\\\"\") y++->z = 3.14; @ \"open"};
    int counts[6] = {0};
    while (next(&l) != END) {
        printf("%s '%s'\n", names[l.kind], l.text);
        counts[l.kind]++;
    }
    for (int i = 0; i < 6; i++) printf("%s %d\n", names[i], counts[i]);
    return counts[OPERATOR] * 10 + counts[BAD];
}
