//! A server on the loopback address, which a browser trusts with WebGPU: a few files, and words of
//! the page. It serves what it has read before, and nothing else of the machine.

#![forbid(unsafe_code)]

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// What is served under a path.
pub struct File {
    pub path: String,
    /// Its media type.
    pub kind: &'static str,
    pub body: Vec<u8>,
}

/// A running server. It lasts as long as the program.
pub struct Server {
    /// Where it is.
    pub address: String,
    /// What was sent to it by `POST`, under any path. Once this is dropped, words are refused.
    pub words: Receiver<Vec<u8>>,
}

/// Media types by the ends of names. A browser compiles a module while it comes if its type is
/// right.
const KINDS: [(&str, &str); 5] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css"),
    ("js", "text/javascript"),
    ("wasm", "application/wasm"),
    ("png", "image/png"),
];

/// The longest word, in bytes.
const MOST: u64 = 1 << 20;

/// Reads the files of a folder, without its folders. `index.html` is served at `/`.
///
/// # Errors
///
/// A folder or a file that cannot be read.
pub fn files(folder: &Path) -> io::Result<Vec<File>> {
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(named)? {
        let entry = entry?;
        if !entry.file_type()?.is_file() {
            continue;
        }
        let name = entry.file_name().to_string_lossy().into_owned();
        let end = name.rsplit('.').next().unwrap_or_default();
        let known = KINDS.iter().find(|(known, _)| *known == end);
        let kind = known.map_or("text/plain; charset=utf-8", |(_, kind)| *kind);
        let path = if name == "index.html" { "/".into() } else { format!("/{name}") };
        files.push(File { path, kind, body: fs::read(entry.path())? });
    }
    Ok(files)
}

/// Serves files on a port, or on any free one if it is 0.
///
/// # Errors
///
/// A port that is not free.
pub fn serve(files: Vec<File>, port: u16) -> io::Result<Server> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    let address = format!("http://{}/", listener.local_addr()?);
    let (sender, words) = channel();
    let files = Arc::new(files);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (files, sender) = (files.clone(), sender.clone());
            // A browser opens connections that it does not use: none may hold up the others. One
            // that breaks is the browser's to open again.
            thread::spawn(move || answer(stream, &files, &sender));
        }
    });
    Ok(Server { address, words })
}

/// Answers one request.
fn answer(stream: TcpStream, files: &[File], words: &Sender<Vec<u8>>) -> io::Result<()> {
    let mut reader = BufReader::new(&stream);
    let mut request = String::new();
    reader.read_line(&mut request)?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.split_once(':') else { break };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().map_err(io::Error::other)?;
        }
    }
    let mut body = Vec::new();
    if length <= MOST {
        reader.take(length).read_to_end(&mut body)?;
    }

    let mut parts = request.split(' ');
    let (method, path) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let path = path.split('?').next().unwrap_or_default();
    let found = files.iter().find(|file| file.path == path);
    let (status, kind, answer): (_, _, &[u8]) = match (method, found) {
        _ if length > MOST => ("413 Content Too Large", "text/plain", &[]),
        ("POST", _) => {
            let is_heard = words.send(body).is_ok();
            (if is_heard { "204 No Content" } else { "404 Not Found" }, "text/plain", &[])
        }
        ("GET", Some(file)) => ("200 OK", file.kind, &file.body),
        _ => ("404 Not Found", "text/plain", &[]),
    };
    let length = answer.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n"
    );
    (&stream).write_all(head.as_bytes())?;
    (&stream).write_all(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The status and the body of the answer to a request without a body.
    fn ask(server: &Server, request: &str) -> io::Result<(String, String)> {
        send(&server.address, &format!("{request} HTTP/1.1\r\n\r\n"))
    }

    /// The status and the body of an answer.
    fn send(address: &str, request: &str) -> io::Result<(String, String)> {
        let address = address.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = TcpStream::connect(address)?;
        stream.write_all(request.as_bytes())?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
        Ok((head.split(' ').nth(1).unwrap_or_default().into(), body.into()))
    }

    #[test]
    fn only_the_files_of_the_folder_are_served() -> io::Result<()> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let server = serve(files(&folder)?, 0)?;
        assert!(server.address.starts_with("http://127.0.0.1:"), "{}", server.address);
        assert_eq!(ask(&server, "GET /main.rs?x=1")?.0, "200");
        for other in ["/", "/../Cargo.toml", "/src/main.rs", "/%2e%2e/Cargo.toml", "//etc/passwd"] {
            assert_eq!(ask(&server, &format!("GET {other}"))?, ("404".into(), String::new()));
        }
        Ok(())
    }

    /// Words come as long as somebody waits for them, and none is longer than there is room for.
    #[test]
    fn words_are_heard_or_refused() -> io::Result<()> {
        let Server { address, words } = serve(Vec::new(), 0)?;
        let post = |length: u64, body: &str| {
            let head = format!("POST /word HTTP/1.1\r\nContent-Length: {length}\r\n\r\n");
            send(&address, &(head + body)).map(|(status, _)| status)
        };
        assert_eq!(post(5, "hello")?, "204");
        assert_eq!(words.recv().ok().as_deref(), Some(&b"hello"[..]));
        let long = "x".repeat(MOST as usize);
        assert_eq!(post(MOST, &long)?, "204");
        assert_eq!(words.recv().map(|word| word.len()), Ok(long.len()));
        for length in [MOST + 1, u64::MAX] {
            assert_eq!(post(length, "")?, "413");
        }
        assert!(words.try_recv().is_err());
        drop(words);
        assert_eq!(post(5, "hello")?, "404");
        Ok(())
    }
}
