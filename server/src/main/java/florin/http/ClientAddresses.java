package florin.http;

import florin.core.AddressRange;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/**
 * Where requests come from: the socket's other end or, where that is a proxy the operator trusts,
 * the address which that one gives. Of `X-Forwarded-For` and `Forwarded` (RFC 7239) the entry
 * farthest to the right that is no trusted proxy is taken: what stands left of it anybody may have
 * written.
 */
final class ClientAddresses {
  /** An entry: an address alone, `1.2.3.4:80`, `[::1]`, or `[::1]:80`. */
  private static final Pattern ENTRY =
      Pattern.compile(
          "(?<four>[0-9.]+)(:[0-9]+)?|\\[(?<six>[0-9A-Fa-f:.]+)](:[0-9]+)?|(?<bare>[0-9A-Fa-f:.]+)");

  private static final Pattern FOR =
      Pattern.compile("(?:^|[;,\\s])for=(?:\"([^\"]*)\"|([^;,\\s]*))", Pattern.CASE_INSENSITIVE);

  private static final int PREFIX_BYTES = 8;

  private final List<AddressRange> proxies;

  ClientAddresses(List<AddressRange> proxies) {
    this.proxies = proxies;
  }

  /** The client's address, empty where only a trusted proxy's is known. */
  Optional<InetAddress> find(SocketAddress socket, HttpFields headers) {
    return find(socket).or(() -> forwarded(headers));
  }

  /** The other end of a socket, unless that is a trusted proxy. */
  Optional<InetAddress> find(SocketAddress socket) {
    return socket instanceof InetSocketAddress internet && !isTrusted(internet.getAddress())
        ? Optional.of(internet.getAddress())
        : Optional.empty();
  }

  /**
   * What is counted as one: an IPv4 address, or the /64 that a customer of a network gets of IPv6.
   */
  static String counted(InetAddress address) {
    return address instanceof Inet6Address
        ? Arrays.toString(Arrays.copyOf(address.getAddress(), PREFIX_BYTES))
        : address.getHostAddress();
  }

  private Optional<InetAddress> forwarded(HttpFields headers) {
    List<String> entries = headers.getCSV(HttpHeader.X_FORWARDED_FOR, false);
    if (entries.isEmpty()) {
      entries =
          headers.getValuesList(HttpHeader.FORWARDED).stream()
              .flatMap(line -> FOR.matcher(line).results())
              .map(match -> match.group(1) == null ? match.group(2) : match.group(1))
              .toList();
    }
    return entries.reversed().stream()
        .flatMap(entry -> address(entry.strip()).stream())
        .filter(address -> !isTrusted(address))
        .findFirst();
  }

  private static Optional<InetAddress> address(String entry) {
    Matcher parts = ENTRY.matcher(entry);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String four = parts.group("four");
    String six = parts.group("six");
    return AddressRange.literal(four != null ? four : six != null ? six : parts.group("bare"));
  }

  private boolean isTrusted(InetAddress address) {
    return proxies.stream().anyMatch(range -> range.contains(address));
  }
}
