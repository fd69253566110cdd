package florin.connector.stripe;

import static florin.connector.Requests.followUp;
import static florin.connector.Requests.soon;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import emulator.provider.Options;
import emulator.stripe.Card;
import emulator.stripe.FeeSchedule;
import emulator.stripe.Payers.Visit;
import emulator.stripe.StripeEmulator;
import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.Connector;
import florin.connector.ConnectorSetup;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.Credential;
import florin.connector.FollowUp;
import florin.connector.OperationKind;
import florin.connector.Outcome;
import florin.connector.Requests;
import florin.connector.ResumeRequest;
import florin.connector.ResumeRequest.ChallengeResult;
import florin.connector.SettlementLine;
import florin.connector.SettlementLine.Original;
import florin.connector.SettlementListing;
import florin.connector.SettlementListing.ReportedPayout;
import florin.connector.SettlementListing.ReportedPayout.Status;
import florin.connector.instance.ExchangeStore;
import florin.core.Currency;
import florin.core.Id.ConnectorId;
import florin.core.Money;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.TestPostgres;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Reconciles the lines of the connector with the balance and the payouts of the emulator. */
@TestInstance(Lifecycle.PER_CLASS)
class StripeReconciliationTest {
  private static final Currency EUR = Currency.get("eur");
  private static final Currency USD = Currency.get("usd");

  /** Now, because Stripe rejects a page that expires too late. */
  private final Instant since = Instant.now().truncatedTo(ChronoUnit.SECONDS);

  private final AtomicReference<Instant> now = new AtomicReference<>(since);
  private final StripeEmulator stripe;
  private final Db db;
  private final GroupCommit commits;
  private final StripeKind kind;
  private final Connector connector;

  /** The lines and payouts as they were reported last, as Florin stores them. */
  private final Map<String, SettlementLine> lines = new LinkedHashMap<>();

  private final Map<String, ReportedPayout> payouts = new LinkedHashMap<>();
  private Optional<String> cursor = Optional.empty();

  StripeReconciliationTest() throws IOException {
    stripe = StripeEmulator.start(Options.ofTests().withClock(now::get));
    var database = TestPostgres.freshDatabase();
    db = new Db(database);
    commits = new GroupCommit("exchange", database::connect, 1, GroupCommit.DEFAULT_PATIENCE);
    kind = new StripeKind(Optional.of(stripe.url()), now::get);
    var id = new ConnectorId(UUID.randomUUID());
    connector =
        kind.open(
            new ConnectorSetup(
                Requests.REALM,
                id,
                Map.of(),
                new ProviderSecrets(Map.of("secret_key", StripeEmulator.TEST_KEY))),
            new ExchangeStore(Optional.of(commits), db, now::get).of(Requests.REALM, id));
  }

  @AfterAll
  void close() throws IOException {
    kind.close();
    stripe.close();
    commits.close();
    db.close();
  }

