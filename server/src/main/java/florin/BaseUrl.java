package florin;

import florin.http.HttpConfig;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.Set;

/** What every link that Florin gives out begins with; it has no slash at its end. */
final class BaseUrl {
  private static final Set<String> SCHEMES = Set.of("http", "https");

  private BaseUrl() {}

  /** The operator's: a path is allowed, for a proxy that has one in front. */
  static URI parse(String text) {
    URI url;
    try {
      url = new URI(text.replaceFirst("/+$", ""));
    } catch (URISyntaxException malformed) {
      throw notOne(text);
    }
    if (url.getScheme() == null
        || !SCHEMES.contains(url.getScheme())
        || url.getHost() == null
        || url.getRawUserInfo() != null
        || url.getRawQuery() != null
        || url.getRawFragment() != null) {
      throw notOne(text);
    }
    return url;
  }

  /** The address that the service listens on. */
  static URI of(HttpConfig http, int port) {
    String host = http.bindAddress();
    return URI.create(
        (http.tls().isPresent() ? "https" : "http")
            + "://"
            + (host.contains(":") ? "[" + host + "]" : host)
            + ":"
            + port);
  }

  /**
   * Where the dashboard opens: by the operator's URL, unless that has a path in front, which its
   * links do not know; else on this machine, also when the service listens on every address.
   */
  static URI ofDashboard(Config config, int port) {
    Optional<URI> named = config.baseUrl().filter(url -> url.getPath().isEmpty());
    InetAddress bound = InetAddress.ofLiteral(config.http().bindAddress());
    HttpConfig http =
        bound.isAnyLocalAddress()
            ? new HttpConfig(
                "127.0.0.1",
                port,
                config.http().tls(),
                config.http().trustedProxies(),
                config.http().limits())
            : config.http();
    return named.orElseGet(() -> of(http, port));
  }

  private static ConfigException notOne(String text) {
    return new ConfigException(
        "FLORIN_BASE_URL must be an http or https URL without user, query and fragment, for example https://pay.example.com; it is '"
            + text
            + "'");
  }
}
