package florin.team;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/**
 * Where passkeys work: at one origin, which browsers hold them to. It is the operator's address,
 * and without one `localhost`: the name that a request comes by may be anybody's. Numbers are no
 * names to browsers here.
 *
 * @param origin as browsers name it (RFC 6454)
 * @param host the name that the keys are made for (the RP ID of WebAuthn)
 */
public record PasskeySite(String origin, String host) {
  private static final String LOCALHOST = "localhost";

  /**
   * @param baseUrl the operator's, where one is set
   * @param origin of the page that is asked for
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

  /** Without one that the scheme implies. */
  private static String port(URI url) {
    int implied = "https".equals(url.getScheme()) ? 443 : 80;
    return url.getPort() < 0 || url.getPort() == implied ? "" : ":" + url.getPort();
  }
}
