package florin.alert;

import florin.bank.imports.BankStatementStore;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.brake.BrakeStore;
import florin.connector.instance.InstanceStore;
import florin.connector.instance.RealmConnectors.ConnectorHealth;
import florin.core.Id;
import florin.db.Db;
import florin.dispute.DisputeDeadlineStore;
import florin.dispute.DisputeDeadlineStore.DisputeOfRealm;
import florin.payment.store.AttentionStore;
import florin.payment.store.AttentionStore.OverduePayment;
import florin.payment.store.AttentionStore.PaymentOfRealm;
import florin.webhook.WebhookEndpoint.Status;
import florin.webhook.WebhookEndpointStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * All checks for alerts. {@link Alerts} runs them and stores what they find. The mails, the home
 * page, the doctor and the metrics show the stored alerts.
 */
public final class AlertChecks {
  /** The longest time for which an outcome may be unknown. */
  static final Duration OVERDUE = Duration.ofHours(1);

  /** The longest time of a refund by bank transfer, for which banks take days. */
  static final Duration OVERDUE_REFUND = Duration.ofDays(10);

  private static final Duration SILENCE = Duration.ofDays(1);

  /** The time within which a provider need not have sent a webhook about a request. */
  private static final Duration NOT_YET = Duration.ofHours(1);

  /**
   * The time and the number of failures after which a failing endpoint raises an alert. A restart
   * of its server does not.
   */
  static final Duration ENDPOINT_FAILING = Duration.ofMinutes(30);

  private static final int ENDPOINT_FAILURES = 3;

  /**
   * The time after which a missing statement raises an alert: banks deliver once a day, and
   * sometimes out of order.
   */
  static final Duration STATEMENT_MISSING = Duration.ofHours(24);

  /**
   * The time after which the alert of a missing statement ends, because the bank will no longer
   * deliver it.
   */
  static final Duration STATEMENT_GIVEN_UP = Duration.ofDays(30);

  /** The duration of the alert about a decided dispute. */
  static final Duration DISPUTE_DECIDED = Duration.ofDays(7);

  /** The most alerts of each check. */
  private static final int MOST = 100;

  private AlertChecks() {}

  /** Returns the checks of the database, with the same result on every node. */
  public static List<AlertCheck> ofDatabase(Db db) {
    var payments = new AttentionStore(db);
    var disputes = new DisputeDeadlineStore(db);
    var connectors = new InstanceStore(db);
    var endpoints = new WebhookEndpointStore(db);
    var statements = new BankStatementStore(db);
    var transfers = new OutgoingTransferStore(db);
    var brakes = new BrakeStore(db);
    return List.of(
        AlertCheck.of(
            Set.of(
                AlertKind.PAYMENT_OVERDUE,
                AlertKind.SETUP_OVERDUE,
                AlertKind.REFUND_OVERDUE,
                AlertKind.BANK_REFUND_OVERDUE),
            now -> payments.listOverdue(now.minus(OVERDUE_REFUND), now.minus(OVERDUE), MOST),
            overdue -> new Alert(overdue.realm(), kind(overdue), subject(overdue).text())),
        ofPayments(AlertKind.PAYMENT_DISPUTED, _ -> payments.listDisputed(MOST)),
        ofPayments(AlertKind.PROVIDER_DIFFERS, _ -> payments.listDifferingAtProvider(MOST)),
        ofPayments(
            AlertKind.DISPUTE_LOST, now -> payments.listLost(now.minus(DISPUTE_DECIDED), MOST)),
        ofDisputes(
            AlertKind.DISPUTE_DUE_IN_7_DAYS,
            now -> disputes.listDue(now, Duration.ofDays(3), Duration.ofDays(7), MOST)),
        ofDisputes(
            AlertKind.DISPUTE_DUE_IN_3_DAYS,
            now -> disputes.listDue(now, Duration.ofDays(1), Duration.ofDays(3), MOST)),
        ofDisputes(
            AlertKind.DISPUTE_DUE_IN_1_DAY,
            now -> disputes.listDue(now, Duration.ZERO, Duration.ofDays(1), MOST)),
        ofDisputes(
            AlertKind.DISPUTE_WON, now -> disputes.listWon(now.minus(DISPUTE_DECIDED), MOST)),
        AlertCheck.of(
            Set.of(AlertKind.WEBHOOKS_SILENT),
            now -> connectors.listSilent(now.minus(SILENCE), now.minus(NOT_YET), MOST),
            silent -> new Alert(silent.realm(), AlertKind.WEBHOOKS_SILENT, silent.id().text())),
        AlertCheck.of(
            Set.of(AlertKind.ENDPOINT_FAILING, AlertKind.ENDPOINT_DISABLED),
            now -> endpoints.listFailing(now.minus(ENDPOINT_FAILING), ENDPOINT_FAILURES, MOST),
            endpoint ->
                new Alert(
                    endpoint.realm(),
                    endpoint.status() == Status.DISABLED
                        ? AlertKind.ENDPOINT_DISABLED
                        : AlertKind.ENDPOINT_FAILING,
                    endpoint.id().text())),
        AlertCheck.of(
            Set.of(AlertKind.STATEMENT_MISSING),
            now ->
                statements.listGaps(
                    now.minus(STATEMENT_GIVEN_UP), now.minus(STATEMENT_MISSING), MOST),
            gap -> new Alert(gap.realm(), AlertKind.STATEMENT_MISSING, gap.statement().text())),
        AlertCheck.of(
            Set.of(AlertKind.TRANSFER_DIFFERS),
            _ -> transfers.listFilesThatDiffer(MOST),
            file -> new Alert(file.realm(), AlertKind.TRANSFER_DIFFERS, file.id().text())),
        AlertCheck.of(
            Set.of(AlertKind.CARD_TESTING), _ -> brakes.listClosed(MOST), Alert::ofBrakes));
  }

