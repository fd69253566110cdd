package florin.config;

import florin.core.UrlPort;
import florin.http.HttpConfig;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The URL with which every link of Florin begins; it has no trailing slash. */
public final class BaseUrl {
  /** The default address of a service. */
  public static final String LOCAL = "http://127.0.0.1:8080";

  /** The addresses to which the name `localhost` resolves. */
  private static final Set<String> LOCALHOST_ADDRESSES = Set.of("127.0.0.1", "[::1]");

  private static final Set<String> SCHEMES = Set.of("http", "https");

  private BaseUrl() {}

  /** Parses the operator's setting. It may have a path, for a proxy that adds one. */
  static URI parse(String text) {
    return parse(Setting.FLORIN_BASE_URL.name(), text);
  }

  /** Parses the URL of a provider emulator: to another machine, keys go only over TLS. */
  static URI ofStandIn(Setting setting, String text) {
    URI url = parse(setting.name(), text);
    if (!url.getScheme().equals("https") && !isLoopback(url)) {
      throw new ConfigException(
          setting
              + " must be an https URL, or an http URL of this machine, for example http://127.0.0.1:8420; it is '"
              + text
              + "'");
    }
    return url;
  }

  /** Parses the option `--url` of a command, if it is given. */
  public static Optional<URI> named(@Nullable String option) {
    return Optional.ofNullable(option).map(text -> parse("--url", text));
  }

  private static URI parse(String name, String text) {
    URI url;
    try {
      url = new URI(text.replaceFirst("/+$", ""));
    } catch (URISyntaxException malformed) {
      throw notOne(name, text);
    }
    if (url.getScheme() == null
        || !SCHEMES.contains(url.getScheme())
        || url.getHost() == null
        || !UrlPort.isPossible(url)
        || url.getRawUserInfo() != null
        || url.getRawQuery() != null
        || url.getRawFragment() != null) {
      throw notOne(name, text);
    }
    return url;
  }

  /** Returns the address on which the service listens. */
  public static URI of(HttpConfig http, int port) {
    String host = http.bindAddress();
    return URI.create(
        (http.tls().isPresent() ? "https" : "http")
            + "://"
            + (host.contains(":") ? "[" + host + "]" : host)
            + ":"
            + port);
  }

  /**
   * Returns the URL at which the dashboard opens: the operator's, unless it has a path, which the
   * dashboard's links don't support. Otherwise it returns the URL on this machine, even if the
   * service listens on every address. The host is `localhost` if that resolves to it: browsers
   * allow passkeys at a name and not at an IP address.
   */
  public static URI ofDashboard(Config config, int port) {
    return config
        .baseUrl()
        .filter(BaseUrl::hasNoPath)
        .orElseGet(() -> byName(onThisMachine(config, port)));
  }

  /** Returns the URL with the name `localhost` instead of an address that it resolves to. */
  public static URI byName(URI url) {
    return LOCALHOST_ADDRESSES.contains(url.getHost())
        ? URI.create(url.toString().replace("://" + url.getHost(), "://localhost"))
        : url;
  }

  /** Returns whether the URL suits links to the dashboard, which don't support a path. */
  public static boolean hasNoPath(URI url) {
    return url.getPath().isEmpty();
  }

  /**
   * Returns the URL at which this machine reaches the service, even if it listens on every address.
   */
  public static URI onThisMachine(Config config, int port) {
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
    return of(http, port);
  }

  /**
   * Returns whether the URL names this machine as loopback, so that other machines can't reach it.
   */
  public static boolean isLoopback(URI url) {
    String host = url.getHost().toLowerCase(Locale.ROOT);
    if (host.equals("localhost") || host.endsWith(".localhost")) {
      return true;
    }
    try {
      return InetAddress.ofLiteral(host.replaceAll("[\\[\\]]", "")).isLoopbackAddress();
    } catch (IllegalArgumentException name) {
      return false;
    }
  }

  private static ConfigException notOne(String name, String text) {
    return new ConfigException(
        name
            + " must be an http or https URL without user, query and fragment, for example https://pay.example.com; it is '"
            + text
            + "'");
  }
}
