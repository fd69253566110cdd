/** The network of test mode, as a simulated world has it. */
@org.jspecify.annotations.NullMarked
package florin.connector.simulator;
