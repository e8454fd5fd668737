// Find shortest paths and strong components of a graph.
use petgraph::algo::{dijkstra, kosaraju_scc, toposort};
use petgraph::graph::DiGraph;
use petgraph::visit::Bfs;

fn main() {
    let mut graph = DiGraph::<u32, u32>::new();
    let nodes: Vec<_> = (0..500).map(|i| graph.add_node(i)).collect();
    let mut x = 1u32;
    for i in 0..500 {
        for _ in 0..3 {
            x = x.wrapping_mul(1664525).wrapping_add(1013904223);
            graph.add_edge(nodes[i], nodes[(x >> 8) as usize % 500], x >> 24);
        }
    }
    let far = dijkstra(&graph, nodes[0], None, |e| *e.weight());
    println!("{} {:?}", far.len(), far.values().max());
    println!("{}", kosaraju_scc(&graph).len());
    println!("{}", toposort(&graph, None).is_err());
    let mut bfs = Bfs::new(&graph, nodes[7]);
    let mut sum = 0u64;
    while let Some(node) = bfs.next(&graph) {
        sum = sum * 31 % 1_000_007 + u64::from(graph[node]);
    }
    println!("{}", sum);
}
