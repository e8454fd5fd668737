// Parse JSON and print it again, with errors, traits and a panic that is caught.
use std::fmt;

#[derive(Debug, Clone, PartialEq)]
enum Value {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

#[derive(Debug)]
enum Error {
    End,
    Unexpected(char, usize),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::End => write!(f, "unexpected end"),
            Error::Unexpected(c, at) => write!(f, "unexpected {:?} at {}", c, at),
        }
    }
}

impl std::error::Error for Error {}

struct Parser {
    text: Vec<char>,
    at: usize,
}

impl Parser {
    fn peek(&self) -> Result<char, Error> {
        self.text.get(self.at).copied().ok_or(Error::End)
    }
    fn blanks(&mut self) {
        while self.peek().map_or(false, char::is_whitespace) {
            self.at += 1;
        }
    }
    fn expect(&mut self, want: char) -> Result<(), Error> {
        self.blanks();
        match self.peek()? {
            c if c == want => {
                self.at += 1;
                Ok(())
            }
            c => Err(Error::Unexpected(c, self.at)),
        }
    }
    fn word(&mut self, word: &str, value: Value) -> Result<Value, Error> {
        for c in word.chars() {
            self.expect(c)?;
        }
        Ok(value)
    }
    fn string(&mut self) -> Result<String, Error> {
        self.expect('"')?;
        let mut out = String::new();
        loop {
            let c = self.peek()?;
            self.at += 1;
            match c {
                '"' => return Ok(out),
                '\\' => {
                    out.push(self.peek()?);
                    self.at += 1;
                }
                c => out.push(c),
            }
        }
    }
    fn value(&mut self) -> Result<Value, Error> {
        self.blanks();
        match self.peek()? {
            'n' => self.word("null", Value::Null),
            't' => self.word("true", Value::Bool(true)),
            'f' => self.word("false", Value::Bool(false)),
            '"' => self.string().map(Value::Text),
            '[' => self.list(),
            '{' => self.object(),
            c if c == '-' || c.is_ascii_digit() => Ok(self.number()),
            c => Err(Error::Unexpected(c, self.at)),
        }
    }
    fn number(&mut self) -> Value {
        let from = self.at;
        while self.peek().map_or(false, |c| "+-.eE0123456789".contains(c)) {
            self.at += 1;
        }
        let text: String = self.text[from..self.at].iter().collect();
        Value::Number(text.parse().unwrap())
    }
    fn list(&mut self) -> Result<Value, Error> {
        self.expect('[')?;
        let mut out = Vec::new();
        loop {
            out.push(self.value()?);
            self.blanks();
            if self.peek()? == ']' {
                self.at += 1;
                return Ok(Value::List(out));
            }
            self.expect(',')?;
        }
    }
    fn object(&mut self) -> Result<Value, Error> {
        self.expect('{')?;
        let mut out = Vec::new();
        loop {
            self.blanks();
            let key = self.string()?;
            self.expect(':')?;
            out.push((key, self.value()?));
            self.blanks();
            if self.peek()? == '}' {
                self.at += 1;
                return Ok(Value::Object(out));
            }
            self.expect(',')?;
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => write!(f, "null"),
            Value::Bool(b) => write!(f, "{}", b),
            Value::Number(x) => write!(f, "{}", x),
            Value::Text(t) => write!(f, "{:?}", t),
            Value::List(l) => {
                let all: Vec<String> = l.iter().map(Value::to_string).collect();
                write!(f, "[{}]", all.join(","))
            }
            Value::Object(o) => {
                let all: Vec<String> = o.iter().map(|(k, v)| format!("{:?}:{}", k, v)).collect();
                write!(f, "{{{}}}", all.join(","))
            }
        }
    }
}

fn parse(text: &str) -> Result<Value, Box<dyn std::error::Error>> {
    let mut p = Parser { text: text.chars().collect(), at: 0 };
    Ok(p.value()?)
}

fn main() {
    let texts = [
        r#"{"name": "a \"b\"", "list": [1, 2.5, -3e2, null, true], "in": {"x": false}}"#,
        "[1, 2",
        "{\"a\": ?}",
    ];
    for text in texts {
        match parse(text) {
            Ok(v) => println!("{} {}", v, v == v.clone()),
            Err(e) => println!("error: {}", e),
        }
    }
    let caught = std::panic::catch_unwind(|| parse("-").map(|v| v.to_string()).unwrap_or_default());
    println!("{}", caught.is_err());
}
