package florin.bench.service;

/**
 * Memory usage in bytes.
 *
 * @param postgres total of all PostgreSQL processes, with shared memory counted once
 */
public record Memory(long service, long postgres) {}
