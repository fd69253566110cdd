package florin.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import florin.alert.AlertTopics.Topic;
import florin.core.Iban;
import florin.core.Id.BankStatementId;
import florin.core.Id.PaymentId;
import florin.db.Db;
import florin.mail.Letter.Fact;
import florin.mail.SmtpServer;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText;
import florin.testing.BankStatementText.Line;
import florin.testing.Poison;
import florin.testing.TestApp;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Mails about alerts: recipients, texts and names. */
@TestInstance(Lifecycle.PER_CLASS)
class AlertMailsTest {
  private final GreenMail mail = started();
  private final TestApp florin =
      TestApp.open(
          new SmtpServer(
              "127.0.0.1",
              mail.getSmtp().getPort(),
              SmtpServer.Security.NONE,
              Optional.empty(),
              "Florin <florin@example.com>"));

  private final Db db = new Db(florin.database());
  private final AlertStore store = new AlertStore(db);

  private static GreenMail started() {
    var server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    server.start();
    return server;
  }

  @BeforeEach
  void forget() throws Exception {
    florin.update("DELETE FROM alert");
    florin.update("DELETE FROM membership");
    florin.update("DELETE FROM app_user");
    mail.purgeEmailFromAllMailboxes();
  }

  @AfterAll
  void close() {
    db.close();
    florin.close();
    mail.stop();
  }

  @Test
  void only_owners_and_admins_get_one_mail() throws Exception {
    member("owner", "owner@example.com");
    member("viewer", "viewer@example.com");
    String subject = "cn_01h455vb4pex5vsknk084sn02q";

    store.raise(of(AlertKind.CIRCUIT_OPEN, subject), Instant.now());
    await().atMost(Duration.ofSeconds(60)).until(() -> mail.getReceivedMessages().length > 0);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> florin.query("SELECT kind FROM alert WHERE mail_due_at IS NOT NULL").isEmpty());

