package florin.bench.service;

/**
 * Bytes in memory.
 *
 * @param postgres of all its processes together, with what they share counted once
 */
public record Memory(long service, long postgres) {}
