package florin.core;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The origin of web pages (RFC 6454), such as `https://shop.example`: exactly one, without a
 * wildcard. `http` is for this machine only, where developers work. A value is also safe within a
 * `Content-Security-Policy`.
 */
public record PageOrigin(String text) {
  private static final int MAX_LENGTH = 260;

  private static final String LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";

  /** A host that ends in digits is an address, and no certificate is for one. */
  private static final Pattern FORM =
      Pattern.compile(
          "(https?)://((?:"
              + LABEL
              + "\\.)*+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?|127\\.0\\.0\\.1)(?::([1-9][0-9]{0,4}))?");

  /** Parses an origin as browsers write it. */
  public static Optional<PageOrigin> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (text.length() > MAX_LENGTH || !matcher.matches()) {
      return Optional.empty();
    }
    String scheme = matcher.group(1);
    String host = matcher.group(2);
    String port = matcher.group(3);
    boolean isHere = host.equals("localhost") || host.equals("127.0.0.1");
    boolean isKnown = isHere || (scheme.equals("https") && host.contains("."));
    if (!isKnown || (port != null && Integer.parseInt(port) > 65_535)) {
      return Optional.empty();
    }
    boolean isUsualPort = (scheme.equals("https") ? "443" : "80").equals(port);
    return Optional.of(
        new PageOrigin(scheme + "://" + host + (port == null || isUsualPort ? "" : ":" + port)));
  }

  @Override
  public String toString() {
    return text;
  }
}
