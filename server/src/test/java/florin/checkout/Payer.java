package florin.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A payer whose browser runs no script and does not follow redirects automatically. */
public final class Payer {
  public static final String GOOD = "4242424242424242";
  static final String DECLINED = "4000000000000002";
  static final String CHALLENGED = "4000000000003220";
  static final String PENDING = "4000000000840118";
  static final String ANSWER_LOST = "4000000000840068";

  private final TestApp florin;
  private final String language;

  Payer(TestApp florin, String language) {
    this.florin = florin;
    this.language = language;
  }

  public static Payer of(TestApp florin) {
    return new Payer(florin, "en");
  }

  /** Creates a checkout session. */
  static Reply session(TestApp florin, String more) {
    return florin.post(
        "/v2/checkout_sessions",
        """
        {"amount": 2300, "currency": "eur", "success_url": "https://shop.example/thanks",
         "cancel_url": "https://shop.example/cart?of=7"%s}
        """
            .formatted(more.isEmpty() ? "" : ", " + more));
  }

  /** Creates a payment link and opens a checkout session on it as a payer. */
  static Reply sessionOfLink(TestApp florin, String more) {
    Reply link =
        florin.post("/v2/payment_links", "{\"amount\": 2300, \"currency\": \"eur\", " + more + "}");
    of(florin).begin(link);
    return florin.get(
        "/v2/checkout_sessions/"
            + florin
                .get("/v2/checkout_sessions?payment_link=" + link.text("/id"))
                .text("/data/0/id"));
  }

  static String path(Reply made) {
    return URI.create(made.text("/url")).getRawPath();
  }

  /** Returns the path to which the page's card form is submitted. */
  static String action(Reply page) {
    var found = Pattern.compile("action=\"\\.\\.(/c/[^\"]*)\" data-card").matcher(page.body());
    assertThat(found.find()).as(page.body()).isTrue();
    return found.group(1);
  }

  /**
   * Starts a session of a link with a fixed price by submitting an empty form, and returns its
   * path.
   */
  String begin(Reply link) {
    String action = action(look(path(link)));
    assertThat(submit(action, Map.of()).status()).isEqualTo(422);
    return action.replaceFirst("\\?.*", "");
  }

  Reply look(String path) {
    return florin
        .client()
        .send(florin.client().request(path).header("Accept-Language", language).build());
  }

  Reply submit(String path, Map<String, String> fields) {
    String form =
        fields.entrySet().stream()
            .map(field ->
                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    HttpRequest request =
        florin
            .client()
            .request(path)
            .header("Accept-Language", language)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form))
            .build();
    return florin.client().send(request);
  }

  /** Completes the form of the page and submits it. */
  public Reply pay(String path, String number) {
    return pay(path, number, hidden(look(path), "try"));
  }

  Reply pay(String path, String number, String ordinal) {
    return pay(path, number, ordinal, "");
  }

  Reply pay(String path, String number, String ordinal, String email) {
    return submit(
        path,
        Map.of(
            "try",
            ordinal,
            "email",
            email,
            "number",
            number,
            "expiry",
            "12 / 40",
            "cvc",
            "123",
            "name",
            "Jo March"));
  }

  /** Returns the value of a hidden field, or an empty string if the page has no such field. */
  static String hidden(Reply page, String name) {
    var found = Pattern.compile("name=\"" + name + "\" value=\"([^\"]*)\"").matcher(page.body());
    return found.find() ? found.group(1) : "";
  }
}
