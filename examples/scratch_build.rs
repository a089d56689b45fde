use petrov::{format::*, index::*, rules::*, solve::*};
fn main() {
    let pieces: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let dir = std::path::PathBuf::from(std::env::args().nth(2).unwrap());
    let mut catalog = Catalog::new("russian");
    std::fs::create_dir_all(&dir).unwrap();
    catalog.add_directory(&dir).unwrap();
    let request = Request { materials: (2..=pieces).flat_map(Material::all).collect(), distances: true, threads: 2 };
    let plan = Plan::new::<Russian>(&request, &catalog).unwrap();
    let start = std::time::Instant::now();
    let last = std::sync::Mutex::new(std::time::Instant::now());
    build::<Russian>(&plan, &game_folder(&dir, "russian"), u64::MAX, &mut catalog, &Progress::default(), &|event| {
        let mut last = last.lock().unwrap();
        println!("{:?} {:.2}", match &event { Event::Finished(s, st, b) => format!("done {} {} bytes {b} win {:?}", s.material, s.entries, st[0].longest_win), Event::Solving(s) => format!("solving {}", s.material), Event::Writing(_, m) => format!("writing {m:?}"), _ => String::new() }, last.elapsed().as_secs_f64());
        *last = std::time::Instant::now();
    }).unwrap();
    println!("{:.2} s, least {} full {}", start.elapsed().as_secs_f64(), plan.least_memory() >> 20, plan.full_memory() >> 20);
}
