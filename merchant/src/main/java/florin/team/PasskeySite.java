package florin.team;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/**
 * The origin at which passkeys work, which browsers enforce. It is the operator's URL, or
 * `localhost` without one, because the host name in a request can't be trusted. Browsers accept no
 * IP addresses here.
 *
 * @param origin as browsers name it (RFC 6454)
 * @param host the name for which keys are created (the RP ID of WebAuthn)
 */
public record PasskeySite(String origin, String host) {
  private static final String LOCALHOST = "localhost";

  /**
   * Returns the site.
   *
   * @param baseUrl the operator's, if set
   * @param origin the origin of the requested page
   */
  static Optional<PasskeySite> of(Optional<URI> baseUrl, String origin) {
    return baseUrl
        .map(PasskeySite::of)
        .orElseGet(() -> of(URI.create(origin)).filter(site -> site.host().equals(LOCALHOST)))
        .filter(site -> site.origin().equals(origin));
  }

  private static Optional<PasskeySite> of(URI url) {
    String host = Optional.ofNullable(url.getHost()).orElse("").toLowerCase(Locale.ROOT);
    boolean named = host.matches(".*[a-z]") && !host.startsWith("[");
    boolean safe = "https".equals(url.getScheme()) || host.equals(LOCALHOST);
    return named && safe
        ? Optional.of(new PasskeySite(url.getScheme() + "://" + host + port(url), host))
        : Optional.empty();
  }

  /** Returns the port, unless it is the scheme's default. */
  private static String port(URI url) {
    int implied = "https".equals(url.getScheme()) ? 443 : 80;
    return url.getPort() < 0 || url.getPort() == implied ? "" : ":" + url.getPort();
  }
}
