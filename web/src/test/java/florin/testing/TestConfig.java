package florin.testing;

import florin.http.HttpConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Configurations as tests want them; {@link Records} has them otherwise. */
public final class TestConfig {
  private TestConfig() {}

  /** The usual ones, but that a stop waits less for clients that may want more. */
  public static final HttpConfig.Limits LIMITS =
      Records.with(HttpConfig.Limits.DEFAULT, "stopTimeout", Duration.ofSeconds(4));

  /** On a free port of loopback, with the usual limits. */
  public static HttpConfig http() {
    return http(LIMITS);
  }

  public static HttpConfig http(HttpConfig.Limits limits) {
    return new HttpConfig("127.0.0.1", 0, Optional.empty(), List.of(), limits);
  }

  /** The usual limits, but for one. */
  public static HttpConfig.Limits limits(String component, Object value) {
    return Records.with(LIMITS, component, value);
  }
}
