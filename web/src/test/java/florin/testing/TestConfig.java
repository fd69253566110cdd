package florin.testing;

import florin.http.HttpConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Configurations for tests. {@link Records} changes single values. */
public final class TestConfig {
  private TestConfig() {}

  /** The default limits, with a shorter stop timeout. */
  public static final HttpConfig.Limits LIMITS =
      Records.with(HttpConfig.Limits.DEFAULT, "stopTimeout", Duration.ofSeconds(4));

  /** Returns a configuration with a free loopback port and the usual limits. */
  public static HttpConfig http() {
    return http(LIMITS);
  }

  public static HttpConfig http(HttpConfig.Limits limits) {
    return new HttpConfig("127.0.0.1", 0, Optional.empty(), List.of(), limits);
  }

  /** Returns the usual limits with one changed value. */
  public static HttpConfig.Limits limits(String component, Object value) {
    return Records.with(LIMITS, component, value);
  }
}