  /** Returns the object whose page shows it: a setup is shown on that of its customer. */
  private static Id subject(OverduePayment overdue) {
    return overdue.customerOfSetup().<Id>map(customer -> customer).orElse(overdue.payment());
  }

  private static AlertKind kind(OverduePayment overdue) {
    if (overdue.customerOfSetup().isPresent()) {
      return AlertKind.SETUP_OVERDUE;
    }
    if (!overdue.isRefund()) {
      return AlertKind.PAYMENT_OVERDUE;
    }
    return overdue.isByBank() ? AlertKind.BANK_REFUND_OVERDUE : AlertKind.REFUND_OVERDUE;
  }

  private static AlertCheck ofPayments(
      AlertKind kind, Function<Instant, List<PaymentOfRealm>> found) {
    return AlertCheck.of(
        Set.of(kind), found, payment -> new Alert(payment.realm(), kind, payment.id().text()));
  }

  private static AlertCheck ofDisputes(
      AlertKind kind, Function<Instant, List<DisputeOfRealm>> found) {
    return AlertCheck.of(
        Set.of(kind), found, dispute -> new Alert(dispute.realm(), kind, dispute.id().text()));
  }

  /** Returns the check of the responses of providers, as this node sees them. */
  public static AlertCheck ofConnectors(Supplier<List<ConnectorHealth>> health) {
    return new AlertCheck(
        Set.of(AlertKind.KEY_REFUSED, AlertKind.CIRCUIT_OPEN),
        _ -> health.get().stream().flatMap(AlertChecks::of).toList());
  }

  private static Stream<Alert> of(ConnectorHealth health) {
    return Stream.of(AlertKind.KEY_REFUSED, AlertKind.CIRCUIT_OPEN)
        .filter(
            kind -> kind == AlertKind.KEY_REFUSED ? health.isKeyRefused() : health.isCircuitOpen())
        .map(kind -> new Alert(health.realm(), kind, health.name().id()));
  }

  /**
   * Returns the check of statements that wait for a person in this node's folder.
   *
   * @param refused an alert for each account with such statements
   */
  public static AlertCheck ofStatements(Supplier<Stream<Alert>> refused) {
    return new AlertCheck(
        Set.of(AlertKind.STATEMENT_REFUSED), _ -> refused.get().limit(MOST).toList());
  }

  public static AlertCheck ofBackups(BooleanSupplier isOverdue) {
    return ofInstallation(Alert.ofBackups(), isOverdue);
  }

  public static AlertCheck ofClock(BooleanSupplier isOff) {
    return ofInstallation(Alert.ofClock(), isOff);
  }

  private static AlertCheck ofInstallation(Alert alert, BooleanSupplier holds) {
    return new AlertCheck(
        Set.of(alert.kind()), _ -> holds.getAsBoolean() ? List.of(alert) : List.of());
  }
}
