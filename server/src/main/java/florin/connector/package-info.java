/**
 * The port to the card networks: what Florin asks of a network and what it may be told, in values.
 * A connector is the only thing that speaks to a network, and it knows no payment: it is given our
 * reference for every operation, and answers.
 *
 * <p>An answer is never an exception. Declined is an answer; so is "we do not know", and that one
 * decides the design: whoever asked and got {@link florin.connector.Outcome.Unknown} must find out
 * by {@link florin.connector.Connector#inquire} or undo by a {@link
 * florin.connector.OperationKind#CANCEL}, and may never guess. The suite `ConnectorContract` (among
 * the tests) runs over every connector.
 */
@org.jspecify.annotations.NullMarked
package florin.connector;
