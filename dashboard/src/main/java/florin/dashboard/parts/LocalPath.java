package florin.dashboard.parts;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A path within the dashboard from a request, such as the target after sign-in. It never leads to
 * another site (open redirect).
 */
public final class LocalPath {
  public static final String HOME = "/dashboard";

  private static final int MAX_LENGTH = 2000;

  /**
   * A path and query of the dashboard, without a second slash, a backslash, or dots in the path.
   */
  private static final Pattern PATH =
      Pattern.compile("/dashboard(/[A-Za-z0-9_-]+)*(\\?[A-Za-z0-9_.~%&=+*@:,\\[\\]-]*)?");

  private LocalPath() {}

  public static Optional<String> of(String text) {
    return Optional.of(text)
        .filter(path -> path.length() <= MAX_LENGTH && PATH.matcher(path).matches());
  }

  public static String orHome(String text) {
    return of(text).orElse(HOME);
  }
}
