// Evaluate arithmetic by combinators of parsers.
use nom::branch::alt;
use nom::character::complete::{char, digit1, multispace0, one_of};
use nom::combinator::map_res;
use nom::multi::fold_many0;
use nom::sequence::{delimited, pair};
use nom::IResult;

fn number(text: &str) -> IResult<&str, i64> {
    map_res(delimited(multispace0, digit1, multispace0), str::parse)(text)
}

fn inner(text: &str) -> IResult<&str, i64> {
    delimited(multispace0, delimited(char('('), sum, char(')')), multispace0)(text)
}

fn product(text: &str) -> IResult<&str, i64> {
    let (rest, first) = alt((number, inner))(text)?;
    fold_many0(
        pair(one_of("*/"), alt((number, inner))),
        move || first,
        |left, (sign, right)| if sign == '*' { left.wrapping_mul(right) } else { left / right.max(1) },
    )(rest)
}

fn sum(text: &str) -> IResult<&str, i64> {
    let (rest, first) = product(text)?;
    fold_many0(
        pair(one_of("+-"), product),
        move || first,
        |left, (sign, right)| if sign == '+' { left + right } else { left - right },
    )(rest)
}

fn main() {
    for text in ["1 + 2 * 3", "(7 - 2) * (4 + 40 / 8)", "2 * (3 + ", "x", "99 * 99 - 1)"] {
        match sum(text) {
            Ok((rest, value)) => println!("{} = {}, {:?}", text, value, rest),
            Err(e) => println!("{}: {:?}", text, e),
        }
    }
}
