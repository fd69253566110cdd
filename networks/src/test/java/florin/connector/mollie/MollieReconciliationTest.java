package florin.connector.mollie;

import static florin.connector.Requests.followUp;
import static florin.connector.Requests.soon;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import emulator.mollie.Method;
import emulator.mollie.MollieEmulator;
import emulator.mollie.Pace;
import emulator.provider.Options;
import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.Connector;
import florin.connector.ConnectorSetup;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.Credential;
import florin.connector.Exchanges;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Reconciles the lines of the connector with the balance and the payouts of the emulator. */
@TestInstance(Lifecycle.PER_CLASS)
class MollieReconciliationTest {
  private static final Currency EUR = Currency.get("eur");
  private static final Currency USD = Currency.get("usd");

  private final MollieEmulator mollie;
  private final Instant since;
  private final Db db;
  private final GroupCommit commits;
  private final MollieKind kind;
  private final Exchanges exchanges;
  private final Connector connector;

  /** The lines and payouts as they were reported last, as Florin stores them. */
  private final Map<String, SettlementLine> lines = new LinkedHashMap<>();

  private final Map<String, ReportedPayout> payouts = new LinkedHashMap<>();
  private Optional<String> cursor = Optional.empty();

  MollieReconciliationTest() throws IOException {
    mollie =
        MollieEmulator.start(
            Options.ofTests(),
            new Pace(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO));
    since = mollie.now().minus(Duration.ofMinutes(1));
    var database = TestPostgres.freshDatabase();
    db = new Db(database);
    commits = new GroupCommit("exchange", database::connect, 1, GroupCommit.DEFAULT_PATIENCE);
    kind = new MollieKind(Optional.of(mollie.url()), mollie::now);
    var id = new ConnectorId(UUID.randomUUID());
    exchanges = new ExchangeStore(Optional.of(commits), db, mollie::now).of(Requests.REALM, id);
    connector =
        kind.open(
            new ConnectorSetup(
                Requests.REALM,
                id,
                Map.of(),
                new ProviderSecrets(
                    Map.of(
                        "api_key", MollieEmulator.TEST_KEY,
                        "organization_token", MollieEmulator.ACCESS_TOKEN))),
            exchanges);
  }

  @AfterAll
  void close() throws IOException {
    kind.close();
    mollie.close();
    commits.close();
    db.close();
  }

  @Test
  void the_lines_add_up_to_the_balance_and_those_of_a_payout_to_the_payout() {
    mollie.treasury().convert("USD", new BigDecimal("0.92"));
    AuthorizeRequest euros = paying(new Money(5000, EUR));
    AuthorizeRequest dollars = paying(new Money(4000, USD));
    String disputed = pay(euros);
    pay(dollars);
    mollie.advance(Duration.ofDays(10));
    FollowUp refund = followUp(euros, new Money(1000, EUR));
    connector.followUp(OperationKind.REFUND, refund, soon());
    mollie.advance(Duration.ofDays(1));
    String first = settle();
    mollie.treasury().moveSettlement(first, "processing-at-bank");
    mollie.advance(Duration.ofDays(1));
    read();

    assertThat(of(euros, SettlementLine.Type.PAYMENT).gross()).isEqualTo(5000);
    assertThat(of(euros, SettlementLine.Type.PAYMENT).fee()).isPositive();
    assertThat(of(dollars, SettlementLine.Type.PAYMENT))
        .extracting(SettlementLine::currency, SettlementLine::gross, SettlementLine::original)
        .containsExactly(EUR, 3680L, Optional.of(new Original(USD, 4000)));
    assertThat(lines.values())
        .filteredOn(it -> it.subject().equals(Optional.of(refund.reference().id())))
        .extracting(SettlementLine::type, SettlementLine::gross)
        .containsExactly(tuple(SettlementLine.Type.REFUND, -1000L));
    assertThat(requireNonNull(payouts.get(first)).status()).isEqualTo(Status.IN_TRANSIT);
    assertThat(requireNonNull(payouts.get(first)).hasAllLines()).isTrue();
    assertThat(requireNonNull(payouts.get(first)).bankReference()).isPresent();
    assertThat(requireNonNull(payouts.get(first)).amount()).isPositive().isEqualTo(sum(first));
    assertThat(balance()).isZero();

    String chargeback = mollie.payers().chargeBack(disputed);
    mollie.advance(Duration.ofHours(3));
    mollie.payers().reverseChargeback(chargeback);
    mollie.treasury().moveSettlement(first, "failed");
    mollie.treasury().chargeFee(false, "2.50");
    mollie.treasury().correct(false, "-0.30");
    mollie.treasury().reserve(false, "1.00");
    mollie.advance(Duration.ofDays(3));
    read();
    long before = balance();
    String second = settle();
    mollie.advance(Duration.ofHours(3));
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
        .extracting(SettlementLine::subject)
        .containsOnly(Optional.of(euros.reference().id()));
    assertThat(requireNonNull(payouts.get(first)).status()).isEqualTo(Status.FAILED);
    assertThat(requireNonNull(payouts.get(second)).amount()).isEqualTo(before);
    assertThat(requireNonNull(payouts.get(second)).hasAllLines()).isFalse();
    assertThat(balance()).isZero();
  }

  /** Settles the balance of test mode. */
  private String settle() {
    return mollie.treasury().settle().getFirst();
  }

  private long balance() {
    return lines.values().stream().mapToLong(SettlementLine::net).sum();
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

  /** Pays, and returns the payment's id at Mollie. */
  private String pay(AuthorizeRequest request) {
    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.RequiresAction.class);
    String payment = exchanges.findExternalId(request.reference()).orElseThrow();
    mollie.payers().pay(payment, Method.CREDITCARD);
    assertThat(
            connector.resume(
                new ResumeRequest(request, ChallengeResult.RETURNED, Map.of()), soon()))
        .isInstanceOf(Outcome.Approved.class);
    return payment;
  }
}
