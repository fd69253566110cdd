package florin.cardfields;

import florin.checkout.Language;
import florin.checkout.Phrase;
import florin.checkout.Phrasebook;
import florin.core.Sha256;
import florin.http.Answer;
import florin.http.Endpoint.Action;
import florin.http.FixedAnswer;
import florin.http.Json;
import florin.page.Pages;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** `florin.js`, which a merchant's page loads. One of its addresses has its hash. */
public final class FlorinScriptApi {
  private static final String JAVASCRIPT = "text/javascript; charset=utf-8";

  static final byte[] BYTES = text().getBytes(StandardCharsets.UTF_8);

  static final String HASH = HexFormat.of().formatHex(Sha256.of(BYTES)).substring(0, 16);

  /** The value of the attribute `integrity`. */
  public static final String INTEGRITY = "sha384-" + Base64.getEncoder().encodeToString(sha384());

  private FlorinScriptApi() {}

  /** Returns the endpoint of the address with the hash; another version gets the current script. */
  public static Action script() {
    FixedAnswer script = fixed("public, max-age=31536000, immutable");
    return exchange ->
        exchange.pathParameter("hash").equals(HASH)
            ? script.answer(exchange)
            : script.answer(exchange).with("Cache-Control", "no-cache");
  }

  /** Returns the endpoint of the address that stays the same. */
  public static Action currentScript() {
    return fixed("no-cache");
  }

  private static FixedAnswer fixed(String caching) {
    return new FixedAnswer(() ->
        Answer.of(200, JAVASCRIPT, BYTES)
            .with("Access-Control-Allow-Origin", "*")
            .with("Cross-Origin-Resource-Policy", "cross-origin")
            .with("Cache-Control", caching));
  }

  /**
   * Returns the tag for a merchant's page.
   *
   * @param base the base URL of this installation
   */
  public static String tag(String base) {
    return "<script src=\"%s/js/%s/florin.js\" integrity=\"%s\" crossorigin=\"anonymous\"></script>"
        .formatted(base.replaceFirst("/$", ""), HASH, INTEGRITY);
  }

  /** Returns the script with the texts of its dialog. */
  private static String text() {
    var words = new TreeMap<String, Map<String, String>>();
    for (Language language : Language.values()) {
      Phrasebook texts = Phrasebook.in(language);
      words.put(
          language.text(),
          new TreeMap<>(
              Map.of(
                  "text", texts.say(Phrase.ACT_BANK),
                  "proceed", texts.say(Phrase.ACT_GO),
                  "other", texts.say(Phrase.OTHER_WAY))));
    }
    return Pages.compact(Pages.read(FlorinScriptApi.class, "florin.js"))
        .replace("\"__WORDS__\"", Json.text(words));
  }

  private static byte[] sha384() {
    try {
      return MessageDigest.getInstance("SHA-384").digest(BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
