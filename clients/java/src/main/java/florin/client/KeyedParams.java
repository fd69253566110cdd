package florin.client;

import java.util.Optional;

/**
 * The fields of a request that Florin carries out once for each idempotency key.
 *
 * @param <T> the class itself
 */
public abstract class KeyedParams<T extends KeyedParams<T>> extends Params<T> {
  private Optional<String> key = Optional.empty();

  protected KeyedParams() {}

  /**
   * Sets the idempotency key. Use the id of the operation in your system, such as the number of the
   * order, and store it before the call: then you can repeat the call after a crash. Without a key,
   * the client sends a random one, which only protects the retries of this call.
   */
  @SuppressWarnings("unchecked")
  public final T idempotencyKey(String value) {
    key = Optional.of(value);
    return (T) this;
  }

  final Optional<String> key() {
    return key;
  }
}
