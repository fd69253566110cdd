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
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/**
 * Where requests come from: the socket's other end or, where that is a proxy the operator trusts,
 * the address which that one gives. Of `X-Forwarded-For` and `Forwarded` (RFC 7239) the entry
 * farthest to the right that is no trusted proxy is taken: what stands left of it anybody may have
 * written. Where that entry cannot be read (`unknown`, say), it counts as the proxy that wrote it:
 * nobody becomes somebody else, or nobody, by what he writes in front of it. For that reason a
 * quotation mark holds no list together here: it may be a stranger's, and without its other one.
 */
final class ClientAddresses {
  /** An entry: an address alone, `1.2.3.4:80`, `[::1]`, or `[::1]:80`. */
  private static final Pattern ENTRY =
      Pattern.compile(
          "(?<four>[0-9.]+)(:[0-9]+)?|\\[(?<six>[0-9A-Fa-f:.]+)](:[0-9]+)?|(?<bare>[0-9A-Fa-f:.]+)");

  private static final String FOR = "for=";
  private static final int PREFIX_BYTES = 8;

  private final List<AddressRange> proxies;

  ClientAddresses(List<AddressRange> proxies) {
    this.proxies = proxies;
  }

  /** The client's address, empty where a trusted proxy names none but such. */
  Optional<InetAddress> find(SocketAddress socket, HttpFields headers) {
    return socket instanceof InetSocketAddress internet && isTrusted(internet.getAddress())
        ? forwarded(internet.getAddress(), headers)
        : find(socket);
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

  private Optional<InetAddress> forwarded(InetAddress proxy, HttpFields headers) {
    InetAddress writer = proxy;
    for (String entry : entries(headers).reversed()) {
      Optional<InetAddress> named = address(entry);
      if (named.isEmpty()) {
        return Optional.of(writer);
      }
      if (!isTrusted(named.get())) {
        return named;
      }
      writer = named.get();
    }
    return Optional.empty();
  }

  private static List<String> entries(HttpFields headers) {
    List<String> entries = split(headers, HttpHeader.X_FORWARDED_FOR);
    return entries.isEmpty()
        ? split(headers, HttpHeader.FORWARDED).stream().map(ClientAddresses::whom).toList()
        : entries;
  }

  private static List<String> split(HttpFields headers, HttpHeader name) {
    return headers.getValuesList(name).stream()
        .flatMap(line -> Stream.of(line.split(",", -1)))
        .map(String::strip)
        .toList();
  }

  /** The `for` of an element of `Forwarded`; nothing that can be read where it has not just one. */
  private static String whom(String element) {
    List<String> named =
        Stream.of(element.split(";", -1))
            .map(String::strip)
            .filter(pair -> pair.regionMatches(true, 0, FOR, 0, FOR.length()))
            .map(pair -> pair.substring(FOR.length()))
            .toList();
    String value = named.size() == 1 ? named.getFirst() : "";
    boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1) : value;
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
