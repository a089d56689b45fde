//! The header is what cbindgen makes of the sources today.

use std::path::Path;

/// Where the header is to be made anew: `PETROV_UPDATE_HEADER=1 cargo test -p petrov-capi --test header`.
const UPDATE: &str = "PETROV_UPDATE_HEADER";

#[test]
fn the_header_is_current() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(package.join("cbindgen.toml")).unwrap();
    let sources = ["code", "open", "position", "moves", "probe", "text", "verify"];
    let builder = sources.iter().fold(cbindgen::Builder::new().with_config(config), |builder, source| {
        builder.with_src(package.join("src").join(source).with_extension("rs"))
    });
    let mut made = Vec::new();
    builder.generate().unwrap().write(&mut made);
    let made = String::from_utf8(made).unwrap();
    let path = package.join("include/petrov.h");
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(there == made, "capi/include/petrov.h is not what the sources say: set {UPDATE}=1 and run the test again");
}
