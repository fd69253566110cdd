package florin.bench.simulate.world;

/** What a shopper was told for good. */
record Acknowledged(WorldRequest request, WorldAnswer answer) {}
