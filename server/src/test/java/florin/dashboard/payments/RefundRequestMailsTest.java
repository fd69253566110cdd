package florin.dashboard.payments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import florin.core.Id.RefundRequestId;
import florin.mail.SmtpServer;
import florin.mail.SmtpServer.Security;
import florin.team.Member;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.TestApp;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The mails about a request to approve a refund. */
class RefundRequestMailsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final GreenMail mail =
      new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
  private TestApp florin;
  private Member asker;
  private Member approver;
  private Member colleague;
  private DashboardClient support;
  private DashboardClient admin;
  private String page;

  @BeforeEach
  void ask() {
    mail.start();
    florin =
        TestApp.open(
            new SmtpServer(
                "127.0.0.1",
                mail.getSmtp().getPort(),
                Security.NONE,
                Optional.empty(),
                "Florin <florin@example.com>"));
    asker = DashboardClient.newMember(florin, Role.SUPPORT);
    approver = DashboardClient.newMember(florin, Role.ADMIN);
    colleague = DashboardClient.newMember(florin, Role.FINANCE);
    support = DashboardClient.of(florin, asker);
    admin = DashboardClient.of(florin, approver);
    String customer = florin.post("/v2/customers", "{\"name\": \"Mia Wong\"}").text("/id");
    page =
        "/dashboard/payments/"
            + florin
                .post(
                    "/v2/payments",
                    TestApp.payment(250_000, "4242424242424242")
                        .replaceFirst("\\{", "{\"customer\": \"%s\", ".formatted(customer)))
                .text("/id");
    support.post(
        page,
        page + "/approval",
        DashboardClient.formToken(support.get(page)),
        Map.of("amount", "1500.00", "reason", "requested_by_customer", "note", "Parcel lost"));
  }

  @AfterEach
  void close() {
    support.close();
    admin.close();
    florin.close();
    mail.stop();
  }

  @Test
  void members_who_may_approve_get_the_request_and_its_author_the_approval() throws Exception {
    MimeMessage asked = mailTo(approver);
    assertThat(asked.getSubject()).isEqualTo("[Test] Jo March asks you to refund $1,500.00");
    assertThat(text(asked))
        .contains(
            "Test mode",
            "Customer: Mia Wong",
            "Reason: Requested by customer",
            "Note: Parcel lost",
            "Review refund: ",
            page);

    decide("approve", Map.of());

    MimeMessage approved = mailTo(asker);
    assertThat(approved.getSubject()).isEqualTo("[Test] Your refund of $1,500.00 was approved");
    assertThat(text(approved)).contains("Jo March approved the refund.", page);
    assertThat(mail.getReceivedMessages()).noneMatch(message -> isTo(message, colleague));
  }

  @Test
  void the_author_gets_the_answer_of_a_member_who_declines() throws Exception {
    decide("decline", Map.of("answer", "Wait for the parcel"));

    MimeMessage declined = mailTo(asker);
    assertThat(declined.getSubject()).isEqualTo("[Test] Your refund of $1,500.00 was declined");
    assertThat(text(declined)).contains("Nothing was refunded.", "Answer: Wait for the parcel");
  }

  @Test
  void the_author_gets_the_reason_if_the_refund_is_rejected() throws Exception {
    florin.post(
        "/v2/refunds",
        "{\"payment\": \"%s\", \"amount\": 10000}"
            .formatted(page.substring(page.lastIndexOf('/') + 1)));
    decide("approve", Map.of());

    MimeMessage declined = mailTo(asker);
    assertThat(declined.getSubject()).isEqualTo("[Test] Your refund of $1,500.00 was declined");
    assertThat(text(declined)).contains("Answer: This payment was refunded after the request");
  }

  private void decide(String what, Map<String, String> more) {
    String request =
        new RefundRequestId(
                UUID.fromString(florin.query("SELECT id FROM refund_request").getFirst()))
            .text();
    var fields = new HashMap<>(more);
    fields.put("request", request);
    admin.post(
        page, page + "/approval/" + what, DashboardClient.formToken(admin.get(page)), fields);
  }

  private MimeMessage mailTo(Member member) {
    List<MimeMessage> found =
        await()
            .atMost(PATIENCE)
            .until(
                () ->
                    Arrays.stream(mail.getReceivedMessages())
                        .filter(message -> isTo(message, member))
                        .toList(),
                got -> !got.isEmpty());
    return found.getFirst();
  }

  private static boolean isTo(MimeMessage message, Member member) {
    try {
      return Arrays.toString(message.getAllRecipients()).contains(member.user().email());
    } catch (MessagingException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static String text(MimeMessage message) throws Exception {
    return ((MimeMultipart) message.getContent()).getBodyPart(0).getContent().toString();
  }
}
