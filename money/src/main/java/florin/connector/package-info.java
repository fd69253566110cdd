/**
 * The port to the payment networks: the requests of Florin and the possible responses, as values.
 * Only connectors call networks, and a connector doesn't know payments: it receives Florin's
 * reference for each operation, and returns an outcome.
 *
 * <p>An outcome is never an exception. Declined is an outcome, and so is "unknown", which
 * determines the design. A caller that receives {@link florin.connector.Outcome.Unknown} may never
 * guess. It queries the outcome with {@link florin.connector.Connector#inquire}, or reverses the
 * operation with a {@link florin.connector.OperationKind#CANCEL}. The test suite
 * `ConnectorContract` runs over every connector.
 */
@org.jspecify.annotations.NullMarked
package florin.connector;
