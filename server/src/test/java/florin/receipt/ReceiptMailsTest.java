package florin.receipt;

import static florin.receipt.MailSteps.FROM;
import static florin.receipt.MailSteps.GOOD;
import static florin.receipt.MailSteps.PATIENCE;
import static florin.receipt.MailSteps.PAYER;
import static florin.receipt.MailSteps.awaitStatus;
import static florin.receipt.MailSteps.part;
import static florin.receipt.MailSteps.server;
import static florin.receipt.MailSteps.started;
import static florin.receipt.MailSteps.status;
import static florin.receipt.MailSteps.transferArrives;
import static florin.receipt.MailSteps.within;
import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.store.FolderListener;
import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import florin.mail.SmtpServer;
import florin.mail.SmtpServer.Login;
import florin.mail.SmtpServer.Security;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import jakarta.mail.Flags;
import jakarta.mail.internet.MimeMessage;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Receipt mails from the payment to a real SMTP server, including crashes and outages. */
@TakesLong
class ReceiptMailsTest {
  private GreenMail mail = started(0);

  @AfterEach
  void stop() {
    mail.stop();
  }

  @Test
  void a_payment_that_succeeded_is_followed_by_its_receipt() throws Exception {
    try (TestApp florin = TestApp.open(server(mail, Optional.empty()))) {
      Reply made = pay(florin, GOOD, PAYER);
      awaitStatus(florin, "sent");

      MimeMessage got = mail.getReceivedMessages()[0];
      assertThat(mail.getReceivedMessages()).hasSize(1);
      assertThat(got.getAllRecipients()).extracting(Object::toString).containsExactly(PAYER);
      assertThat(got.getFrom()).extracting(Object::toString).containsExactly(FROM);
      assertThat(got.getSubject()).isEqualTo("[Test] Receipt from My company: €12.34");
      assertThat(got.getMessageID()).isEqualTo("<" + made.text("/id") + ".receipt@example.com>");
      assertThat(got.getHeader("Auto-Submitted")).containsExactly("auto-generated");
      assertThat(part(got, 0))
          .contains("\n€12.34\n")
          .contains("Paid with: Visa •••• 4242")
          .contains("For: Äpfel <b>& Birnen</b>")
          .contains("Test mode: no money moved.")
          .contains(made.text("/receipt_url"))
          .contains(made.text("/id"));
      assertThat(part(got, 1))
          .contains("€12.34")
          .contains("Äpfel &lt;b&gt;&amp; Birnen&lt;/b&gt;")
          .contains("<a href=\"" + made.text("/receipt_url") + "\" ");
      assertThat(florin.query("SELECT recipient || ' ' || tries FROM receipt_mail"))
          .containsExactly(PAYER + " 1");
    }
  }

  @Test
  void a_bank_transfer_gets_a_mail_with_instructions_and_a_receipt_when_it_arrives()
      throws Exception {
    try (TestApp florin = TestApp.open(server(mail, Optional.empty()))) {
      Reply made =
          florin.post(
              "/v2/payments",
              "{\"amount\": 1234, \"currency\": \"eur\", \"receipt_email\": \""
                  + PAYER
                  + "\", \"payment_method\": {\"type\": \"bank_transfer\"}}");
      awaitStatus(florin, "sent");

      MimeMessage told = mail.getReceivedMessages()[0];
      assertThat(told.getSubject()).isEqualTo("[Test] Your bank transfer to My company: €12.34");
      assertThat(part(told, 0))
          .contains("IBAN: DE89370400440532013000", "Amount: €12.34")
          .contains("Reference: " + made.text("/next_action/reference"))
          .contains(made.text("/next_action/url"));

      transferArrives(florin);
      within().until(() -> mail.getReceivedMessages().length == 2);

      assertThat(mail.getReceivedMessages()[1].getSubject())
          .isEqualTo("[Test] Receipt from My company: €12.34");
      assertThat(part(mail.getReceivedMessages()[1], 0)).contains("Paid with: Bank transfer");
    }
  }

