package florin.dashboard;

import florin.http.Exchange;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How a browser reaches the dashboard, which is not every way: over TLS, our own or that of a proxy
 * in front which `FLORIN_BASE_URL` names with https; or in clear on this very machine. A name that
 * is none of these is refused in clear, though it lead here: a foreign page may have had it point
 * at us (DNS rebinding).
 */
final class Site {
  private static final Pattern LOOPBACK =
      Pattern.compile(
          "(localhost|127\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}|\\[::1])(:[0-9]{1,5})?");

  private final Optional<URI> baseUrl;

  /**
   * @param baseUrl the operator's, where one is set
   */
  Site(Optional<URI> baseUrl) {
    this.baseUrl = baseUrl;
  }

  /**
   * @param origin of our pages, as a browser names it (RFC 6454)
   * @param address the browser's, or the nearest to it that we can know
   */
  record Reach(String origin, boolean secure, String address) {
    /**
     * In clear, two Florins on one machine are told apart by their ports, which cookies are not.
     */
    String sessionCookie() {
      return secure ? "__Host-florin" : "florin-" + port();
    }

    /** What a form's token is made of before anybody is signed in. */
    String formCookie() {
      return sessionCookie() + "-form";
    }

    /** Holds who has given the right password and owes the second factor. */
    String stepCookie() {
      return sessionCookie() + "-step";
    }

    /** Stays after a sign-in: {@link florin.team.DeviceCookies}. */
    String deviceCookie() {
      return sessionCookie() + "-device";
    }

    private String port() {
      int colon = origin.lastIndexOf(':');
      return origin.matches(".*:[0-9]+") ? origin.substring(colon + 1) : "80";
    }

    /** Whether browsers may be told to come by TLS only: not where a name is everybody's own. */
    boolean isStrict() {
      return secure && !LOOPBACK.matcher(origin.substring("https://".length())).matches();
    }

    String setCookie(String name, String value) {
      return name + "=" + value + "; Path=/; HttpOnly; SameSite=Lax" + (secure ? "; Secure" : "");
    }

    String setLastingCookie(String name, String value, Duration valid) {
      return setCookie(name, value) + "; Max-Age=" + valid.toSeconds();
    }

    String clearCookie(String name) {
      return setCookie(name, "") + "; Max-Age=0";
    }
  }

  /** Empty when a password must not go this way. */
  Optional<Reach> reach(Exchange exchange) {
    String host = exchange.authority().toLowerCase(Locale.ROOT);
    if (exchange.isSecure()) {
      return Optional.of(new Reach(origin("https", host), true, exchange.remoteAddress()));
    }
    if (isProxied(host)) {
      return Optional.of(new Reach(origin("https", host), true, forwardedFor(exchange)));
    }
    return LOOPBACK.matcher(host).matches() && isLoopback(exchange.remoteAddress())
        ? Optional.of(new Reach(origin("http", host), false, exchange.remoteAddress()))
        : Optional.empty();
  }

  private boolean isProxied(String host) {
    return baseUrl
        .filter(url -> url.getScheme().equals("https"))
        .map(url -> origin("https", url.getAuthority().toLowerCase(Locale.ROOT)))
        .filter(origin("https", host)::equals)
        .isPresent();
  }

  /** The last entry is the proxy's own; what stands before it anybody may have written. */
  private static String forwardedFor(Exchange exchange) {
    if (!exchange.nearestAddress().equals(exchange.remoteAddress())) {
      return exchange.nearestAddress();
    }
    return exchange.headers("X-Forwarded-For").stream()
        .reduce((_, last) -> last)
        .map(line -> line.substring(line.lastIndexOf(',') + 1).strip())
        .filter(Site::isAddress)
        .orElse(exchange.remoteAddress());
  }

  private static boolean isLoopback(String address) {
    return isAddress(address) && InetAddress.ofLiteral(address).isLoopbackAddress();
  }

  private static boolean isAddress(String text) {
    try {
      InetAddress.ofLiteral(text);
      return true;
    } catch (IllegalArgumentException none) {
      return false;
    }
  }

  /** Without a port that the scheme implies. */
  private static String origin(String scheme, String host) {
    String implied = scheme.equals("https") ? ":443" : ":80";
    return scheme
        + "://"
        + (host.endsWith(implied) ? host.substring(0, host.length() - implied.length()) : host);
  }
}
