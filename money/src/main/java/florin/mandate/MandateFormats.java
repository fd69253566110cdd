package florin.mandate;

import florin.connector.OffSessionReason;
import florin.core.AddressRange;
import florin.core.ErrorCode;
import florin.http.Format;
import florin.http.Format.Reading;
import florin.http.Params;
import florin.http.TextFormats;
import florin.mandate.MandateUse.Consent;
import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The parameters of a mandate in a request. */
public final class MandateFormats {
  static final int MAX_TEXT = 2000;
  public static final int MAX_USER_AGENT = 500;

  private static final Format<String> TEXT =
      TextFormats.paragraph(MAX_TEXT)
          .then(
              "I agree.",
              text ->
                  text.isBlank()
                      ? Reading.wrong("must have at least one visible character.")
                      : Reading.good(text));

  /** The characters of an IPv6 address, or four numbers. */
  private static final Pattern ADDRESS =
      Pattern.compile("[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*|[0-9]+([.][0-9]+){3}");

  private static final Format<String> USER_AGENT = TextFormats.line(MAX_USER_AGENT);
  private static final Format<String> IP_ADDRESS =
      Format.text(
          "must be an IPv4 or IPv6 address, for example 203.0.113.7",
          "203.0.113.7",
          MandateFormats::parseAddress);

  /** The reasons of a charge while the payer is absent. */
  public static final Format<OffSessionReason> REASON =
      Format.choice(List.of(OffSessionReason.values()), OffSessionReason::text);

  private MandateFormats() {}

  /** Reads the object `mandate`; its time of acceptance is that of the request by default. */
  public static Optional<Consent> readConsent(Params body, Instant now) {
    return body.optionalObject("mandate").map(given -> read(given, now));
  }

  /** Reads the object `mandate` of a page on which Florin shows the text. */
  public static Optional<String> readText(Params body) {
    return body.optionalObject("mandate").map(MandateFormats::text);
  }

  private static String text(Params given) {
    return given.required("text", TEXT);
  }

  private static Consent read(Params given, Instant now) {
    String text = text(given);
    Optional<Instant> accepted = given.optional("accepted_at", Format.unixTime());
    Optional<String> ipAddress = given.optional("ip_address", IP_ADDRESS);
    Optional<String> userAgent = given.optional("user_agent", USER_AGENT);
    Optional<Instant> expires = given.optional("expires_at", Format.unixTime());
    if (accepted.filter(at -> at.isAfter(now)).isPresent()) {
      given.error("accepted_at", ErrorCode.PARAMETER_INVALID, "must not be in the future.");
    }
    if (expires.filter(at -> !at.isAfter(now)).isPresent()) {
      given.error("expires_at", ErrorCode.PARAMETER_INVALID, "must be in the future.");
    }
    return new Consent(text, accepted.orElse(now), ipAddress, userAgent, expires);
  }

  /** Returns the address in one spelling, without a zone, which only one host knows. */
  private static Optional<String> parseAddress(String text) {
    if (!ADDRESS.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(AddressRange.text(InetAddress.ofLiteral(text)));
    } catch (IllegalArgumentException notAnAddress) {
      return Optional.empty();
    }
  }
}
