package florin.bench.fuzz;

import static florin.bench.fuzz.FuzzFinding.require;

import florin.connector.stripe.StripeSignature;
import florin.core.Hmac;
import florin.core.LinkTokens;
import florin.core.LinkTokens.LinkTarget;
import florin.core.Realm;
import florin.webhook.FuzzedSignature;
import florin.webhook.SigningSecret;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a header, a line feed, and the body that it may sign. The input's first bytes also select a
 * character of a valid header to change.
 */
final class SignatureInput implements InputReader {
  private static final SigningSecret OURS =
      new SigningSecret("whsec_AAAAbbbbCCCCddddEEEEffffGGGGhhhhIIIIjjjjKKKK");

  private static final String STRIPES = "whsec_of_a_provider";
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000);
  private static final Pattern TIME = Pattern.compile("t=([0-9]{1,12})");
  private static final LinkTokens LINKS =
      new LinkTokens(new Hmac("a key for links that is long".getBytes(StandardCharsets.US_ASCII)));
  private static final int MOST_ASCII = 0x7f;

  @Override
  public boolean read(byte[] input) {
    int line = 0;
    while (line < input.length && input[line] != '\n') {
      line++;
    }
    String header = new String(input, 0, line, StandardCharsets.ISO_8859_1);
    byte[] body = Arrays.copyOfRange(input, Math.min(line + 1, input.length), input.length);
    boolean isSigned = isSigned(header, body);
    int place = input.length > 1 ? (input[0] & 0xff) * 256 + (input[1] & 0xff) : 0;
    char other = (char) (1 + (input.length > 2 ? input[2] & 0xff : 0) % MOST_ASCII);
    checkChanged(body, place, other);
    return isLink(header, place, other) || isSigned;
  }

  /**
   * Returns whether the header verifies. If it does, it must contain the right MAC, which can't be
   * computed without the secret.
   */
  private static boolean isSigned(String header, byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8);
    boolean isOurs = FuzzedSignature.verifies(header, OURS, body);
    if (isOurs) {
      require(hasMac(header, OURS.text(), body), "a header verifies without the MAC");
    }
    boolean isProviders = StripeSignature.verify(header, text, List.of(STRIPES), NOW);
    if (isProviders) {
      require(
          hasMac(header, STRIPES, text.getBytes(StandardCharsets.UTF_8)),
          "a provider's header verifies without the MAC");
    }
    return isOurs || isProviders;
  }

  private static boolean hasMac(String header, String secret, byte[] body) {
    Matcher time = TIME.matcher(header);
    while (time.find()) {
      if (header.contains(mac(secret, time.group(1), body))) {
        return true;
      }
    }
    return false;
  }

  private static String mac(String secret, String time, byte[] body) {
    byte[] head = (time + ".").getBytes(StandardCharsets.US_ASCII);
    byte[] message = Arrays.copyOf(head, head.length + body.length);
    System.arraycopy(body, 0, message, head.length, body.length);
    return HexFormat.of().formatHex(new Hmac(secret.getBytes(StandardCharsets.UTF_8)).of(message));
  }

  private static void checkChanged(byte[] body, int place, char other) {
    String ours = FuzzedSignature.header(OURS, body, NOW);
    require(FuzzedSignature.verifies(ours, OURS, body), "a signature of Florin doesn't verify");
    String changed = changed(ours, place, other);
    require(
        changed.equals(ours) || !FuzzedSignature.verifies(changed, OURS, body),
        () -> "changed to " + changed + " it verifies");
    String text = new String(body, StandardCharsets.UTF_8);
    String t = Long.toString(NOW.getEpochSecond());
    String stripes = "t=" + t + ",v1=" + mac(STRIPES, t, text.getBytes(StandardCharsets.UTF_8));
    require(
        StripeSignature.verify(stripes, text, List.of(STRIPES), NOW),
        "a valid header doesn't verify");
    String forged = changed(stripes, place, other);
    require(
        forged.equals(stripes) || !StripeSignature.verify(forged, text, List.of(STRIPES), NOW),
        () -> "changed to " + forged + " it verifies");
    if (body.length > 0) {
      byte[] altered = body.clone();
      altered[place % body.length] ^= (byte) other;
      require(!FuzzedSignature.verifies(ours, OURS, altered), "a changed body verifies");
    }
  }

  private static boolean isLink(String given, int place, char other) {
    var target = new LinkTarget(new Realm(2 + place), new UUID(place, other));
    String token = LINKS.token(target);
    require(
        LINKS.verify(token).filter(target::equals).isPresent(), "a link has a different target");
    String changed = changed(token, place, other);
    require(changed.equals(token) || LINKS.verify(changed).isEmpty(), "a changed link verifies");
    Optional<LinkTarget> led = LINKS.verify(given);
    led.ifPresent(it -> require(LINKS.token(it).equals(given), "a link has two spellings"));
    return led.isPresent();
  }

  private static String changed(String text, int place, char other) {
    int at = place % text.length();
    return text.substring(0, at) + other + text.substring(at + 1);
  }
}
