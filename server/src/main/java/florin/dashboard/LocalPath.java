package florin.dashboard;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A way within the dashboard that a request names: where to go on after signing in. Nothing that
 * leads out of it is one, however it is written.
 */
final class LocalPath {
  static final String HOME = "/dashboard";

  private static final int MAX_LENGTH = 2000;

  /**
   * Only what a path and query of ours are made of; no second slash, no backslash, no dots alone.
   */
  private static final Pattern PATH =
      Pattern.compile("/dashboard(/[A-Za-z0-9_-]+)*(\\?[A-Za-z0-9_.~%&=+*@:,\\[\\]-]*)?");

  private LocalPath() {}

  static Optional<String> of(String text) {
    return Optional.of(text)
        .filter(path -> path.length() <= MAX_LENGTH && PATH.matcher(path).matches());
  }

  static String orHome(String text) {
    return of(text).orElse(HOME);
  }
}
