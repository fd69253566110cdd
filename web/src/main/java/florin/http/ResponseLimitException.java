package florin.http;

import java.util.Optional;
import org.eclipse.jetty.client.HttpResponseException;
import org.jspecify.annotations.Nullable;

/**
 * Fails a response that exceeds a limit of {@link BoundedTransport}. The message completes "the
 * response …".
 */
public final class ResponseLimitException extends RuntimeException {
  private static final int MAX_CAUSES = 8;

  ResponseLimitException(String message) {
    super(message);
  }

  /**
   * Returns why the client rejected a response: it exceeded a limit, or it was not HTTP. Empty for
   * any other failure.
   */
  public static Optional<String> reason(@Nullable Throwable failure) {
    Throwable at = failure;
    boolean isMalformed = false;
    for (int i = 0; at != null && i < MAX_CAUSES; i++) {
      if (at instanceof ResponseLimitException) {
        return Optional.of("the response " + at.getMessage());
      }
      isMalformed |= at instanceof HttpResponseException;
      at = at.getCause();
    }
    return isMalformed
        ? Optional.of(
            "the response is not valid HTTP/1.1, or its headers are longer than %d KiB"
                .formatted(BoundedTransport.MAX_HEADER_BYTES >> 10))
        : Optional.empty();
  }
}
