package florin.receipt;

import static florin.receipt.MailSteps.GOOD;
import static florin.receipt.MailSteps.PAYER;
import static florin.receipt.MailSteps.awaitStatus;
import static florin.receipt.MailSteps.part;
import static florin.receipt.MailSteps.server;
import static florin.receipt.MailSteps.started;
import static florin.receipt.MailSteps.transferArrives;
import static florin.receipt.MailSteps.within;
import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import jakarta.mail.internet.MimeMessage;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Mails to a payer of a checkout page: their address and language. */
@TakesLong
class CheckoutMailsTest {
  /** The form of the checkout page. */
  private static final String CARD =
      "try=1&email=jo%40example.com&number=" + GOOD + "&expiry=12%2F40&cvc=123";

  private static final String ITEMS =
      """
      "line_items": [{"name": "Kaffee", "quantity": 2, "amount": 500},
                     {"name": "Versand", "quantity": 1, "amount": 234}]\
      """;

  private final GreenMail mail = started(0);

  @AfterEach
  void stop() {
    mail.stop();
  }

  @Test
  void the_receipt_of_a_checkout_goes_to_the_payers_address() throws Exception {
    try (TestApp florin = TestApp.open(server(mail, Optional.empty()))) {
      String page = session(florin, "\"customer_email\": \"amy@example.com\"");
      assertThat(look(florin, page).body())
          .contains("value=\"amy@example.com\"", "We send your receipt to this address.");

      submit(florin, page, "en", CARD);

      assertThat(look(florin, page).body())
          .contains("Your receipt is on its way to jo@example.com.");
      awaitStatus(florin, "sent");
      assertThat(mail.getReceivedMessages()[0].getAllRecipients())
          .extracting(Object::toString)
          .containsExactly(PAYER);
    }
  }

  @Test
  void the_mails_and_pages_of_a_payment_have_its_language() throws Exception {
    try (TestApp florin = TestApp.open(server(mail, Optional.empty()))) {
      Reply saved =
          florin.post(
              "/v2/payments",
              """
              {"amount": 700, "currency": "eur", "customer": "%s", "save_payment_method": true,
               "mandate": {"text": "I agree."}, "locale": "fr", "receipt_email": "jo@example.com",
               "payment_method": {"type": "card", "card":
                 {"number": "4000002760003184", "exp_month": 12, "exp_year": 2040}}}\
              """
                  .formatted(florin.post("/v2/customers", "{}").text("/id")));
      assertThat(saved.text("/locale")).as(saved.body()).isEqualTo("fr");
      submit(florin, pathOf(saved) + "/complete", "en", "");
      awaitStatus(florin, "sent");
      assertThat(mail.getReceivedMessages()[0].getSubject())
          .isEqualTo("[Test] Reçu émis par My company\u00a0: 7,00\u00a0\u20ac");
      florin.update("DELETE FROM receipt_mail");

      Reply declined =
          florin.post(
              "/v2/payments",
              """
              {"amount": 900, "currency": "eur", "payment_method": "%s", "off_session": true,
               "reason": "recurring", "locale": "de", "receipt_email": "jo@example.com"}\
              """
                  .formatted(saved.text("/payment_method/id")));
      awaitStatus(florin, "sent");
      assertThat(mail.getReceivedMessages()[1].getSubject())
          .isEqualTo("[Test] Bitte bestätigen Sie Ihre Zahlung an My company: 9,00\u00a0€");
      assertThat(florin.get("/v2/checkout_sessions").text("/data/0/locale")).isEqualTo("de");
      String path = URI.create(declined.text("/error/recovery_url")).getPath();
      assertThat(florin.get(path).body()).contains("<html lang=\"de\">");
      String receipt =
          URI.create(florin.get("/v2/payments/" + saved.text("/id")).text("/receipt_url"))
              .getPath();
      assertThat(florin.get(receipt).body()).contains("<html lang=\"fr\">");
      Reply wrong = florin.post("/v2/payments", "{\"locale\": \"it\"}");
      assertThat(wrong.body()).contains("locale must be one of: en, de, fr, es");
    }
  }

  @Test
  void a_charge_that_needs_the_payer_mails_the_recovery_url() throws Exception {
    try (TestApp florin = TestApp.open(server(mail, Optional.empty()))) {
      Reply saved =
          florin.post(
              "/v2/payments",
              """
              {"amount": 700, "currency": "eur", "customer": "%s", "save_payment_method": true,
               "mandate": {"text": "I agree."}, "payment_method": {"type": "card", "card":
                 {"number": "4000002760003184", "exp_month": 12, "exp_year": 2040}}}\
              """
                  .formatted(florin.post("/v2/customers", "{}").text("/id")));
      submit(florin, pathOf(saved) + "/complete", "en", "");
      Reply declined =
          florin.post(
              "/v2/payments",
              """
              {"amount": 900, "currency": "eur", "payment_method": "%s", "off_session": true,
               "reason": "recurring", "description": "December", "receipt_email": "jo@example.com"}\
              """
                  .formatted(saved.text("/payment_method/id")));
      String link = declined.text("/error/recovery_url");

      awaitStatus(florin, "sent");

      MimeMessage got = mail.getReceivedMessages()[0];
      assertThat(got.getSubject())
          .isEqualTo("[Test] Please confirm your payment to My company: €9.00");
      assertThat(part(got, 0))
          .isEqualTo(
              """
              Test mode

              Please confirm your payment to My company

              €9.00

              Your bank asks you to confirm this payment with Visa •••• 3184.

              For: December

              Confirm and pay €9.00: %s

              You saved a card with My company, which gave us this address.
              """
                  .formatted(link));
      assertThat(mail.getReceivedMessages()).hasSize(1);
    }
  }

