package florin.api;

import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Refusal;
import florin.http.Exchange;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The API key in a request's `Authorization` header: Bearer (RFC 6750), or Basic (RFC 7617) as the
 * user name.
 */
final class Credentials {
  private Credentials() {}

  static String of(Exchange exchange) {
    String header =
        exchange
            .header("Authorization")
            .orElseThrow(() ->
                refuse(
                    ErrorCode.API_KEY_MISSING,
                    "The request has no API key. Send the header Authorization: Bearer sk_test_..., or send the key as the user name of HTTP Basic with an empty password."));
    int space = header.indexOf(' ');
    String scheme = space < 0 ? header : header.substring(0, space);
    String rest = space < 0 ? "" : header.substring(space + 1).strip();
    if (scheme.equalsIgnoreCase("Bearer")) {
      return rest;
    }
    if (scheme.equalsIgnoreCase("Basic")) {
      return userName(rest);
    }
    throw refuse(
        ErrorCode.API_KEY_MALFORMED,
        "The Authorization header must be Bearer or Basic, followed by the API key.");
  }

  private static String userName(String encoded) {
    String pair;
    try {
      pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notBase64) {
      throw refuse(
          ErrorCode.API_KEY_MALFORMED,
          "The credentials of HTTP Basic must be base64 of the API key and a colon.");
    }
    int colon = pair.indexOf(':');
    if (colon >= 0 && colon < pair.length() - 1) {
      throw refuse(
          ErrorCode.API_KEY_MALFORMED,
          "HTTP Basic has a password, which must be empty. Send the API key as the user name.");
    }
    return colon < 0 ? pair : pair.substring(0, colon);
  }

  private static Refusal refuse(ErrorCode code, String message) {
    return new Problem.Unauthenticated(code, message).refusal();
  }
}
