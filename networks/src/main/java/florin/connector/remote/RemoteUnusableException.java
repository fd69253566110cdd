package florin.connector.remote;

/** A response that is missing, or that Florin can't use. The message is for the operator. */
public final class RemoteUnusableException extends Exception {
  private static final long serialVersionUID = 1L;

  public RemoteUnusableException(String message) {
    super(message);
  }

  /** Returns the exception for an object in an unknown form. Its message names the object. */
  public static RemoteUnusableException of(String provider, RemoteObject object) {
    return new RemoteUnusableException(
        "%s reports %s in a form unknown to Florin.".formatted(provider, object));
  }

  /**
   * Returns the object of a response.
   *
   * @param rejected what to do if the key lacks a permission
   */
  public static <E> RemoteObject done(String provider, RemoteAnswer<E> answer, String rejected)
      throws RemoteUnusableException {
    return switch (answer) {
      case RemoteAnswer.Done<E>(RemoteObject object) -> object;
      case RemoteAnswer.KeyRefused<E>(String detail) ->
          throw new RemoteUnusableException(rejected.formatted(detail));
      case RemoteAnswer.Refused<E>(E error, _) ->
          throw new RemoteUnusableException(
              "%s rejected the request: %s.".formatted(provider, error));
      case RemoteAnswer.NotSent<E>(String detail) ->
          throw new RemoteUnusableException(
              "%s could not be reached: %s.".formatted(provider, detail));
      case RemoteAnswer.Lost<E>(String detail, _) ->
          throw new RemoteUnusableException(
              "%s returned an unexpected response: %s.".formatted(provider, detail));
    };
  }
}
