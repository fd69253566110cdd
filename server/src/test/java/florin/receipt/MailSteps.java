package florin.receipt;

import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import florin.mail.SmtpServer;
import florin.mail.SmtpServer.Login;
import florin.mail.SmtpServer.Security;
import florin.testing.TestApp;
import jakarta.mail.BodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.awaitility.core.ConditionFactory;

/** Shared steps of the tests for mails to payers, and the mail server that receives these mails. */
final class MailSteps {
  static final String PAYER = "jo@example.com";
  static final String FROM = "Shop <shop@example.com>";
  static final String GOOD = "4242424242424242";
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private MailSteps() {}

  static GreenMail started(int port) {
    var mail = new GreenMail(new ServerSetup(port, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    mail.start();
    return mail;
  }

  static SmtpServer server(GreenMail mail, Optional<Login> login) {
    return new SmtpServer("127.0.0.1", mail.getSmtp().getPort(), Security.NONE, login, FROM);
  }

  /** Pays the only bank transfer in full, and makes its next inquiry due. */
  static void transferArrives(TestApp florin) {
    florin.update("UPDATE bank_transfer SET received = amount, state = 'paid'");
    florin.update(
        "UPDATE attempt SET due_at = now(), version = version + 1 WHERE due_at IS NOT NULL");
  }

  static void awaitStatus(TestApp florin, String status) {
    within().until(() -> status(florin).equals(status));
  }

  static String status(TestApp florin) {
    return florin.query("SELECT status FROM receipt_mail").stream().findFirst().orElse("none");
  }

  /** Waits without failing for exceptions of other threads: some tests crash them on purpose. */
  static ConditionFactory within() {
    return await().dontCatchUncaughtExceptions().atMost(PATIENCE);
  }

  static String part(MimeMessage message, int index) throws Exception {
    BodyPart part = ((MimeMultipart) message.getContent()).getBodyPart(index);
    return Arrays.stream(part.getContent().toString().split("\r?\n"))
        .reduce("", (all, line) -> all + line + "\n");
  }
}
