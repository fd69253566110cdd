package florin.connector;

/** What a realm has set does not work at the provider. Its message says what to do. */
public final class ConnectorSetupException extends RuntimeException {
  /**
   * @param message for people; quotes no secret
   */
  public ConnectorSetupException(String message) {
    super(message);
  }
}
