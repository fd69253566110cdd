/**
 * Matching decides to which payment or unapplied funds the money of a bank entry belongs. {@link
 * florin.bank.matching.MatchMachine} decides as a pure function. {@link
 * florin.bank.matching.Matching} makes each decision durable, in one commit with the change of the
 * payment.
 */
@org.jspecify.annotations.NullMarked
package florin.bank.matching;