  private static String pathOf(Reply made) {
    return URI.create(made.text("/next_action/redirect_to_url/url")).getPath();
  }

  @Test
  void the_receipt_is_in_the_language_of_the_page_on_which_the_payer_paid() throws Exception {
    try (TestApp florin = TestApp.open(server(mail, Optional.empty()));
        var support = DashboardClient.of(florin, Role.SUPPORT)) {
      florin.update(
          "UPDATE account SET support_email = 'help@shop.example', terms_url = 'https://shop.example/terms', privacy_url = 'https://shop.example/privacy'");
      submit(florin, session(florin, "\"description\": \"Zwei Karten\""), "de-AT, en;q=0.5", CARD);
      awaitStatus(florin, "sent");

      Reply paid = florin.get("/v2/payments?limit=1");
      String id = paid.text("/data/0/id");
      String link = paid.text("/data/0/receipt_url");
      MimeMessage got = mail.getReceivedMessages()[0];
      assertThat(got.getSubject()).isEqualTo("[Test] Beleg von My company: 12,34\u00a0€");
      assertThat(
              part(got, 0)
                  .replaceAll("\\d{1,2}\\. \\p{L}+ \\d{4}, \\d\\d:\\d\\d UTC", "TIME")
                  .replace(link, "LINK")
                  .replace(id, "ID"))
          .isEqualTo(
              """
              Testmodus: Es wurde kein Geld übertragen.

              Beleg von My company

              12,34\u00a0€

              Bezahlt am: TIME
              Zahlungsart: Visa •••• 4242
              Beschreibung: Zwei Karten
              Zahlung: ID

              Beleg ansehen oder drucken: LINK

              PDF herunterladen: LINK.pdf

              Die Seite zeigt auch spätere Erstattungen.

              Diese Adresse wurde für den Beleg angegeben.
              Fragen? Schreiben Sie an help@shop.example
              AGB: https://shop.example/terms
              Datenschutz: https://shop.example/privacy
              """);
      assertThat(part(got, 1))
          .contains("<html lang=\"de\">", ">Beleg von My company</h1>", ">12,34\u00a0€</p>")
          .contains("<a href=\"" + link + "\" ", ">Beleg ansehen oder drucken</a>")
          .contains("Fragen? Schreiben Sie an help@shop.example</a>");

      florin.update("UPDATE receipt_mail SET completed_at = now() - interval '2 minutes'");
      String page = "/dashboard/payments/" + id;
      support.submit(page, page + "/receipt", Map.of("email", "amy@example.com"));
      within().until(() -> mail.getReceivedMessages().length == 2);
      assertThat(mail.getReceivedMessages()[1].getSubject())
          .isEqualTo("[Test] Beleg von My company: 12,34\u00a0€");
    }
  }

  @Test
  void the_merchants_locale_decides_the_language_of_page_and_mail() throws Exception {
    try (TestApp florin = TestApp.open(server(mail, Optional.empty()))) {
      submit(florin, session(florin, "\"locale\": \"fr\""), "de", CARD);
      awaitStatus(florin, "sent");

      assertThat(mail.getReceivedMessages()[0].getSubject())
          .isEqualTo("[Test] Reçu émis par My company\u00a0: 12,34\u00a0€");
      assertThat(part(mail.getReceivedMessages()[0], 0))
          .contains("\n12,34\u00a0€\n", "Moyen de paiement\u00a0: Visa •••• 4242\n");
    }
  }