  @Test
  void a_member_can_resend_it_to_another_address_once_a_minute_and_ten_times_in_total()
      throws Exception {
    try (TestApp florin = TestApp.open(server(mail, Optional.empty()));
        var support = DashboardClient.of(florin, Role.SUPPORT)) {
      Reply made = pay(florin, GOOD, PAYER);
      awaitStatus(florin, "sent");
      String page = "/dashboard/payments/" + made.text("/id");
      Map<String, String> to = Map.of("email", "amy@example.com");

      Reply early = support.submit(page, page + "/receipt", to);
      assertThat(early.status()).isEqualTo(422);
      assertThat(early.body()).contains("less than a minute ago");
      florin.update("UPDATE receipt_mail SET completed_at = now() - interval '2 minutes'");
      Reply done = support.submit(page, page + "/receipt", to);
      assertThat(support.follow(done).body()).contains("Receipt on its way to amy@example.com");
      within().until(() -> mail.getReceivedMessages().length == 2);
      awaitStatus(florin, "sent");

      MimeMessage got = mail.getReceivedMessages()[1];
      assertThat(got.getAllRecipients())
          .extracting(Object::toString)
          .containsExactly("amy@example.com");
      assertThat(got.getMessageID()).isEqualTo("<" + made.text("/id") + ".receipt-1@example.com>");
      assertThat(support.get(page).body()).contains("Emailed to amy@example.com");
      florin.update(
          "UPDATE receipt_mail SET completed_at = now() - interval '2 minutes', repeats = 10");
      assertThat(support.submit(page, page + "/receipt", to).body())
          .contains("was already sent 10 times");
      assertThat(
              florin.query(
                  "SELECT detail FROM audit_entry WHERE action = 'receipt.mail' AND outcome = 'done'"))
          .containsExactly("amy@example.com");
    }
  }

  @Test
  void without_an_address_or_a_success_no_mail_is_written_down() {
    try (TestApp florin = TestApp.open(server(mail, Optional.empty()))) {
      florin.post("/v2/payments", TestApp.payment(1000, GOOD));
      pay(florin, "4000000000000002", PAYER);

      assertThat(florin.query("SELECT payment_id::text FROM receipt_mail")).isEmpty();
    }
  }

  @Test
  void without_a_mail_server_the_address_is_only_stored() {
    try (TestApp florin = TestApp.open()) {
      assertThat(pay(florin, GOOD, PAYER).text("/receipt_email")).isEqualTo(PAYER);

      assertThat(florin.query("SELECT payment_id::text FROM receipt_mail")).isEmpty();
    }
  }

  @Test
  void a_payment_that_recovery_finishes_gets_its_receipt_too() {
    try (TestApp florin = TestApp.open(server(mail, Optional.empty()))) {
      assertThat(pay(florin, "4000000000840027", PAYER).text("/status")).isEqualTo("processing");

      awaitStatus(florin, "sent");
      assertThat(mail.getReceivedMessages()).hasSize(1);
    }
  }

  @Test
  void a_mail_server_that_is_down_delays_the_receipt_and_not_the_payment() {
    try (TestApp florin = TestApp.open(server(mail, Optional.empty()))) {
      int port = mail.getSmtp().getPort();
      mail.stop();
      assertThat(pay(florin, GOOD, PAYER).text("/status")).isEqualTo("succeeded");
      within().until(() -> florin.query("SELECT last_error FROM receipt_mail").getFirst() != null);
      assertThat(status(florin)).isEqualTo("waiting");

      mail = started(port);
      passTime(florin);
      awaitStatus(florin, "sent");
      assertThat(mail.getReceivedMessages()).hasSize(1);
      assertThat(florin.query("SELECT tries::text FROM receipt_mail")).containsExactly("2");
    }
  }

  @Test
  void after_its_last_attempt_a_mail_is_given_up_with_its_reason() {
    try (TestApp florin = TestApp.open(server(mail, Optional.empty()))) {
      mail.stop();
      pay(florin, GOOD, PAYER);
      for (int tries = 1; tries < ReceiptMails.MAX_TRIES; tries++) {
        awaitFailedTry(florin, tries);
        passTime(florin);
      }

      awaitStatus(florin, "given_up");
      assertThat(florin.query("SELECT tries::text FROM receipt_mail"))
          .containsExactly(Integer.toString(ReceiptMails.MAX_TRIES));
      assertThat(florin.query("SELECT last_error FROM receipt_mail").getFirst()).isNotBlank();
    }
  }

  @Test
  void a_crash_between_sending_and_writing_that_down_sends_one_copy_with_the_same_id()
      throws Exception {
    TestApp dying = TestApp.open(server(mail, Optional.empty()));
    onArrival(dying::abandon);
    pay(dying, GOOD, PAYER);
    assertThat(dying.awaitCrash(PATIENCE)).isTrue();
    assertThat(status(dying)).isEqualTo("waiting");

    try (TestApp florin = dying.reopen()) {
      passTime(florin);
      awaitStatus(florin, "sent");

      MimeMessage[] got = mail.getReceivedMessages();
      assertThat(got).hasSize(2);
      assertThat(got[0].getMessageID()).isEqualTo(got[1].getMessageID());
    }
  }

  @Test
  void a_node_waits_for_another_s_lease_which_is_no_longer_than_promised() {
    TestApp dying = TestApp.open(server(mail, Optional.empty()));
    onArrival(dying::abandon);
    pay(dying, GOOD, PAYER);
    assertThat(dying.awaitCrash(PATIENCE)).isTrue();

    assertThat(
            dying.query(
                "SELECT (due_at > now() AND due_at <= now() + ?::interval)::text FROM receipt_mail",
                ReceiptMails.LEASE.toString()))
        .containsExactly("true");
  }

