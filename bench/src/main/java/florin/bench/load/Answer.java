package florin.bench.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A complete HTTP response. */
public record Answer(int status, ByteBuffer body) {
  /** Returns the body, decoded as UTF-8. */
  public String text() {
    return StandardCharsets.UTF_8.decode(body.duplicate()).toString();
  }
}
