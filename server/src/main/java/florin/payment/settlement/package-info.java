/**
 * From an operation that is durably begun to its last commit: {@link
 * florin.payment.settlement.Settlement} asks the network and undoes what is not what was asked for,
 * {@link florin.payment.settlement.Finish} writes down what came of it.
 */
@org.jspecify.annotations.NullMarked
package florin.payment.settlement;
