package florin.webhook;

import florin.core.AddressRange;
import florin.core.Mode;
import florin.webhook.WebhookUrl.UrlException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Restricts the addresses to which webhooks are sent. Merchants choose the URLs, and Florin runs
 * inside the operator's network. A merchant could otherwise make it call services that the firewall
 * hides.
 *
 * <p>An address must be public; the lists follow the IANA registries of special-purpose addresses
 * (RFC 6890). IPv6 addresses that embed an IPv4 address (6to4, Teredo, NAT64, mapped and compatible
 * forms) are all rejected. The operator's own list allows addresses that are not public. Loopback
 * is allowed only in test mode, except for the ports of Florin and PostgreSQL.
 *
 * @param loopback whether test mode allows loopback without an entry in the list. It does only
 *     while other machines can't reach Florin
 * @param ownPorts the ports of Florin and its database
 * @param allowed the addresses that the operator allows (`FLORIN_WEBHOOK_ALLOW`)
 */
public record AddressGuard(boolean loopback, Set<Integer> ownPorts, List<String> allowed) {
  private static final List<AddressRange> SPECIAL =
      Stream.of(
              "0.0.0.0/8", // this network
              "10.0.0.0/8", // private
              "100.64.0.0/10", // carrier-grade NAT
              "127.0.0.0/8", // loopback
              "169.254.0.0/16", // link-local, and cloud metadata services
              "172.16.0.0/12", // private
              "192.0.0.0/24", // protocol assignments
              "192.0.2.0/24", // documentation
              "192.88.99.0/24", // 6to4 relays
              "192.168.0.0/16", // private
              "198.18.0.0/15", // benchmarks
              "198.51.100.0/24", // documentation
              "203.0.113.0/24", // documentation
              "224.0.0.0/4", // multicast
              "240.0.0.0/4", // reserved, and broadcast
              "2001::/23", // protocol assignments, including Teredo
              "2001:db8::/32", // documentation
              "2002::/16", // 6to4
              "3fff::/20") // documentation
          .map(AddressRange::of)
          .toList();

  /** The assigned global addresses; mapped, NAT64, unique local and other addresses are outside. */
  private static final AddressRange GLOBAL_IPV6 = AddressRange.of("2000::/3");

  private static final String LOOPBACK_NAME = "localhost";

  public AddressGuard {
    ownPorts = Set.copyOf(ownPorts);
    allowed = List.copyOf(allowed);
    for (String entry : allowed) {
      if (!isEntry(entry)) {
        throw new IllegalArgumentException("no address, range or localhost: " + entry);
      }
    }
  }

  /**
   * Returns whether a text is a valid entry of the operator's list: an address, a range, or
   * `localhost`.
   */
  public static boolean isEntry(String text) {
    return text.equals(LOOPBACK_NAME) || AddressRange.parse(text).isPresent();
  }

  /**
   * Checks a URL before its name is resolved.
   *
   * @throws UrlException if nothing may be sent to it
   */
  WebhookUrl check(Mode mode, String url) throws UrlException {
    WebhookUrl parsed = WebhookUrl.parse(mode, url);
    if (parsed.literal().isPresent()) {
      requireAllowed(mode, parsed.literal().get(), parsed.port());
    } else if (isLoopbackName(parsed.host())) {
      requireAllowed(mode, InetAddress.getLoopbackAddress(), parsed.port());
    }
    return parsed;
  }

  /**
   * Checks resolved addresses.
   *
   * @throws UrlException unless every address is allowed
   */
  void requireAllowed(Mode mode, List<InetAddress> addresses, int port) throws UrlException {
    for (InetAddress address : addresses) {
      requireAllowed(mode, address, port);
    }
  }

  private void requireAllowed(Mode mode, InetAddress address, int port) throws UrlException {
    if (ownPorts.contains(port) && isOurs(address)) {
      throw new UrlException("must not point to Florin itself or to its database.");
    }
    if (address.isLoopbackAddress()) {
      if (mode.isLive() || !(loopback || isListed(address))) {
        throw new UrlException(
            "must be a public address. This one is the machine that Florin runs on; for test mode, the operator can allow it with FLORIN_WEBHOOK_ALLOW.");
      }
    } else if (!isPublic(address) && !isListed(address)) {
      throw new UrlException(
          "must be a public address. This one is in a private network; the operator can allow it with FLORIN_WEBHOOK_ALLOW.");
    }
  }

  static boolean isPublic(InetAddress address) {
    return (!(address instanceof Inet6Address) || GLOBAL_IPV6.contains(address))
        && SPECIAL.stream().noneMatch(range -> range.contains(address));
  }

  private boolean isListed(InetAddress address) {
    return allowed.stream()
        .anyMatch(entry ->
            entry.equals(LOOPBACK_NAME)
                ? address.isLoopbackAddress()
                : AddressRange.of(entry).contains(address));
  }

  private static boolean isOurs(InetAddress address) {
    try {
      return address.isLoopbackAddress()
          || address.isAnyLocalAddress()
          || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException unknown) {
      return true; // an address that can't be checked counts as Florin's own
    }
  }

  private static boolean isLoopbackName(String host) {
    return host.equals(LOOPBACK_NAME) || host.endsWith("." + LOOPBACK_NAME);
  }
}
