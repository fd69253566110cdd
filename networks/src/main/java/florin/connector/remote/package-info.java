/**
 * The parts that connectors to providers share: a bounded HTTP client, JSON that is read with care,
 * and outcomes in the facts of exchanges.
 */
@org.jspecify.annotations.NullMarked
package florin.connector.remote;
