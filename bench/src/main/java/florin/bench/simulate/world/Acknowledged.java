package florin.bench.simulate.world;

/** A final response to a shopper. */
record Acknowledged(WorldRequest request, WorldAnswer answer) {}
