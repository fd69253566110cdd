/**
 * Whose the money is that a bank has booked: a payment's, a customer's credit, or nobody's yet.
 * {@link florin.bank.matching.MatchMachine} decides, purely; {@link florin.bank.matching.Matching}
 * makes each decision durable in one commit with the payment's move.
 */
@org.jspecify.annotations.NullMarked
package florin.bank.matching;
