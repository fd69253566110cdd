package florin.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.account.Account;
import florin.account.Account.Profile;
import florin.app.DemoWorld.DemoAccount;
import florin.app.DemoWorld.DemoRequest;
import florin.core.Id.AccountId;
import florin.core.Mode;
import florin.demo.Plan;
import florin.testing.DashboardClient;
import florin.testing.Reconciliation;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The history that `./florin demo` creates, here for the first account of a running service. */
@TakesLong
class DemoTest {
  private static final URI BASE = URI.create("https://pay.example.com");
  private static final int PAYMENTS = 300;

  private static final int FEW = Plan.FEWEST_PAYMENTS;

  private static final int WEEKS = 2;

  /** A row of a table of failures: `| number, number | … | code | decline code | …`. */
  private static final Pattern NUMBERS = Pattern.compile("(?m)^\\|((?: [0-9]{14,16},?)+)");

  private static final Pattern DECLINE = Pattern.compile("`card_declined` \\| `([a-z_]+)`");

  private static TestApp florin;
  private static Instant begun;
  private static DemoAccount told;

  @BeforeAll
  static void tell() {
    florin = TestApp.open();
    begun = Instant.now();
    Account first = florin.app().accounts().list().getFirst();
    told = tell(7, PAYMENTS, Optional.of(first), Optional.empty());
  }

  @AfterAll
  static void close() {
    florin.close();
  }

  @Test
  void its_payments_agree_with_the_networks_ledger() {
    assertThat(Reconciliation.isAtRest(florin.database())).isTrue();

    Reconciliation.of(florin.database()).assertHolds();
  }

  @Test
  void payments_have_every_status_except_processing() {
    assertThat(florin.query("SELECT DISTINCT status FROM payment WHERE realm_id = 2"))
        .containsExactlyInAnyOrder(
            "succeeded", "failed", "canceled", "requires_action", "requires_capture");
    assertThat(told.made().allPayments()).isEqualTo(PAYMENTS);
  }

  @Test
  void there_are_full_partial_and_failed_refunds() {
    assertThat(
            florin.query(
                "SELECT DISTINCT (r.amount < p.amount_captured) || ' ' || r.status FROM refund r JOIN payment p ON p.id = r.payment_id"))
        .contains("true succeeded", "false succeeded", "false failed");
  }

  @Test
  void disputes_are_in_every_state_that_the_simulator_knows() {
    assertThat(florin.query("SELECT DISTINCT status FROM dispute WHERE realm_id = 2"))
        .containsExactlyInAnyOrder("needs_response", "under_review", "won", "lost", "accepted");
    assertThat(
            florin.query(
                "SELECT count(*) >= 3 FROM dispute WHERE realm_id = 2 AND status = 'needs_response' AND due_by > now()"))
        .containsExactly("t");
    assertThat(florin.query("SELECT count(*) > 0 FROM dispute_evidence WHERE fields <> '{}'"))
        .containsExactly("t");
  }

  @Test
  void every_decline_on_the_test_mode_page_is_included() throws IOException {
    var documented = new TreeSet<String>();
    DECLINE.matcher(page()).results().forEach(match -> documented.add(match.group(1)));

    assertThat(documented).hasSizeGreaterThan(20);
    assertThat(
            florin.query(
                "SELECT DISTINCT failure_decline_code FROM payment WHERE failure_decline_code IS NOT NULL"))
        .containsAll(documented);
    assertThat(florin.query("SELECT DISTINCT failure_code FROM payment WHERE status = 'failed'"))
        .contains(
            "card_declined",
            "expired_card",
            "incorrect_cvc",
            "incorrect_number",
            "processing_error",
            "authentication_failed");
  }

  @Test
  void every_test_card_is_used_except_the_slow_one() throws IOException {
    var documented = new TreeSet<String>();
    NUMBERS
        .matcher(page())
        .results()
        .flatMap(match -> Pattern.compile("[0-9]+").matcher(match.group(1)).results())
        .forEach(number -> documented.add(number.group().substring(number.group().length() - 4)));

    assertThat(documented).hasSizeGreaterThan(70);
    documented.remove("0084");
    assertThat(florin.query("SELECT DISTINCT method ->> 'last4' FROM payment"))
        .containsAll(documented);
  }

