package florin.connector;

/** Thrown if a realm's setup does not work at the provider. Its message says what to do. */
public final class ConnectorSetupException extends RuntimeException {
  /**
   * Creates the exception.
   *
   * @param message for people; quotes no secret
   */
  public ConnectorSetupException(String message) {
    super(message);
  }
}
