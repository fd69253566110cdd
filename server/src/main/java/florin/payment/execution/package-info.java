/**
 * From an operation that is durably begun to its last commit: {@link
 * florin.payment.execution.Execution} asks the network and undoes what is not what was asked for,
 * {@link florin.payment.execution.Finish} writes down what came of it.
 */
@org.jspecify.annotations.NullMarked
package florin.payment.execution;
