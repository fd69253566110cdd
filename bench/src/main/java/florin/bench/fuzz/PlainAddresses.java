package florin.bench.fuzz;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Parses the addresses of a forwarding header with a simple implementation. Addresses in 10.0.0.0/8
 * and fd00::/8 are trusted proxies.
 *
 * @param all addresses from left to right
 */
record PlainAddresses(List<InetAddress> all) {
  private static final Pattern FOUR =
      Pattern.compile("([0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3})(:[0-9]+)?");

  private static final Pattern SIX = Pattern.compile("([0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)");
  private static final Pattern SIX_IN_BRACKETS = Pattern.compile("\\[" + SIX + "](:[0-9]+)?");
  private static final Pattern LEADING_ZERO = Pattern.compile("(^|\\.)0[0-9]");
  private static final Pattern FOR = Pattern.compile("(?i)for=(\"?)([^\"]*)\\1");

  PlainAddresses {
    all = List.copyOf(all);
  }

  /**
   * Parses a header. Returns empty if any part is malformed, since other rules apply then.
   *
   * @param isStandard true for `Forwarded` (RFC 7239), false for `X-Forwarded-For`
   */
  static Optional<PlainAddresses> read(boolean isStandard, String value) {
    var all = new ArrayList<InetAddress>();
    for (String entry : value.split(",", -1)) {
      Optional<InetAddress> address =
          (isStandard ? whom(entry) : Optional.of(entry.strip())).flatMap(PlainAddresses::address);
      if (address.isEmpty()) {
        return Optional.empty();
      }
      all.add(address.get());
    }
    return Optional.of(new PlainAddresses(all));
  }

  /** Returns the only `for`; empty if there are several, or if one lacks a quotation mark. */
  private static Optional<String> whom(String element) {
    List<String> named =
        Stream.of(element.split(";", -1))
            .map(String::strip)
            .filter(pair -> pair.toLowerCase(Locale.ROOT).startsWith("for="))
            .toList();
    if (named.size() != 1) {
      return Optional.empty();
    }
    Matcher whom = FOR.matcher(named.getFirst());
    return whom.matches() ? Optional.of(whom.group(2)) : Optional.empty();
  }

  private static Optional<InetAddress> address(String text) {
    for (Pattern form : List.of(FOUR, SIX_IN_BRACKETS, SIX)) {
      Matcher matcher = form.matcher(text);
      if (matcher.matches()) {
        return literal(matcher.group(1)).filter(_ -> !isFourWithZeros(matcher.group(1)));
      }
    }
    return Optional.empty();
  }

  private static boolean isFourWithZeros(String text) {
    return !text.contains(":") && LEADING_ZERO.matcher(text).find();
  }

  private static Optional<InetAddress> literal(String text) {
    try {
      return Optional.of(InetAddress.ofLiteral(text));
    } catch (IllegalArgumentException none) {
      return Optional.empty();
    }
  }

  /** Returns the rightmost address that isn't a proxy's. */
  Optional<InetAddress> client() {
    return all.reversed().stream().filter(address -> !isProxy(address)).findFirst();
  }

  private static boolean isProxy(InetAddress address) {
    int first = address.getAddress()[0] & 0xff;
    return first == (address instanceof Inet4Address ? 10 : 0xfd);
  }
}
