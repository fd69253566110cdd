/**
 * The path from an operation that is durably begun to its last commit. {@link
 * florin.payment.execution.Execution} calls the network and undoes approvals that differ from the
 * request. {@link florin.payment.execution.FinalCommit} writes the outcome.
 */
@org.jspecify.annotations.NullMarked
package florin.payment.execution;
