/** Deliveries in a simulation run: the service's delivery attempts with a simulated receiver. */
@org.jspecify.annotations.NullMarked
package florin.webhook;
