package florin.dashboard.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.team.Role;
import florin.testing.BankObjects;
import florin.testing.BankReconciliation;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Staff create, download and reject payment files. */
@TestInstance(Lifecycle.PER_CLASS)
class OrderPagesTest {
  private TestApp florin;
  private DashboardClient owner;
  private DashboardClient support;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    owner = DashboardClient.of(florin, Role.OWNER);
    support = DashboardClient.of(florin, Role.SUPPORT);
  }

  @AfterAll
  void close() {
    florin.close();
  }

  private String newest() {
    return florin.get("/v2/payment_files").text("/data/0/id");
  }

  private String order() {
    String account = BankObjects.accountToOrder(florin.client());
    Reply made =
        owner.follow(
            owner.submit(OrderPages.PATH, OrderPages.PATH, Map.of("receiving_account", account)));
    assertThat(made.body()).contains("Payment file created.", "Jo March", "•••• 4300");
    return newest();
  }

  @Test
  void waiting_refunds_are_put_into_a_file_and_downloaded() {
    String path = OrderPages.PATH + "/" + order();

    Reply file = owner.submit(path, path + "/file", Map.of());

    assertThat(file.status()).isEqualTo(200);
    assertThat(file.body()).isEqualTo(florin.get("/v2/payment_files/" + newest() + ".xml").body());
    assertThat(owner.get(OrderPages.PATH).body())
        .contains(path, "href=\"/dashboard/bank/statements\"", ">Unmatched transfers");
    assertThat(support.get(path).body()).doesNotContain("Download file", "Mark as rejected…");
    String token = DashboardClient.formToken(support.get(path));
    assertThat(support.post(path, path + "/file", token, Map.of()).status()).isEqualTo(403);
  }

  @Test
  void a_transfer_rejected_by_the_bank_goes_into_another_file_with_the_same_id() {
    String rejected = order();
    String path = OrderPages.PATH + "/" + rejected;
    String name = endToEndId(rejected);

    florin.update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");

    Reply asked = owner.submit(path, path + "/reject", Map.of());
    assertThat(asked.body()).contains("assword");
    assertThat(florin.get("/v2/payment_files/" + rejected).text("/status")).isEqualTo("open");
    var confirmed = new HashMap<String, String>();
    confirmed.put("current_password", DashboardClient.PASSWORD);
    Reply done = owner.follow(owner.submit(path, path + "/reject", confirmed));

    assertThat(done.body())
        .contains(
            "Payment file marked as rejected. Unbooked transfers go into the next payment file.");
    assertThat(florin.get("/v2/payment_files/" + rejected).text("/status")).isEqualTo("rejected");
    String account = florin.get("/v2/payment_files/" + rejected).text("/receiving_account");
    Reply again = florin.post("/v2/payment_files", "{\"receiving_account\": \"" + account + "\"}");
    assertThat(again.status()).as(again.body()).isEqualTo(200);
    assertThat(endToEndId(again.text("/id"))).isEqualTo(name);
    assertThat(again.text("/message_id"))
        .isNotEqualTo(florin.get("/v2/payment_files/" + rejected).text("/message_id"));
    florin.post("/v2/test/payment_files", "{\"payment_file\": \"" + again.text("/id") + "\"}");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() ->
            florin
                .get("/v2/payment_files/" + again.text("/id"))
                .text("/status")
                .equals("completed"));
    // A payment file that the bank has booked can no longer be rejected.
    String other = OrderPages.PATH + "/" + again.text("/id");
    Reply page = owner.get(other);
    assertThat(page.body()).doesNotContain(other + "/reject");
    Reply late = owner.post(other, other + "/reject", DashboardClient.formToken(page), confirmed);
    assertThat(owner.follow(late).body()).contains("Only an open payment file can be rejected");
    BankReconciliation.check(florin.database());
  }

  private String endToEndId(String order) {
    String file = florin.get("/v2/payment_files/" + order + ".xml").body();
    return file.replaceAll("(?s).*<EndToEndId>([^<]*)</EndToEndId>.*", "$1");
  }

  @Test
  void a_refund_names_another_account_if_required() {
    Reply payment =
        florin.post(
            "/v2/payments",
            "{\"amount\": 800, \"currency\": \"eur\", \"payment_method\": {\"type\": \"bank_transfer\"}}");
    florin.post("/v2/test/bank_transfers", "{\"payment\": \"" + payment.text("/id") + "\"}");
    String api = "/v2/payments/" + payment.text("/id");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> florin.get(api).text("/status").equals("succeeded"));
    String path = "/dashboard/payments/" + payment.text("/id");
    assertThat(owner.get(path).body()).contains("Payer's IBAN");

    Reply notOurs =
        owner.submit(path, path + "/refund", Map.of("amount", "8.00", "reason", "bank_return"));
    assertThat(notOurs.status()).isEqualTo(422);
    assertThat(florin.get("/v2/refunds?payment=" + payment.text("/id")).texts("/data", "id"))
        .isEmpty();
    Reply half =
        owner.submit(
            path, path + "/refund", Map.of("amount", "8.00", "bank_account[holder]", "Jo"));
    assertThat(half.body()).contains("Enter both the IBAN and the account holder.");
    Reply done =
        owner.follow(
            owner.submit(
                path,
                path + "/refund",
                Map.of(
                    "amount",
                    "8.00",
                    "bank_account[iban]",
                    "FR14 2004 1010 0505 0001 3M02 606",
                    "bank_account[holder]",
                    "Jo")));

    assertThat(done.body()).contains("The refund of €8.00 is in progress.");
    assertThat(
            florin
                .get("/v2/refunds?payment=" + payment.text("/id"))
                .text("/data/0/bank_account/country"))
        .isEqualTo("FR");
  }
}
