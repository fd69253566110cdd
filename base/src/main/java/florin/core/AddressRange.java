package florin.core;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A range of addresses with the same leading bits, such as `10.0.0.0/8`. An IPv4 range contains no
 * IPv6 address, and vice versa; Java already treats an IPv4-mapped IPv6 address as IPv4.
 */
public record AddressRange(InetAddress base, int bits) {
  /**
   * Parses a range. Returns empty unless the text is a numeric address, with or without `/bits`.
   */
  public static Optional<AddressRange> parse(String text) {
    int slash = text.indexOf('/');
    String digits = slash < 0 ? text : text.substring(0, slash);
    Optional<InetAddress> base = literal(digits);
    if (base.isEmpty()) {
      return Optional.empty();
    }
    int longest = base.get().getAddress().length * 8;
    String length = slash < 0 ? Integer.toString(longest) : text.substring(slash + 1);
    return length.matches("[0-9]{1,3}") && Integer.parseInt(length) <= longest
        ? Optional.of(new AddressRange(base.get(), Integer.parseInt(length)))
        : Optional.empty();
  }

  public static AddressRange of(String text) {
    return parse(text).orElseThrow(() -> new IllegalArgumentException("not a range: " + text));
  }

  /** Parses a numeric address, IPv4 in its one strict form, without a DNS lookup. */
  public static Optional<InetAddress> literal(String text) {
    boolean four = text.matches("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");
    boolean six = text.contains(":") && text.matches("[0-9A-Fa-f:.]+");
    if (!four && !six) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.ofLiteral(text));
    } catch (IllegalArgumentException malformed) {
      return Optional.empty(); // digits and dots that are no address
    }
  }

  /** Returns its text, such as `10.0.0.0/8`. */
  public String text() {
    return text(base) + "/" + bits;
  }

  /** Returns the one text of an address, for IPv6 by RFC 5952, such as `2001:db8::1`. */
  public static String text(InetAddress address) {
    return address instanceof Inet6Address ? text6(address.getAddress()) : address.getHostAddress();
  }

  /** Replaces the first of the longest runs of two zeros and more. */
  private static String text6(byte[] address) {
    int[] groups = new int[address.length / 2];
    for (int i = 0; i < groups.length; i++) {
      groups[i] = Byte.toUnsignedInt(address[2 * i]) << 8 | Byte.toUnsignedInt(address[2 * i + 1]);
    }
    int first = 0;
    int longest = 1;
    for (int from = 0; from < groups.length; from++) {
      int to = from;
      while (to < groups.length && groups[to] == 0) {
        to++;
      }
      if (to - from > longest) {
        first = from;
        longest = to - from;
      }
    }
    return longest == 1
        ? hex(groups, 0, groups.length)
        : hex(groups, 0, first) + "::" + hex(groups, first + longest, groups.length);
  }

  private static String hex(int[] groups, int from, int to) {
    return Arrays.stream(groups, from, to)
        .mapToObj(Integer::toHexString)
        .collect(Collectors.joining(":"));
  }

  public boolean contains(InetAddress address) {
    byte[] one = base.getAddress();
    byte[] other = address.getAddress();
    if (one.length != other.length) {
      return false;
    }
    int whole = bits / 8;
    for (int i = 0; i < whole; i++) {
      if (one[i] != other[i]) {
        return false;
      }
    }
    int rest = bits % 8;
    int mask = 0xFF << (8 - rest) & 0xFF;
    return rest == 0 || ((one[whole] ^ other[whole]) & mask) == 0;
  }
}
