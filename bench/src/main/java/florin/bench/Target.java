package florin.bench;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.List;

/**
 * A running service on this machine that the bench did not start. Only loopback is allowed: load on
 * a remote machine would be an attack, and would measure the network.
 *
 * @param address the address that was resolved once and that the bench connects to
 */
record Target(InetSocketAddress address) {
  private static final int HTTP_PORT = 80;
  private static final String EXPECTED =
      "--against expects the address of a service on this machine, such as http://127.0.0.1:8080";

  /**
   * Parses the URL of a service.
   *
   * @throws IllegalArgumentException if the URL isn't accepted; the message is a sentence that says
   *     what is expected
   */
  static Target of(String url) {
    URI uri = uri(url);
    if (!"http".equalsIgnoreCase(uri.getScheme())) {
      throw new IllegalArgumentException(
          EXPECTED + ". The scheme must be http, since the driver doesn't support TLS.");
    }
    boolean bare =
        !uri.isOpaque()
            && (uri.getRawPath().isEmpty() || uri.getRawPath().equals("/"))
            && uri.getRawQuery() == null
            && uri.getRawFragment() == null
            && uri.getRawUserInfo() == null;
    if (uri.getHost() == null || !bare) {
      throw new IllegalArgumentException(
          EXPECTED + ". Use only a host and a port, and set FLORIN_API_KEY to the key.");
    }
    int port = uri.getPort() < 0 ? HTTP_PORT : uri.getPort();
    return new Target(new InetSocketAddress(loopback(uri.getHost()), port));
  }

  private static URI uri(String url) {
    try {
      return new URI(url);
    } catch (URISyntaxException malformed) {
      throw new IllegalArgumentException(EXPECTED + ".", malformed);
    }
  }

  private static InetAddress loopback(String host) {
    try {
      return loopback(List.of(InetAddress.getAllByName(host)));
    } catch (UnknownHostException unknown) {
      throw new IllegalArgumentException(EXPECTED + ". The host has no address.", unknown);
    }
  }

  /**
   * Returns the first address. All addresses of a name must be loopback addresses, since the
   * resolver chooses among them.
   */
  static InetAddress loopback(List<InetAddress> all) {
    if (!all.stream().allMatch(InetAddress::isLoopbackAddress)) {
      throw new IllegalArgumentException(
          EXPECTED + ". Every address of the host must be a loopback address.");
    }
    return all.getFirst();
  }
}
