package florin.connector.remote;

/**
 * The result of a request to a provider.
 *
 * @param <E> the provider's error
 */
public sealed interface RemoteAnswer<E> {
  record Done<E>(RemoteObject object) implements RemoteAnswer<E> {}

  /**
   * The provider received the request and rejects it; nothing was done.
   *
   * @param isAfterLost whether an earlier try of the same request may have arrived
   */
  record Refused<E>(E error, boolean isAfterLost) implements RemoteAnswer<E> {}

  /**
   * Provably nothing was done: the request did not arrive, or was rejected before it was processed.
   *
   * @param detail for the log
   */
  record NotSent<E>(String detail) implements RemoteAnswer<E> {}

  /**
   * The API key is unknown or lacks permission; nothing was done.
   *
   * @param detail for the log
   */
  record KeyRefused<E>(String detail) implements RemoteAnswer<E> {}

  /**
   * The request may or may not have been carried out.
   *
   * @param detail for the log
   * @param isEnded whether the first request with this key has ended with an error that the
   *     provider keeps. The provider sends the same error again for each repetition. Only a look at
   *     the provider's objects after this response shows whether the request was carried out.
   */
  record Lost<E>(String detail, boolean isEnded) implements RemoteAnswer<E> {}
}
