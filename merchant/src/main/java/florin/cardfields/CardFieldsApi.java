package florin.cardfields;

import florin.account.Accounts;
import florin.account.ApiKey;
import florin.account.ApiKeys;
import florin.checkout.CheckoutPage;
import florin.checkout.Language;
import florin.checkout.PageScript;
import florin.checkout.Phrase;
import florin.checkout.Phrasebook;
import florin.connector.Connectors;
import florin.connector.Credential;
import florin.core.PageOrigin;
import florin.core.Realm;
import florin.core.Refusal;
import florin.core.Sha256;
import florin.http.Answer;
import florin.http.Endpoint.Action;
import florin.http.Exchange;
import florin.http.FixedAnswer;
import florin.page.Pages;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The frame `/elements/card`, which a merchant's page shows, and its files. Only pages of the key's
 * origins may show it, and it never tells them a digit of the card.
 */
public final class CardFieldsApi {
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors ";

  private static final String IMMUTABLE = "public, max-age=31536000, immutable";
  private static final String JAVASCRIPT = "text/javascript; charset=utf-8";
  private static final String CSS = "text/css; charset=utf-8";

  private static final String SCRIPT =
      PageScript.withCardFields(Pages.read(CardFieldsApi.class, "frame.js"));
  private static final String LIGHT = style(false);
  private static final String DARK = style(true);

  /** The version of the frame's files. */
  private static final String HASH =
      HexFormat.of().formatHex(Sha256.of(SCRIPT + LIGHT + DARK)).substring(0, 16);

  private final ApiKeys keys;
  private final Accounts accounts;
  private final Connectors connectors;
  private final Pages pages = new Pages();

  public CardFieldsApi(ApiKeys keys, Accounts accounts, Connectors connectors) {
    this.keys = keys;
    this.accounts = accounts;
    this.connectors = connectors;
  }

  /**
   * The content of the frame.
   *
   * @param isAvailable whether the account can charge cards now
   */
  public record Frame(
      Phrasebook texts, String merchant, ApiKey key, String theme, boolean isAvailable) {
    public String say(Phrase phrase) {
      return texts.say(phrase, merchant);
    }

    public String origins() {
      return key.origins().stream().map(PageOrigin::text).collect(Collectors.joining(" "));
    }

    public String files() {
      return HASH;
    }
  }

  /** Returns the script and the style sheets of the frame. */
  public static Action file() {
    Map<String, FixedAnswer> files =
        Map.of(
            "card.js", fixed(JAVASCRIPT, SCRIPT),
            "light.css", fixed(CSS, LIGHT),
            "dark.css", fixed(CSS, DARK));
    return exchange ->
        Optional.ofNullable(files.get(exchange.pathParameter("file")))
            .map(file -> versioned(exchange, file))
            .orElseGet(() -> refused(404, "There is no such file."));
  }

  private static FixedAnswer fixed(String type, String text) {
    return new FixedAnswer(() ->
        Answer.of(200, type, text.getBytes(StandardCharsets.UTF_8))
            .with("Cache-Control", IMMUTABLE));
  }

  /** Returns a file; a page of another version gets the current one. */
  private static Answer versioned(Exchange exchange, FixedAnswer file) {
    Answer answer = file.answer(exchange);
    return exchange.pathParameter("hash").equals(HASH)
        ? answer
        : answer.with("Cache-Control", "no-cache");
  }

  private static String style(boolean isDark) {
    return Pages.tokens(isDark)
        + Pages.compact(
            Pages.read(CheckoutPage.class, "card-box.css")
                + Pages.read(CardFieldsApi.class, "frame.css"));
  }

  public Answer frame(Exchange exchange) {
    try {
      Optional<ApiKey> key =
          exchange
              .query()
              .value("key")
              .flatMap(text -> keys.findPublishable(text, exchange.countedAddress()));
      if (key.isEmpty()) {
        return refused(
            403,
            "The address has no valid publishable key. Use a key that begins with pk_ and isn't revoked, from the dashboard under API keys.");
      }
      return key.get().origins().isEmpty()
          ? refused(
              403,
              "This publishable key has no allowed origins, so no page can show its card fields. Add the origin of your page, such as https://shop.example: in the dashboard under API keys, with PATCH /v2/keys/{id}, or with ./florin keys origins.")
          : frame(exchange, key.get());
    } catch (Refusal refusal) {
      exchange.log().put(refusal.problem().code());
      return refused(503, refusal.problem().message());
    }
  }

  private Answer frame(Exchange exchange, ApiKey key) {
    var frame =
        new Frame(
            Phrasebook.in(
                Language.ofHeader(
                    exchange.query().value("locale").or(() -> exchange.header("Accept-Language")))),
            accounts.get(key.realm()).name(),
            key,
            exchange.query().value("theme").filter("dark"::equals).orElse("light"),
            takesCards(key.realm()));
    String html = pages.renderBare("cardfields/frame.jte", Map.of("frame", frame));
    return Answer.of(200, "text/html; charset=utf-8", html.getBytes(StandardCharsets.UTF_8))
        .with("Content-Security-Policy", POLICY + frame.origins())
        .with("Referrer-Policy", "no-referrer")
        .with("Cache-Control", "private, no-store");
  }

  /** Returns whether a connector takes card numbers. In test mode, the simulator does. */
  private boolean takesCards(Realm realm) {
    return connectors.listEnabled(realm).stream()
        .anyMatch(connector ->
            connector.capabilities().accepts().credentials().contains(Credential.PlainCard.class));
  }

  /** Returns a page for the developer, which no other page can show. */
  private static Answer refused(int status, String words) {
    return Answer.of(
            status, "text/plain; charset=utf-8", (words + "\n").getBytes(StandardCharsets.UTF_8))
        .with("Content-Security-Policy", POLICY + "'none'")
        .with("Cache-Control", "private, no-store");
  }
}
