package florin.lists;

import florin.core.AddressRange;
import florin.customer.ContactFormats;
import florin.http.Format;
import florin.http.TextFormats;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The formats of the fields of an entry. */
public final class ListFormats {
  public static final Format<ListKind> KIND =
      Format.choice(List.of(ListKind.values()), ListKind::text);

  public static final Format<String> REASON = TextFormats.line(200);

  /** Reads a value whose kind is wrong, so that only the kind is reported. */
  static final Format<String> OF_UNKNOWN_KIND = TextFormats.line(254);

  private static final Pattern FINGERPRINT = Pattern.compile("[0-9abcdefghjkmnpqrstvwxyz]{20}");
  private static final Pattern BIN = Pattern.compile("[0-9]{6}([0-9]{2})?");

  private static final int LEAST_BITS_OF_IPV4 = 16;
  private static final int LEAST_BITS_OF_IPV6 = 32;
  private static final int BYTES_OF_IPV4 = 4;

  private ListFormats() {}

  /** Returns the format of a value of a kind, which reads its normal form. */
  public static Format<String> of(ListKind kind) {
    return switch (kind) {
      case CARD_FINGERPRINT ->
          format(
              "must be the fingerprint of a card, as payments show it, and never its number",
              "tbbbg7peg77wjsp6npyb",
              text -> Optional.of(text).filter(FINGERPRINT.asMatchPredicate()));
      case CARD_BIN ->
          format(
              "must be the first six or eight digits of a card number",
              "424242",
              text -> Optional.of(text).filter(BIN.asMatchPredicate()));
      case EMAIL ->
          format(
              "must be an email address of at most 254 characters, for example jo@example.com",
              "jo@example.com",
              text -> Optional.of(PayerTraits.normal(text)).filter(ContactFormats::isEmail));
      case EMAIL_DOMAIN ->
          format(
              "must be the domain of an email address, for example mail.example",
              "mail.example",
              text ->
                  Optional.of(PayerTraits.domain(text))
                      .filter(domain -> ContactFormats.isEmail("a@" + domain)));
      case ADDRESS ->
          format(
              "must be an IP address, or a range with at least 16 bits (IPv4) or 32 bits (IPv6), for example 203.0.113.0/24",
              "203.0.113.7",
              ListFormats::address);
    };
  }

  private static Format<String> format(
      String expected, String placeholder, Function<String, Optional<String>> parse) {
    return TextFormats.of(Format.text(expected, placeholder, parse));
  }

  /** Returns one text for each range: without the bits that it ignores, and without `/32`. */
  private static Optional<String> address(String text) {
    return AddressRange.parse(text).filter(ListFormats::isNarrow).map(ListFormats::text);
  }

  private static boolean isNarrow(AddressRange range) {
    return range.bits()
        >= (range.base().getAddress().length == BYTES_OF_IPV4
            ? LEAST_BITS_OF_IPV4
            : LEAST_BITS_OF_IPV6);
  }

  /** Returns the normal form of a range, which is the same for all addresses in it. */
  static String text(AddressRange range) {
    byte[] bytes = range.base().getAddress();
    int whole = range.bits() / Byte.SIZE;
    if (whole < bytes.length) {
      bytes[whole] &= (byte) (0xFF << (Byte.SIZE - range.bits() % Byte.SIZE));
      Arrays.fill(bytes, whole + 1, bytes.length, (byte) 0);
    }
    try {
      InetAddress base = InetAddress.getByAddress(bytes);
      return whole < bytes.length
          ? new AddressRange(base, range.bits()).text()
          : AddressRange.text(base);
    } catch (UnknownHostException impossible) {
      throw new IllegalStateException(impossible); // the length is that of an address
    }
  }
}