  @Test
  void the_lines_add_up_to_the_balance_and_those_of_a_payout_to_the_payout() {
    stripe.treasury().setPrices(FeeSchedule.USUAL.withTax(new BigDecimal("19")));
    stripe.treasury().convert("usd", new BigDecimal("0.92"));
    AuthorizeRequest euros = paying(new Money(5000, EUR));
    AuthorizeRequest dollars = paying(new Money(4000, USD));
    String disputed = pay(euros);
    pay(dollars);
    FollowUp refund = followUp(euros, new Money(1000, EUR));
    assertThat(connector.followUp(OperationKind.REFUND, refund, soon()))
        .isInstanceOf(Outcome.Approved.class);
    waitFor(Duration.ofDays(3));
    String first = stripe.treasury().settle().getFirst();
    stripe.treasury().movePayout(first, "in_transit");
    waitFor(Duration.ofDays(1));
    read();

    SettlementLine sale = of(euros, SettlementLine.Type.PAYMENT);
    assertThat(sale.gross()).isEqualTo(5000);
    assertThat(sale.tax()).isPositive().isLessThan(sale.fee());
    assertThat(of(dollars, SettlementLine.Type.PAYMENT))
        .extracting(SettlementLine::currency, SettlementLine::gross, SettlementLine::original)
        .containsExactly(EUR, 3680L, Optional.of(new Original(USD, 4000)));
    assertThat(lines.values())
        .filteredOn(it -> it.subject().equals(Optional.of(refund.reference().id())))
        .extracting(SettlementLine::type, SettlementLine::gross)
        .containsExactly(tuple(SettlementLine.Type.REFUND, -1000L));
    assertThat(requireNonNull(payouts.get(first)).status()).isEqualTo(Status.IN_TRANSIT);
    assertThat(requireNonNull(payouts.get(first)).hasAllLines()).isTrue();
    assertThat(requireNonNull(payouts.get(first)).amount()).isPositive().isEqualTo(sum(first));
    assertReconciled();

    String dispute = stripe.payers().dispute(disputed, "fraudulent");
    waitFor(Duration.ofHours(3));
    stripe.payers().moveDispute(dispute, "won");
    stripe.treasury().movePayout(first, "paid");
    stripe.treasury().movePayout(first, "failed");
    stripe.treasury().chargeFee(250, "eur");
    stripe.treasury().correct(-30, "eur");
    stripe.treasury().reserve(100, "eur");
    waitFor(Duration.ofDays(3));
    read();

    assertThat(lines.values())
        .extracting(SettlementLine::type)
        .contains(
            SettlementLine.Type.DISPUTE,
            SettlementLine.Type.FEE,
            SettlementLine.Type.RESERVE,
            SettlementLine.Type.ADJUSTMENT,
            SettlementLine.Type.PAYOUT_FAILURE);
    assertThat(lines.values())
        .filteredOn(it -> it.type() == SettlementLine.Type.DISPUTE)
        .extracting(SettlementLine::gross, SettlementLine::subject)
        .containsExactlyInAnyOrder(
            tuple(-5000L, Optional.of(euros.reference().id())),
            tuple(5000L, Optional.of(euros.reference().id())));
    assertThat(requireNonNull(payouts.get(first)).status()).isEqualTo(Status.FAILED);
    assertReconciled();
  }

  private void assertReconciled() {
    assertThat(lines.values().stream().mapToLong(SettlementLine::net).sum())
        .isEqualTo(stripe.treasury().available().getOrDefault("eur", 0L));
  }

  /** Returns the sum of the lines that a payout is made of. */
  private long sum(String payout) {
    return lines.values().stream()
        .filter(it ->
            it.type() != SettlementLine.Type.PAYOUT && it.payout().equals(Optional.of(payout)))
        .mapToLong(SettlementLine::net)
        .sum();
  }

  private SettlementLine of(AuthorizeRequest request, SettlementLine.Type type) {
    return lines.values().stream()
        .filter(it -> it.type() == type)
        .filter(it -> it.subject().equals(Optional.of(request.reference().id())))
        .findFirst()
        .orElseThrow();
  }

  private void waitFor(Duration time) {
    now.set(now.get().plus(time));
  }

  /** Reads a cycle. */
  private void read() {
    SettlementListing.Page page;
    do {
      page =
          switch (connector.listSettlements(since, cursor, soon())) {
            case SettlementListing.Page found -> found;
            case SettlementListing other -> throw new AssertionError(other.toString());
          };
      page.lines()
          .forEach(line ->
              lines.merge(line.reference(), line, (old, it) -> it.payout().isPresent() ? it : old));
      page.payouts().forEach(payout -> payouts.put(payout.reference(), payout));
      cursor = Optional.of(page.cursor());
    } while (page.hasMore());
  }

  private static AuthorizeRequest paying(Money amount) {
    return Requests.authorize(
        Requests.reference(),
        Requests.REALM,
        amount,
        Capture.AUTOMATIC,
        new Credential.Page(List.of()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.of(URI.create("https://pay.shop.example/return/abc")));
  }

  /** Pays, and returns the PaymentIntent. */
  private String pay(AuthorizeRequest request) {
    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.RequiresAction.class);
    String session =
        stripe.payers().sessions().stream()
            .filter(it -> it.reference().equals(request.reference().toString()))
            .map(Visit::session)
            .findFirst()
            .orElseThrow();
    stripe.payers().pay(session, Card.VISA);
    var approved =
        (Outcome.Approved)
            connector.resume(
                new ResumeRequest(request, ChallengeResult.RETURNED, Map.of()), soon());
    return approved.connectorReference();
  }
}