  @Test
  void all_events_are_in_the_weeks_before_now() {
    assertThat(
            florin.query(
                "SELECT DISTINCT date_trunc('day', created_at)::text FROM payment WHERE realm_id = 2"))
        .hasSizeGreaterThanOrEqualTo(WEEKS * 7);
    for (String table : List.of("payment", "refund", "event", "customer", "delivery", "attempt")) {
      assertThat(
              florin.query(
                  "SELECT count(*) FROM "
                      + table
                      + " WHERE realm_id = 2 AND created_at > ?"
                      + (table.equals("event") ? " AND type NOT LIKE 'payout.%'" : ""),
                  begun))
          .as(table)
          .containsExactly("0");
    }
  }

  @Test
  void open_payments_wait_for_a_payer_or_a_capture_and_not_for_florin() {
    assertThat(
            florin.query(
                "SELECT count(*) FROM attempt WHERE due_at IS NOT NULL AND status NOT IN ('approved', 'requires_action')"))
        .containsExactly("0");
  }

  @Test
  void endpoints_are_disabled_gone_and_failing() {
    assertThat(
            florin.query(
                "SELECT description || ' ' || coalesce(disabled_reason, status) FROM webhook_endpoint WHERE realm_id = 2 ORDER BY created_at"))
        .containsExactly(
            "The shop requested",
            "The old shop gone",
            "Newsletter requested",
            "Bookkeeping enabled");
    assertThat(florin.query("SELECT DISTINCT status FROM delivery"))
        .contains("delivered", "canceled", "pending");
    assertThat(florin.query("SELECT max(attempts) > 1 FROM delivery WHERE status = 'delivered'"))
        .as("some deliveries were made at a second attempt")
        .containsExactly("t");
  }

  @Test
  void a_deleted_customer_has_an_event_and_a_kept_one_has_a_card() {
    assertThat(florin.query("SELECT DISTINCT type FROM event"))
        .contains(
            "customer.created",
            "customer.updated",
            "customer.deleted",
            "payment_method.attached",
            "payment_method.detached",
            "payment.updated");
  }

  @Test
  void the_same_seed_gives_the_same_history_and_another_seed_another() {
    Optional<Instant> end = Optional.of(begun.truncatedTo(ChronoUnit.HOURS));
    DashboardClient.ofOwner(florin).close();

    DemoAccount first = tell(11, FEW, Optional.empty(), end);
    DemoAccount same = tell(11, FEW, Optional.empty(), end);
    DemoAccount other = tell(12, FEW, Optional.empty(), end);

    assertThat(same.made()).isEqualTo(first.made());
    assertThat(sums(same)).isEqualTo(sums(first));
    assertThat(sums(other)).isNotEqualTo(sums(first));
    assertThat(List.of(first.account().name(), same.account().name()))
        .as("each history has its own account")
        .doesNotHaveDuplicates();
    assertThat(
            florin.query(
                "SELECT user_id FROM membership WHERE account_number = ? AND role = 'owner'",
                other.account().number()))
        .as("owners who find it in their dashboard")
        .hasSize(1);
  }

  @Test
  void an_unknown_account_is_rejected() {
    var nobody =
        new Account(
            99,
            new AccountId(UUID.randomUUID()),
            "Nobody",
            new Profile(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()),
            ZoneOffset.UTC,
            begun);

    assertThatThrownBy(() -> tell(1, FEW, Optional.of(nobody), Optional.empty()))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("There is no account " + nobody.id());
  }

  private static List<String> sums(DemoAccount told) {
    return florin.query(
        "SELECT currency || status || sum(amount) || sum(amount_refunded) || count(*) FROM payment WHERE realm_id = ? GROUP BY currency, status ORDER BY 1",
        told.account().realm(Mode.TEST).id());
  }

  private static DemoAccount tell(
      long seed, int payments, Optional<Account> account, Optional<Instant> end) {
    return DemoShop.tell(
        florin, BASE, new DemoRequest(seed, payments, WEEKS, account.map(Account::id), end));
  }

  private static String page() throws IOException {
    return Files.readString(Path.of("../docs/reference/test-cards.md"));
  }
}