    assertThat(mail.getReceivedMessages()).hasSize(1);
    MimeMessage told = mail.getReceivedMessages()[0];
    assertThat(told.getAllRecipients())
        .extracting(Object::toString)
        .containsExactly("owner@example.com");
    assertThat(told.getSubject())
        .isEqualTo("[Test] The provider of " + subject + " isn't responding");
    assertThat(text(told)).contains("/dashboard/connectors/" + subject + "\n");
  }

  @Test
  void a_mail_about_an_endpoint_has_its_url_without_the_query_and_the_last_response()
      throws Exception {
    member("owner", "owner@example.com");
    String url = "http://127.0.0.1:9/named";
    String endpoint =
        florin.post("/v2/webhook_endpoints", "{\"url\": \"" + url + "?token=hush\"}").text("/id");
    florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242"));
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> !florin.query("SELECT error FROM delivery_attempt").isEmpty());

    store.raise(of(AlertKind.ENDPOINT_FAILING, endpoint), Instant.now());
    await().atMost(Duration.ofSeconds(60)).until(() -> mail.getReceivedMessages().length > 0);

    MimeMessage told = mail.getReceivedMessages()[0];
    String base = "http://localhost:" + florin.app().port() + "/dashboard";
    assertThat(told.getSubject()).isEqualTo("[Test] We can't reach 127.0.0.1:9/named");
    assertThat(text(told).replaceAll("\\p{L}+ \\d{1,2}, \\d{4}, \\d\\d:\\d\\d UTC", "TIME"))
        .isEqualTo(
            """
            Test mode

            We can't reach 127.0.0.1:9/named

            Florin couldn't deliver any event to this webhook endpoint for 30 minutes. Florin keeps retrying, and disables the endpoint after five days with at least 20 failures.

            Endpoint: http://127.0.0.1:9/named
            Failing since: TIME
            Last response: connection refused

            Open webhook endpoint: %s/webhooks/%s

            Alerts go to the owners and admins of My company.
            Change roles: %s/team
            """
                .formatted(base, endpoint, base));
    florin.update("DELETE FROM webhook_endpoint");
  }

  @Test
  void a_mail_about_a_dispute_has_the_amount_the_reason_and_the_deadline() throws Exception {
    member("owner", "owner@example.com");
    String payment =
        florin
            .post(
                "/v2/payments",
                """
                {"amount": 5700, "currency": "eur", "description": "Chairs",
                 "payment_method": {"type": "card", "card":
                    {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040, "cvc": "123"}}}\
                """)
            .text("/id");
    florin.update(
        "UPDATE payment SET version = version + 1, provider = '%s' WHERE id = '%s'"
            .formatted(
                """
                {"ids": {}, "dispute": {"open": true, "status": "needs_response", "reason": "product_not_received", "due_by": "2026-12-02T23:59:00Z"}}\
                """,
                PaymentId.KIND.parse(payment).orElseThrow().uuid()));

    store.raise(of(AlertKind.PAYMENT_DISPUTED, payment), Instant.now());
    await().atMost(Duration.ofSeconds(60)).until(() -> mail.getReceivedMessages().length > 0);

    MimeMessage told = mail.getReceivedMessages()[0];
    assertThat(told.getSubject()).isEqualTo("[Test] A payer disputes a payment of €57.00");
    assertThat(text(told))
        .contains(
            """
            Amount: €57.00
            Description: Chairs
            Payment: %s
            Reason: product not received
            Respond by: December 2, 2026, 23:59 UTC
            Since: \
            """
                .formatted(payment));
    florin.update("UPDATE payment SET version = version + 1, provider = NULL");
  }

  @Test
  void the_name_of_each_object_is_one_that_people_know() {
    var shop = new BankShop(florin);
    Waiting waiting = shop.ask(500);
    String account = florin.get("/v2/receiving_accounts").text("/data/0/id");
    booked(shop, "N-1", waiting, 0, Line.credit(500, "N1", waiting.reference()));
    String statement =
        new BankStatementId(
                UUID.fromString(florin.query("SELECT id::text FROM bank_statement").getFirst()))
            .text();
    String iban = new Iban(waiting.iban()).formatted();

    assertThat(name(AlertKind.STATEMENT_REFUSED, account)).isEqualTo(iban);
    assertThat(name(AlertKind.STATEMENT_MISSING, statement)).isEqualTo(iban);
    assertThat(name(AlertKind.CIRCUIT_OPEN, "cn_01h455vb4pex5vsknk084sn02q"))
        .isEqualTo("cn_01h455vb4pex5vsknk084sn02q");
    assertThat(name(AlertKind.BACKUP_OVERDUE, "backup")).isEqualTo("backup");
    LocalDate day = LocalDate.parse(florin.get("/v2/bank_statements").text("/data/0/stated_on"));
    assertThat(topic(AlertKind.STATEMENT_MISSING, statement).facts())
        .contains(
            new Fact(
                "Missing before",
                DateTimeFormatter.ofPattern("MMMM d, yyyy", Locale.ENGLISH).format(day)));
    String file = "pf_01h455vb4pex5vsknk084sn02q";
    assertThat(topic(AlertKind.TRANSFER_DIFFERS, file).facts())
        .contains(new Fact("Payment file", file));
  }

  private String name(AlertKind kind, String subject) {
    return topic(kind, subject).name();
  }

  private Topic topic(AlertKind kind, String subject) {
    return new AlertTopics(db, (_, _) -> Optional.empty(), (_, _) -> Optional.empty())
        .of(of(kind, subject), Instant.now());
  }

  private static String text(MimeMessage message) throws Exception {
    return ((MimeMultipart) message.getContent())
        .getBodyPart(0)
        .getContent()
        .toString()
        .replace("\r\n", "\n");
  }

  private void member(String role, String email) {
    florin.update(
        "INSERT INTO app_user (id, email, name, password, created_at) VALUES (gen_random_uuid(), ?, 'Jo', '$argon2id$x', now())",
        email);
    florin.update(
        "INSERT INTO membership (account_number, user_id, role, created_at) SELECT ?, id, ?, now() FROM app_user WHERE email = ?",
        florin.realm().accountNumber(),
        role,
        email);
  }

  @Test
  void a_mail_that_cannot_be_sent_blocks_no_other() {
    Instant now = Instant.now();
    try (var _ =
        Poison.of(
            florin.database(),
            "UPDATE",
            "alert",
            "OLD.subject LIKE 'poison%' AND NEW.mail_due_at IS NULL AND NEW.ended_at IS NULL")) {
      for (String subject : List.of("poison1", "poison2", "good", "poison3")) {
        store.raise(of(AlertKind.PAYMENT_OVERDUE, subject), now);
      }
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() ->
              florin
                      .query("SELECT 1 FROM alert WHERE subject = 'good' AND mail_due_at IS NULL")
                      .size()
                  == 1);
    }
  }

  private Alert of(AlertKind kind, String subject) {
    return new Alert(florin.realm(), kind, subject);
  }

  private static void booked(
      BankShop shop, String statement, Waiting payment, long opening, Line line) {
    shop.send(new BankStatementText(statement, payment.iban(), opening, List.of(line)).xml());
    shop.awaitMatched();
  }
}