  @Test
  void a_login_is_used_and_an_invalid_one_is_retried_later() {
    mail.setUser("shop", "shop", "secret");
    try (TestApp florin = TestApp.open(server(mail, Optional.of(new Login("shop", "secret"))))) {
      pay(florin, GOOD, PAYER);
      awaitStatus(florin, "sent");
    }
    try (TestApp florin = TestApp.open(server(mail, Optional.of(new Login("shop", "wrong"))))) {
      pay(florin, GOOD, PAYER);
      awaitFailedTry(florin, 1);
      assertThat(status(florin)).isEqualTo("waiting");
      assertThat(florin.query("SELECT last_error FROM receipt_mail").getFirst())
          .doesNotContain("wrong");
    }
  }

  @Test
  void if_encryption_is_required_nothing_is_sent_without_it() {
    var server =
        new SmtpServer(
            "127.0.0.1", mail.getSmtp().getPort(), Security.STARTTLS, Optional.empty(), FROM);
    try (TestApp florin = TestApp.open(server)) {
      pay(florin, GOOD, PAYER);
      awaitFailedTry(florin, 1);

      assertThat(mail.getReceivedMessages()).isEmpty();
      assertThat(florin.query("SELECT last_error FROM receipt_mail").getFirst())
          .contains("STARTTLS");
    }
  }

  @Test
  void an_untrusted_certificate_is_rejected() {
    var tls = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTPS));
    tls.start();
    var server =
        new SmtpServer("127.0.0.1", tls.getSmtps().getPort(), Security.TLS, Optional.empty(), FROM);
    try (TestApp florin = TestApp.open(server)) {
      pay(florin, GOOD, PAYER);
      awaitFailedTry(florin, 1);

      assertThat(tls.getReceivedMessages()).isEmpty();
      assertThat(florin.query("SELECT last_error FROM receipt_mail").getFirst())
          .containsIgnoringCase("certification path");
    } finally {
      tls.stop();
    }
  }

  @Test
  void a_mail_whose_senders_all_died_is_not_sent_indefinitely() {
    try (TestApp florin = TestApp.open(server(mail, Optional.empty()))) {
      florin.update(
          "INSERT INTO receipt_mail (realm_id, payment_id, recipient, tries, due_at, created_at)"
              + " VALUES (2, gen_random_uuid(), ?, ?, now(), now())",
          PAYER,
          ReceiptMails.MAX_TRIES);

      awaitStatus(florin, "given_up");
      assertThat(mail.getReceivedMessages()).isEmpty();
    }
  }

  @Test
  void a_domain_that_is_not_ascii_is_reached() throws Exception {
    try (TestApp florin = TestApp.open(server(mail, Optional.empty()))) {
      assertThat(pay(florin, GOOD, "jo@bücher.example").status()).isEqualTo(200);
      awaitStatus(florin, "sent");

      assertThat(mail.getReceivedMessages()[0].getAllRecipients())
          .extracting(Object::toString)
          .containsExactly("jo@xn--bcher-kva.example");
    }
  }

  private static Reply pay(TestApp florin, String number, String email) {
    return florin.post(
        "/v2/payments",
        """
        {"amount": 1234, "currency": "eur", "description": "Äpfel <b>& Birnen</b>", "receipt_email": "%s",
         "payment_method": {"type": "card", "card":
            {"number": "%s", "exp_month": 12, "exp_year": 2040, "cvc": "123"}}}\
        """
            .formatted(email, number));
  }

  /** Runs the action when the server has the mail but has not confirmed it yet. */
  private void onArrival(Runnable action) {
    GreenMailUser payer = mail.setUser(PAYER, PAYER, "secret");
    try {
      mail.getManagers().getImapHostManager().getInbox(payer).addListener(new Arrival(action));
    } catch (com.icegreen.greenmail.store.FolderException e) {
      throw new AssertionError(e);
    }
  }

  private record Arrival(Runnable action) implements FolderListener {
    @Override
    public void added(int number) {
      action.run();
    }

    @Override
    public void expunged(int number) {}

    @Override
    public void flagsUpdated(int number, Flags flags, Long uid) {}

    @Override
    public void mailboxDeleted() {}
  }

  /** Ends all leases and pauses. */
  private static void passTime(TestApp florin) {
    florin.update("UPDATE receipt_mail SET due_at = now() WHERE due_at IS NOT NULL");
  }

  /** Waits for a failed attempt. A lease takes five minutes, unlike any pause in these tests. */
  private static void awaitFailedTry(TestApp florin, int tries) {
    within()
        .until(() ->
            !florin
                .query(
                    "SELECT 1 FROM receipt_mail WHERE tries = ? AND last_error IS NOT NULL"
                        + " AND due_at NOT BETWEEN now() + interval '4 minutes' AND now() + interval '6 minutes'",
                    tries)
                .isEmpty());
  }
}
