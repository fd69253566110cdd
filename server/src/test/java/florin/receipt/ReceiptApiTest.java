package florin.receipt;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.PaymentId;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The receipt as a payer sees it: available with the link only. */
@TestInstance(Lifecycle.PER_CLASS)
class ReceiptApiTest {
  private static final String GOOD = "4242424242424242";
  private static final String MERCHANT = "My company";

  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void a_succeeded_payment_has_a_receipt_url_in_the_response_and_the_event() {
    Reply made = pay("usd", 1000, "");

    String url = made.text("/receipt_url");
    assertThat(url).startsWith("http://127.0.0.1:" + florin.app().port() + "/receipts/");
    assertThat(florin.get("/v2/payments/" + made.text("/id")).text("/receipt_url")).isEqualTo(url);
    assertThat(florin.get("/v2/payments?limit=1").text("/data/0/receipt_url")).isEqualTo(url);
    Reply events = florin.get("/v2/events?object_id=" + made.text("/id"));
    assertThat(events.text("/data/0/type")).isEqualTo("payment.succeeded");
    assertThat(events.text("/data/0/data/object/receipt_url")).isEqualTo(url);
  }

  @Test
  void a_failed_payment_has_no_receipt() {
    String id = florin.post("/v2/payments", TestApp.payment(1000, "4000000000000002")).payment();

    Reply failed = florin.get("/v2/payments/" + id);
    assertThat(failed.json().has("receipt_url")).isTrue();
    assertThat(failed.has("/receipt_url")).isFalse();
  }