  @Test
  void a_receipt_lists_the_items_and_a_later_mail_the_refunds_in_the_language_of_the_payer()
      throws Exception {
    try (TestApp florin = TestApp.open(server(mail, Optional.empty()));
        var support = DashboardClient.of(florin, Role.SUPPORT)) {
      submit(florin, session(florin, ITEMS + ", \"locale\": \"de\""), "en", CARD);
      awaitStatus(florin, "sent");
      Reply paid = florin.get("/v2/payments?limit=1");
      String id = paid.text("/data/0/id");

      assertThat(paid.text("/data/0/description")).isEqualTo("Kaffee, Versand");
      assertThat(part(mail.getReceivedMessages()[0], 0))
          .doesNotContain("Kaffee, Versand")
          .contains(
              """

              Kaffee (2 × 5,00\u00a0€): 10,00\u00a0€
              Versand: 2,34\u00a0€
              Bezahlter Betrag: 12,34\u00a0€

              """);
      String receipt = look(florin, URI.create(paid.text("/data/0/receipt_url")).getPath()).body();
      assertThat(receipt)
          .as("the receipt has the session's language")
          .contains(
              "<html lang=\"de\">", "<bdi>Kaffee</bdi>", "2 × 5,00\u00a0€", "<bdi>Versand</bdi>");

      florin.post("/v2/refunds", "{\"payment\": \"" + id + "\", \"amount\": 234}");
      florin.update("UPDATE receipt_mail SET completed_at = now() - interval '2 minutes'");
      String page = "/dashboard/payments/" + id;
      support.submit(page, page + "/receipt", Map.of("email", "amy@example.com"));
      within().until(() -> mail.getReceivedMessages().length == 2);

      assertThat(part(mail.getReceivedMessages()[1], 0))
          .contains("\n\nTeilweise erstattet\n\n")
          .containsPattern(
              "Bezahlter Betrag: 12,34\u00a0€\nErstattet am \\d{1,2}\\. \\p{L}+ \\d{4}: −2,34\u00a0€\nGesamtbetrag: 10,00\u00a0€\n");
    }
  }

  @Test
  void after_a_failed_try_in_another_language_the_language_of_the_last_counts() throws Exception {
    try (TestApp florin = TestApp.open(server(mail, Optional.empty()))) {
      String page = session(florin, "\"description\": \"Entradas\"");
      submit(florin, page, "de", CARD.replace(GOOD, "4000000000000002"));
      submit(florin, page, "es", CARD.replace("try=1", "try=2"));
      awaitStatus(florin, "sent");

      assertThat(mail.getReceivedMessages()).hasSize(1);
      assertThat(mail.getReceivedMessages()[0].getSubject())
          .isEqualTo("[Test] Recibo de My company: 12,34\u00a0€");
    }
  }

  @Test
  void transfer_instructions_and_receipt_are_in_the_language_of_the_page() throws Exception {
    try (TestApp florin = TestApp.open(server(mail, Optional.empty()))) {
      submit(
          florin,
          session(florin, "\"description\": \"Zwei Karten\""),
          "de",
          "try=1&email=jo%40example.com&method=bank_transfer");
      awaitStatus(florin, "sent");

      Reply waiting = florin.get("/v2/payments?limit=1");
      MimeMessage told = mail.getReceivedMessages()[0];
      assertThat(told.getSubject())
          .isEqualTo("[Test] Ihre Überweisung an My company: 12,34\u00a0€");
      assertThat(
              part(told, 0)
                  .replaceAll("\\d{1,2}\\. \\p{L}+ \\d{4}", "DAY")
                  .replace(waiting.text("/data/0/next_action/reference"), "REFERENCE")
                  .replace(waiting.text("/data/0/next_action/url"), "LINK"))
          .isEqualTo(
              """
              Testmodus: Bitte kein Geld überweisen

              Ihre Überweisung an My company

              12,34\u00a0€

              Überweisen Sie genau diesen Betrag und geben Sie diesen Verwendungszweck unverändert an, damit wir Ihre Zahlung zuordnen können.
              Bitte überweisen Sie bis zum DAY.

              Empfänger: Test account
              IBAN: DE89370400440532013000
              Betrag: 12,34\u00a0€
              Verwendungszweck: REFERENCE
              Beschreibung: Zwei Karten

              Zahlungsseite mit QR-Code für Banking-Apps öffnen: LINK

              Diese Adresse wurde für eine Zahlung per Überweisung angegeben.
              """);
      assertThat(part(told, 1))
          .contains("<html lang=\"de\">", ">Zahlungsseite mit QR-Code für Banking-Apps öffnen</a>");

      transferArrives(florin);
      within().until(() -> mail.getReceivedMessages().length == 2);

      assertThat(mail.getReceivedMessages()[1].getSubject())
          .isEqualTo("[Test] Beleg von My company: 12,34\u00a0€");
      assertThat(part(mail.getReceivedMessages()[1], 0)).contains("Zahlungsart: Überweisung\n");
    }
  }

  /** Creates a session and returns the path of its page. */
  private static String session(TestApp florin, String more) {
    Reply made =
        florin.post(
            "/v2/checkout_sessions",
            """
            {"amount": 1234, "currency": "eur", "success_url": "https://shop.example/",
             "cancel_url": "https://shop.example/", %s}
            """
                .formatted(more));
    return URI.create(made.text("/url")).getRawPath();
  }

  private static void submit(TestApp florin, String page, String accepted, String form) {
    HttpRequest request =
        florin
            .client()
            .request(page)
            .header("Accept-Language", accepted)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form))
            .build();
    assertThat(florin.client().send(request).status()).isEqualTo(303);
  }

  private static Reply look(TestApp florin, String page) {
    return florin.client().send(florin.client().request(page).build());
  }
}
