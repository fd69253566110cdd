package florin.http;

import florin.core.AddressRange;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/**
 * Finds the address of a request's client: the peer of the socket or, if that is a trusted proxy,
 * the address that it reports. From `X-Forwarded-For` and `Forwarded` (RFC 7239) it takes the
 * rightmost entry that is not a trusted proxy. Clients can forge every entry to the left of it. If
 * that entry is unreadable, such as `unknown`, the request counts as the proxy that wrote it. So a
 * client can't change its identity or hide with a header. For that reason a quotation mark does not
 * join list elements here: a client may have written it without a closing one.
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

  /** Returns the client's address; empty if a trusted proxy names only trusted proxies. */
  Optional<InetAddress> find(SocketAddress socket, HttpFields headers) {
    return socket instanceof InetSocketAddress internet && isTrusted(internet.getAddress())
        ? forwarded(internet.getAddress(), headers)
        : find(socket);
  }

  /** Returns the peer of a socket, unless it is a trusted proxy. */
  Optional<InetAddress> find(SocketAddress socket) {
    return socket instanceof InetSocketAddress internet && !isTrusted(internet.getAddress())
        ? Optional.of(internet.getAddress())
        : Optional.empty();
  }

  /** Returns the text of an address, without a zone, as in `fe80::1%eth0`. */
  static String text(InetAddress address) {
    return AddressRange.text(address);
  }

  /**
   * Returns the unit that limits count: an IPv4 address, or the /64 that a network assigns to one
   * IPv6 customer.
   */
  static String counted(InetAddress address) {
    return address instanceof Inet6Address
        ? prefix(address, PREFIX_BYTES)
        : AddressRange.text(address);
  }

  /**
   * Returns the network that one customer with many addresses may have: the /24 of an IPv4 address,
   * or the /48 of an IPv6 one.
   */
  static String network(InetAddress address) {
    return prefix(address, address instanceof Inet6Address ? 6 : 3);
  }

  /** Returns a range as people write it, such as `203.0.113.0/24`. */
  private static String prefix(InetAddress address, int length) {
    byte[] bytes = address.getAddress();
    Arrays.fill(bytes, length, bytes.length, (byte) 0);
    try {
      return new AddressRange(InetAddress.getByAddress(bytes), length * Byte.SIZE).text();
    } catch (UnknownHostException impossible) {
      throw new IllegalStateException(impossible); // the length is that of an address
    }
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

  /** Returns the `for` of a `Forwarded` element; unreadable unless there is exactly one. */
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