  @Test
  void the_page_shows_the_merchant_the_amount_the_time_the_method_and_the_description() {
    Reply made =
        pay(
            "eur",
            1234,
            "\"description\": \"Two tickets\", \"statement_descriptor\": \"SHOP 12\",");
    Reply page = open(made);

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body())
        .contains("<title>Receipt from " + MERCHANT + "</title>")
        .contains("<h1>€12.34</h1>")
        .contains("Visa •••• 4242")
        .contains("Two tickets")
        .contains("SHOP 12")
        .contains(">Paid<")
        .contains("Test mode: no money moved.")
        .contains(made.text("/id"))
        .containsPattern("[A-Z][a-z]+ \\d{1,2}, 20\\d\\d, \\d\\d:\\d\\d UTC")
        .doesNotContain("Refunded")
        .doesNotContain(GOOD);
  }

  @Test
  void the_page_has_the_merchant_s_color_and_its_policy_allows_it() throws Exception {
    Reply made = pay("usd", 1000, "");
    assertThat(style(open(made))).doesNotContain("--accent: #0f7652;");

    florin.update("INSERT INTO branding (account_number, accent) VALUES (1, '#0f7652')");
    Reply page = open(made);
    florin.update("DELETE FROM branding");

    assertThat(style(page)).contains("--accent: #0f7652;");
    assertThat(page.header("Content-Security-Policy").orElseThrow())
        .contains("style-src 'sha256-" + sha256(style(page)) + "'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"jpy | 500 | ¥500", "usd | 1000 | $10.00", "kwd | 1234 | KWD 1.234"})
  void every_currency_has_its_own_decimals(String currency, long amount, String text) {
    assertThat(open(pay(currency, amount, "")).body())
        .contains("<h1>" + text.replace(' ', '\u00a0') + "</h1>");
  }

  @Test
  void later_refunds_are_shown_on_the_same_page_with_their_dates() {
    Reply made = pay("usd", 1000, "");
    refund(made, 400);
    assertThat(open(made).body())
        .contains(">Partly refunded<")
        .containsPattern(
            "Refunded on <time datetime=\"[^\"]*Z\">[A-Z][a-z]+ \\d{1,2}, 20\\d\\d</time>")
        .contains("−$4.00")
        .contains("$6.00");

    refund(made, 600);
    assertThat(open(made).body())
        .contains(">Refunded<")
        .contains("−$4.00")
        .contains("−$6.00")
        .contains("<dd>$0.00</dd>");
  }

  @Test
  void refunds_that_are_too_many_to_be_listed_are_shown_as_one() {
    Reply made = pay("usd", 1000, "");
    refund(made, 400);
    florin.update(
        "UPDATE payment SET amount_refunded = 500, version = version + 1 WHERE id = ?",
        PaymentId.KIND.parse(made.text("/id")).orElseThrow().uuid());

    assertThat(open(made).body())
        .contains("<dt>Refunded</dt><dd>−$5.00</dd>")
        .doesNotContain("Refunded on");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "de-AT,en;q=0.5 | de | Beleg von | 12,34 € | Teilweise erstattet | Bezahlt am | Zahlungsart |"
            + " Beschreibung | Auf Ihrem Kontoauszug | Bezahlter Betrag | Erstattet am | Gesamtbetrag |"
            + " Zahlung | Testmodus: Es wurde kein Geld übertragen. |"
            + " \\d{1,2}\\. \\p{L}+ 20\\d\\d, \\d\\d:\\d\\d UTC",
        "fr | fr | Reçu émis par | 12,34 € | Partiellement remboursé | Payé le | Moyen de paiement |"
            + " Description | Libellé sur votre relevé | Montant payé | Remboursé le | Total |"
            + " Paiement | Mode test : aucun paiement réel n’a été effectué. |"
            + " \\d{1,2} \\p{L}+ 20\\d\\d, \\d\\d:\\d\\d UTC",
        "es | es | Recibo de | 12,34 € | Parcialmente reembolsado | Pagado el | Método de pago |"
            + " Descripción | En su extracto bancario | Importe pagado | Reembolsado el | Total |"
            + " Pago | Modo de prueba: no se ha realizado ningún pago real. |"
            + " \\d{1,2} de \\p{L}+ de 20\\d\\d, \\d\\d:\\d\\d UTC",
        "it | en | Receipt from | €12.34 | Partly refunded | Paid on | Paid with |"
            + " For | On your statement | Amount paid | Refunded on | Total |"
            + " Payment | Test mode: no money moved. |"
            + " \\p{L}+ \\d{1,2}, 20\\d\\d, \\d\\d:\\d\\d UTC",
      })
  void the_page_is_in_the_language_of_the_browser(
      String accepted,
      String language,
      String from,
      String amount,
      String status,
      String paidOn,
      String method,
      String description,
      String statement,
      String paid,
      String refundedOn,
      String total,
      String payment,
      String test,
      String time) {
    Reply made =
        pay(
            "eur",
            1234,
            "\"description\": \"Two tickets\", \"statement_descriptor\": \"SHOP 12\",");
    refund(made, 234);

    assertThat(open(path(made), accepted).body())
        .contains("<html lang=\"" + language + "\">")
        .contains("<title>" + from + " " + MERCHANT + "</title>")
        .contains(from + " <bdi>" + MERCHANT + "</bdi>")
        .contains("<h1>" + amount.replace(' ', '\u00a0') + "</h1>")
        .contains(">" + status + "</p>")
        .contains("<dt>" + paidOn + "</dt>")
        .contains("<dt>" + method + "</dt>")
        .contains("<dt>" + description + "</dt>")
        .contains("<dt>" + statement + "</dt>")
        .contains("<dt>" + paid + "</dt>")
        .contains("<dt>" + refundedOn + " <time")
        .contains("<dt>" + total + "</dt>")
        .contains("<footer>" + payment + " <span")
        .contains("<p class=\"test\">" + test + "</p>")
        .containsPattern(">" + time + "</time>");
  }

  @Test
  void the_page_is_not_leaked_and_loads_and_runs_nothing() throws Exception {
    Reply page = open(pay("usd", 1000, ""));

    assertThat(page.header("Content-Type")).contains("text/html; charset=utf-8");
    assertThat(page.header("Referrer-Policy")).contains("no-referrer");
    assertThat(page.header("X-Robots-Tag")).contains("noindex, nofollow");
    assertThat(page.headers().allValues("Cache-Control")).containsExactly("private, no-store");
    assertThat(page.header("X-Content-Type-Options")).contains("nosniff");
    assertThat(page.header("Content-Security-Policy").orElseThrow())
        .isEqualTo(
            "default-src 'none'; style-src 'sha256-"
                + sha256(style(page))
                + "'; font-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    assertThat(page.body())
        .contains("<meta name=\"robots\" content=\"noindex, nofollow\">")
        .doesNotContain("<script")
        .doesNotContain("style=")
        .doesNotContain("src=")
        .doesNotContain("href=\"http");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>alert(1)</script>",
        "</dd></dl></main><img src=x onerror=alert(1)>",
        "\"><svg/onload=alert(1)>",
        "' onmouseover='alert(1)",
        "&lt;b&gt;&amp;&#60;",
        "</style><script>alert(1)</script>",
        "<!--",
        "]]>",
        "${7*7} @{1} !{1} {{7*7}}",
        "\u202etxt.exe مرحبا 🧾 \uFEFF",
        "javascript:alert(1)//http://example.com"
      })
  void text_from_merchants_is_escaped(String naughty) {
    Reply made = pay("usd", 1000, "\"description\": " + quoted(naughty) + ",");
    florin.update("UPDATE account SET name = ?", naughty);
    String body = open(made).body();
    florin.update("UPDATE account SET name = ?", MERCHANT);

    String escaped = naughty.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    assertThat(body)
        .contains("<bdi>" + escaped + "</bdi>")
        .contains("dir=\"auto\">" + escaped + "</dd>")
        .contains("<title>Receipt from " + escaped + "</title>");
    assertThat(Pattern.compile("<(?!/?[a-z]|!doctype)").matcher(body).find()).isFalse();
    assertThat(elements(body))
        .isEqualTo(elements(open(pay("usd", 1000, "\"description\": \"plain\",")).body()));
  }

  @Test
  void an_unknown_token_leads_to_an_explanation() {
    String token = URI.create(pay("usd", 1000, "").text("/receipt_url")).getPath().substring(10);
    char last = token.charAt(token.length() - 1);
    for (String wrong :
        List.of(
            "nothing",
            token + "A",
            token.substring(1),
            token.substring(0, 55) + (last == 'A' ? 'B' : 'A'))) {
      Reply page = open("/receipts/" + wrong);

      assertThat(page.status()).as(wrong).isEqualTo(404);
      assertThat(page.header("Content-Type")).contains("text/html; charset=utf-8");
      assertThat(page.header("X-Robots-Tag")).contains("noindex, nofollow");
      assertThat(page.header("Content-Security-Policy")).isPresent();
      assertThat(page.body()).contains("We can't find this receipt").doesNotContain(MERCHANT);
    }
    assertThat(open("/receipts/nothing", "de").body())
        .contains("<html lang=\"de\">", "Beleg nicht gefunden");
  }

  @Test
  void a_link_of_another_installation_is_rejected() {
    try (var other = TestApp.open()) {
      String theirs = other.post("/v2/payments", TestApp.payment(1000, GOOD)).text("/receipt_url");

      assertThat(open(URI.create(theirs).getPath()).status()).isEqualTo(404);
    }
  }

  @Test
  void a_receipt_can_only_be_read() {
    String path = URI.create(pay("usd", 1000, "").text("/receipt_url")).getPath();
    Reply refused =
        florin
            .client()
            .send(florin.client().request(path).POST(HttpRequest.BodyPublishers.noBody()).build());

    assertThat(refused.status()).isEqualTo(405);
    assertThat(refused.header("Allow")).contains("GET, HEAD");
  }

  private Reply pay(String currency, long amount, String more) {
    Reply made =
        florin.post(
            "/v2/payments",
            """
            {"amount": %d, "currency": "%s", %s "payment_method": {"type": "card", "card":
                {"number": "%s", "exp_month": 12, "exp_year": 2040, "cvc": "123"}}}\
            """
                .formatted(amount, currency, more, GOOD));
    assertThat(made.status()).as(made.body()).isEqualTo(200);
    return made;
  }

  private void refund(Reply payment, long amount) {
    String body = "{\"payment\": \"%s\", \"amount\": %d}".formatted(payment.text("/id"), amount);
    assertThat(florin.post("/v2/refunds", body).text("/status")).isEqualTo("succeeded");
  }

  private Reply open(Reply payment) {
    return open(path(payment));
  }

  private static String path(Reply payment) {
    return URI.create(payment.text("/receipt_url")).getPath();
  }

  /** Requests the receipt without an API key, like a payer. */
  private Reply open(String path) {
    return open(path, "en");
  }

  private Reply open(String path, String accepted) {
    URI uri = URI.create("http://127.0.0.1:" + florin.app().port() + path);
    return florin
        .client()
        .send(HttpRequest.newBuilder(uri).header("Accept-Language", accepted).build());
  }

  private static List<String> elements(String html) {
    return Pattern.compile("</?[a-z][^ >]*").matcher(html).results().map(r -> r.group()).toList();
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static String style(Reply page) {
    Matcher style = Pattern.compile("(?s)<style>(.*)</style>").matcher(page.body());
    assertThat(style.find()).isTrue();
    return style.group(1);
  }

  private static String sha256(String text) throws Exception {
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(hash);
  }
}
