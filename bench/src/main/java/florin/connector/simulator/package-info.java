/** Gives simulation runs access to the network of test mode. */
@org.jspecify.annotations.NullMarked
package florin.connector.simulator;
