package florin.dashboard.pipeline;

import florin.http.Exchange;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The permitted ways to reach the dashboard. One is TLS, from Florin or from a proxy that an https
 * `FLORIN_BASE_URL` names. The other is unencrypted HTTP on the same machine, with a loopback name.
 * Any other name is rejected over HTTP, even if it resolves to this machine, because of DNS
 * rebinding.
 */
public final class PermittedOrigins {
  private static final Pattern LOOPBACK =
      Pattern.compile(
          "(localhost|127\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}|\\[::1])(:[0-9]{1,5})?");

  private final Optional<URI> baseUrl;

  /**
   * @param baseUrl the operator's base URL, if it is set
   */
  PermittedOrigins(Optional<URI> baseUrl) {
    this.baseUrl = baseUrl;
  }

  /**
   * A permitted connection.
   *
   * @param origin of the dashboard's pages, as the browser sends it (RFC 6454)
   * @param address of the browser, or the nearest known one
   */
  public record Reach(String origin, boolean secure, String address) {
    /**
     * Returns the name of the session cookie. Over HTTP it has the port, because cookies are shared
     * between ports of a machine.
     */
    String sessionCookie() {
      return secure ? "__Host-florin" : "florin-" + port();
    }

    /** Returns the name of the cookie from which the form's token is derived before the sign-in. */
    public String formCookie() {
      return sessionCookie() + "-form";
    }

    /**
     * Returns the name of the cookie for a user whose password was correct and who must enter the
     * second factor.
     */
    public String stepCookie() {
      return sessionCookie() + "-step";
    }

    /**
     * Returns the name of the cookie that remains after a sign-in: {@link
     * florin.team.DeviceCookies}.
     */
    public String deviceCookie() {
      return sessionCookie() + "-device";
    }

    private String port() {
      int colon = origin.lastIndexOf(':');
      return origin.matches(".*:[0-9]+") ? origin.substring(colon + 1) : "80";
    }

    /**
     * Returns whether the dashboard may send `Strict-Transport-Security`. It may not on loopback
     * names, which other services share.
     */
    boolean isStrict() {
      return secure && !LOOPBACK.matcher(origin.substring("https://".length())).matches();
    }

    String setCookie(String name, String value) {
      return name + "=" + value + "; Path=/; HttpOnly; SameSite=Lax" + (secure ? "; Secure" : "");
    }

    public String setLastingCookie(String name, String value, Duration valid) {
      return setCookie(name, value) + "; Max-Age=" + valid.toSeconds();
    }

    String clearCookie(String name) {
      return setCookie(name, "") + "; Max-Age=0";
    }
  }

  /** Returns the connection; empty if a password must not be sent over it. */
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

  /** Returns the address that the proxy added last. Clients can forge all earlier entries. */
  private static String forwardedFor(Exchange exchange) {
    if (!exchange.nearestAddress().equals(exchange.remoteAddress())) {
      return exchange.nearestAddress();
    }
    return exchange.headers("X-Forwarded-For").stream()
        .reduce((_, last) -> last)
        .map(line -> line.substring(line.lastIndexOf(',') + 1).strip())
        .filter(PermittedOrigins::isAddress)
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

  /** Returns the origin without the scheme's default port. */
  private static String origin(String scheme, String host) {
    String implied = scheme.equals("https") ? ":443" : ":80";
    return scheme
        + "://"
        + (host.endsWith(implied) ? host.substring(0, host.length() - implied.length()) : host);
  }
}
