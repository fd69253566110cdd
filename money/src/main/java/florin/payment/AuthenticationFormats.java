package florin.payment;

import florin.connector.ThreeDSecureResult;
import florin.connector.ThreeDSecureResult.TransStatus;
import florin.core.ErrorCode;
import florin.core.UrlPort;
import florin.http.Format;
import florin.http.Params;
import florin.http.TextFormats;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The formats of a return URL, and of an authentication that was made elsewhere. The fields are
 * those of EMV 3-D Secure (protocol and core functions specification, table A.1): messageVersion,
 * eci, authenticationValue, dsTransID, transStatus.
 */
final class AuthenticationFormats {
  private static final int MAX_URL_LENGTH = 2048;

  /** A header's value may only have printable ASCII characters. */
  private static final Pattern PRINTABLE = Pattern.compile("[!-~]{1," + MAX_URL_LENGTH + "}");

  static final Format<URI> RETURN_URL =
      TextFormats.url(
          Format.text(
              "must be an absolute http or https URL of up to 2048 ASCII characters, for example https://shop.example/return",
              URI.create("https://shop.example/return"),
              AuthenticationFormats::parseUrl),
          URI::toString);

  static final Format<URI> SAFE_URL =
      TextFormats.url(
          Format.text(
              "must be a URL that begins with https://, with up to 2048 ASCII characters",
              URI.create("https://shop.example/terms"),
              text -> parseUrl(text).filter(url -> "https".equals(url.getScheme()))),
          URI::toString);

  /** The supported versions. The card schemes switched 1.0 off in 2022. */
  private static final Format<String> VERSION =
      Format.choice(List.of("2.1.0", "2.2.0", "2.3.0", "2.3.1"), version -> version);

  private static final Format<String> ECI =
      matching("must be two digits, for example 05", "[0-9]{2}");

  private static final Format<String> CRYPTOGRAM =
      Format.text(
          "must be the authentication value: 20 bytes in base64, 28 characters",
          Base64.getEncoder().encodeToString(new byte[20]),
          text -> Optional.of(text).filter(t -> t.matches("[A-Za-z0-9+/]{27}=")));

  private static final Format<String> DS_TRANSACTION_ID =
      matching(
          "must be the directory server's transaction id, a UUID",
          "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}");

  /** The final results of an authentication. C and D only say that a challenge follows. */
  private static final Set<TransStatus> RESULTS = EnumSet.complementOf(EnumSet.of(TransStatus.C));

  /**
   * Replaces a wrong value with U, which requires no proof, so that the caller receives only one
   * error.
   */
  private static final Format<TransStatus> TRANS_STATUS =
      new Format<>(TransStatus.U, Format.choice(List.copyOf(RESULTS), TransStatus::text).reader());

  private AuthenticationFormats() {}

  /** Reads the parameter `three_d_secure` of a payment. */
  static Optional<ThreeDSecureResult> readThreeDSecure(Params body) {
    return body.optionalObject("three_d_secure").map(AuthenticationFormats::read);
  }

  private static ThreeDSecureResult read(Params given) {
    String version = given.required("version", VERSION);
    TransStatus transStatus = given.required("trans_status", TRANS_STATUS);
    String dsTransactionId = given.required("ds_transaction_id", DS_TRANSACTION_ID);
    Optional<String> eci = given.optional("eci", ECI);
    Optional<String> cryptogram = given.optional("cryptogram", CRYPTOGRAM);
    var result =
        new ThreeDSecureResult(version, eci, cryptogram, Optional.of(dsTransactionId), transStatus);
    if (result.isAuthenticated()) {
      requireProof(given, "eci", eci);
      requireProof(given, "cryptogram", cryptogram);
    }
    return result;
  }

  /** Requires the proof of an authentication, which the issuer needs. */
  private static void requireProof(Params given, String name, Optional<String> value) {
    if (value.isEmpty() && !given.has(name)) {
      given.error(name, ErrorCode.PARAMETER_MISSING, "is required if trans_status is Y or A.");
    }
  }

  private static Optional<URI> parseUrl(String text) {
    if (!PRINTABLE.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      URI uri = new URI(text);
      return Optional.of(uri).filter(AuthenticationFormats::leadsToAPage);
    } catch (URISyntaxException notAUrl) {
      return Optional.empty();
    }
  }

  /**
   * Rejects a URL with user information, because such a link can pretend to lead to another host.
   */
  private static boolean leadsToAPage(URI uri) {
    return ("http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme()))
        && uri.getHost() != null
        && UrlPort.isPossible(uri)
        && uri.getRawUserInfo() == null;
  }

  private static Format<String> matching(String expected, String regex) {
    Pattern pattern = Pattern.compile(regex);
    return Format.text(
        expected, "", text -> Optional.of(text).filter(t -> pattern.matcher(t).matches()));
  }
}
