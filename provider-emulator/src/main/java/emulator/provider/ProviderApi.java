package emulator.provider;

import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** The API of a provider. */
public interface ProviderApi {
  /** The causes of errors that don't depend on the provider. */
  enum Cause {
    /** Another request locks the object, or uses the same idempotency key. */
    CONFLICT,
    KEY_IN_USE,
    KEY_OF_OTHER_ENDPOINT,
    KEY_OF_OTHER_PARAMETERS,
    TOO_MANY,
    UNAVAILABLE,
    ERROR
  }

  /** Returns the prefix of all paths, such as `/v1/`. */
  String prefix();

  /** Returns a pattern that matches a slash and the id of any object. */
  Pattern ids();

  /**
   * Executes the request, or replays the response that is kept under its idempotency key.
   *
   * @param last changes the response to an execution before it is kept
   */
  Answer answer(Request request, UnaryOperator<Answer> last);

  ApiError error(Cause cause);
}
