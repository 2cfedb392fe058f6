//! Random programs in C whose race is up to a text of few bytes, each of which is one of two: what number the
//! text begins with, of which class a character is, how long it is, what it equals.

use super::threads::one;
use raceproof_engine::Dice;

/// The bytes of texts: digits, letters, signs, white space, the end.
const BYTES: &[u8] = b"0123789abfgxX+- \t.\0\0";

/// What a byte is called in C.
fn literal(byte: u8) -> String {
    match byte {
        0 => "0".to_owned(),
        b'\t' => "'\\t'".to_owned(),
        byte => format!("'{}'", char::from(byte)),
    }
}

/// The number that a text begins with, as far as the constants of conditions need it.
fn number(text: &[u8], base: u32) -> i64 {
    let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
    let rest = text.trim_ascii_start();
    let negative = rest.first() == Some(&b'-');
    let digits = &rest[usize::from(matches!(rest.first(), Some(b'-' | b'+')))..];
    let digits = digits.iter().map_while(|byte| char::from(*byte).to_digit(base));
    let value = digits.fold(0, |value, digit| value * i64::from(base) + i64::from(digit));
    if negative { -value } else { value }
}

/// A condition on a text of this length, of which `sample` is one.
fn condition(dice: &mut Dice, sample: &[u8]) -> String {
    let at = dice.below(sample.len() as u32) as usize;
    let base = [10, 10, 8, 16, 2, 0][dice.below(6) as usize];
    let wanted = number(sample, if base == 0 { 10 } else { base });
    let decimal = number(sample, 10);
    match dice.below(9) {
        0 | 1 => format!("atoi(text) == {decimal}"),
        2 => format!("strtol(text, &end, {base}) == {wanted} && end != text"),
        3 => format!("strtol(text, 0, {base}) > {wanted}"),
        4 => format!("(strtoul(text, &end, {base}), end == text + {at})"),
        5 => {
            let class = one(
                dice,
                &["isdigit", "isalpha", "isspace", "isxdigit", "isupper", "ispunct"],
            );
            format!("{class}(text[{at}])")
        }
        6 => {
            let change = one(dice, &["toupper", "tolower"]);
            format!("{change}(text[{at}]) == {}", literal(sample[at]))
        }
        7 => format!("strlen(text) == {at}"),
        _ => format!("atof(text) == {decimal}.0"),
    }
}

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let length = 2 + dice.below(3) as usize;
    let (mut sample, mut bytes) = (Vec::new(), String::new());
    for at in 0..length {
        let mut byte = || BYTES[dice.below(BYTES.len() as u32) as usize];
        let (first, second) = (byte(), byte());
        sample.push(if dice.one_in(2) { first } else { second });
        bytes.push_str(&format!(
            "  text[{at}] = __VERIFIER_nondet_bool() ? {} : {};\n",
            literal(first),
            literal(second)
        ));
    }
    let first = condition(dice, &sample);
    let both = match dice.one_in(3) {
        true => format!("{first} && {}", condition(dice, &sample)),
        false => first,
    };
    let place = one(dice, &["static char text[6];", "char text[6] = {0};"]);
    let (shared, own) = match place.starts_with("static") {
        true => (place, ""),
        false => ("", place),
    };
    let order = one(
        dice,
        &[
            "if (C) x = 2;\n  pthread_join(t, 0);",
            "pthread_join(t, 0);\n  if (C) x = 2;",
        ],
    );
    let order = order.replace('C', &both);
    format!(
        "extern _Bool __VERIFIER_nondet_bool(void);\n\
         int pthread_create(unsigned long *, const void *, void *(*)(void *), void *);\n\
         int pthread_join(unsigned long, void **);\n\
         int atoi(const char *);\n\
         double atof(const char *);\n\
         long strtol(const char *, char **, int);\n\
         unsigned long strtoul(const char *, char **, int);\n\
         unsigned long strlen(const char *);\n\
         int isdigit(int);\nint isalpha(int);\nint isspace(int);\nint isxdigit(int);\nint isupper(int);\n\
         int ispunct(int);\nint toupper(int);\nint tolower(int);\n\
         static int x;\n{shared}\n\
         static void *other(void *p) {{ x = 1; return p; }}\n\
         int main(void) {{\n  unsigned long t;\n  char *end = 0;\n  {own}\n{bytes}  \
         pthread_create(&t, 0, other, 0);\n  {order}\n  return end != 0;\n}}\n"
    )
}
