package florin.webhook;

import florin.core.AddressRange;
import florin.core.Mode;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A parsed URL of an endpoint.
 *
 * @param host a name, or a numeric address without brackets; lower case
 * @param literal the address, if the host is one
 */
record WebhookUrl(URI uri, boolean tls, String host, int port, Optional<InetAddress> literal) {
  static final int MAX_LENGTH = 2048;

  /**
   * Labels of RFC 1123; if the last label is a number, the name is an unusual form of an address.
   */
  private static final Pattern NAME =
      Pattern.compile("([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?");

  private static final int HTTP = 80;
  private static final int HTTPS = 443;
  private static final int LAST_PORT = 65_535;

  /** The reason why a URL is rejected; the message follows the parameter's name. */
  static final class UrlException extends Exception {
    UrlException(String message) {
      super(message);
    }
  }

  /**
   * Parses a URL.
   *
   * @throws UrlException if nothing may be sent to it in this mode, whatever its name resolves to
   */
  static WebhookUrl parse(Mode mode, String text) throws UrlException {
    URI uri = syntax(text);
    boolean tls = "https".equalsIgnoreCase(uri.getScheme());
    if (!tls && (mode.isLive() || !"http".equalsIgnoreCase(uri.getScheme()))) {
      throw new UrlException(
          mode.isLive() ? "must begin with https:// in live mode." : "must be http or https.");
    }
    if (uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
      throw new UrlException("must have no user and no fragment.");
    }
    int port = uri.getPort() == -1 ? (tls ? HTTPS : HTTP) : uri.getPort();
    if (port < 1 || port > LAST_PORT) {
      throw new UrlException("must have a port from 1 to 65535.");
    }
    String host = host(uri);
    return new WebhookUrl(uri, tls, host, port, AddressRange.literal(host));
  }

  private static URI syntax(String text) throws UrlException {
    try {
      URI uri = new URI(text);
      if (uri.isOpaque() || uri.getHost() == null || text.length() > MAX_LENGTH) {
        throw new UrlException(
            "must be a URL with a host, for example https://shop.example/webhooks.");
      }
      return uri;
    } catch (URISyntaxException malformed) {
      throw new UrlException(
          "must be a URL (RFC 3986), for example https://shop.example/webhooks.");
    }
  }

  private static String host(URI uri) throws UrlException {
    String host = uri.getHost().toLowerCase(Locale.ROOT);
    if (host.startsWith("[")) {
      String inside = host.substring(1, host.length() - 1);
      if (AddressRange.literal(inside).isEmpty()) {
        throw new UrlException("must have a valid address in its brackets, without a zone.");
      }
      return inside;
    }
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    if (AddressRange.literal(name).isEmpty() && !NAME.matcher(name).matches()) {
      throw new UrlException("must have a host name, or an address in its usual form.");
    }
    return name;
  }
}
