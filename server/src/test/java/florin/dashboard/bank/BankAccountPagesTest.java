package florin.dashboard.bank;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Staff add, enable and disable the bank accounts that receive transfers. */
@TestInstance(Lifecycle.PER_CLASS)
class BankAccountPagesTest {
  private static final String PATH = "/dashboard/bank-accounts";
  private static final String TRANSFER =
      "{\"amount\": 500, \"currency\": \"gbp\", \"payment_method\": {\"type\": \"bank_transfer\"}}";

  private TestApp florin;
  private DashboardClient owner;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    owner = DashboardClient.of(florin, Role.OWNER);
  }

  @AfterAll
  void close() {
    owner.close();
    florin.close();
  }

  private Reply add(String iban, String currency) {
    return owner.submit(
        PATH + "/new",
        PATH + "/new",
        Map.of(
            "holder",
            "Shop <Ltd>",
            "iban",
            iban,
            "currency",
            currency,
            "statement_format",
            "camt.053",
            "current_password",
            DashboardClient.PASSWORD));
  }

  @Test
  void an_account_is_added_used_disabled_and_enabled_again() {
    assertThat(owner.get(PATH).body()).contains("No bank accounts yet");

    Reply added = add("GB33 BUKB 2020 1555 5555 55", "gbp");

    assertThat(owner.follow(added).body())
        .contains("Bank account added.", "GB33 BUKB 2020 1555 5555 55", "Shop &lt;Ltd&gt;");
    assertThat(florin.post("/v2/payments", TRANSFER).text("/next_action/holder"))
        .isEqualTo("Shop <Ltd>");
    String id = florin.get("/v2/receiving_accounts").text("/data/0/id");

    Reply disabled = owner.submit(PATH, PATH + "/" + id + "/disable", Map.of());

    assertThat(owner.follow(disabled).body())
        .contains(
            "Bank account disabled. Transfers that still arrive are recorded.",
            "payers can't pay by bank transfer");
    assertThat(florin.post("/v2/payments", TRANSFER).text("/error/code"))
        .isEqualTo("payment_method_unavailable");

    Reply enabled = owner.submit(PATH, PATH + "/" + id + "/enable", Map.of());

    assertThat(owner.follow(enabled).body())
        .contains("Bank account enabled. New bank transfers go to it.");
    assertThat(add("GB33 BUKB 2020 1555 5555 55", "gbp").body()).contains("belongs to an existing");
    Reply second = add("GB82 WEST 1234 5698 7654 32", "GBP");
    assertThat(owner.follow(second).body())
        .contains(
            "Bank account added. To use it, disable the other account in this currency, then enable this one.");
  }

  @Test
  void errors_are_shown_at_their_fields() {
    Reply wrong = add("GB33BUKB20201555555556", "pounds");

    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.body())
        .contains(
            "The check digits of this IBAN are wrong",
            "Must be a three-letter currency code, such as EUR.");
  }
}
