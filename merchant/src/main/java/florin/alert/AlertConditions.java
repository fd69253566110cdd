package florin.alert;

import florin.bank.intake.BankStatementStore;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.connector.instance.InstanceStore;
import florin.core.Id.WebhookEndpointId;
import florin.db.Db;
import florin.payment.store.AttentionStore;
import florin.payment.store.AttentionStore.OverduePayment;
import florin.payment.store.AttentionStore.PaymentOfRealm;
import florin.webhook.WebhookEndpoint.Status;
import florin.webhook.WebhookEndpointStore;
import java.time.Instant;
import java.util.List;

/** The conditions for alerts that the database reveals, from the stores of the affected objects. */
public record AlertConditions(
    AttentionStore payments,
    InstanceStore connectors,
    WebhookEndpointStore endpoints,
    BankStatementStore statements,
    OutgoingTransferStore transfers) {
  public static AlertConditions of(Db db) {
    return new AlertConditions(
        new AttentionStore(db),
        new InstanceStore(db),
        new WebhookEndpointStore(db),
        new BankStatementStore(db),
        new OutgoingTransferStore(db));
  }

  /** Returns an alert for each payment with an operation or refund that is open for too long. */
  List<Alert> listOverdue(Instant refundsBefore, Instant othersBefore, int most) {
    return payments.listOverdue(refundsBefore, othersBefore, most).stream()
        .map(overdue -> new Alert(overdue.realm(), kind(overdue), overdue.payment().text()))
        .toList();
  }

  private static AlertKind kind(OverduePayment overdue) {
    if (!overdue.isRefund()) {
      return AlertKind.PAYMENT_OVERDUE;
    }
    return overdue.isByBank() ? AlertKind.BANK_REFUND_OVERDUE : AlertKind.REFUND_OVERDUE;
  }

  List<Alert> listDisputed(int most) {
    return of(payments.listDisputed(most), AlertKind.PAYMENT_DISPUTED);
  }

  /** Returns the payments for which the provider has moved another amount than they record. */
  List<Alert> listDifferingAtProvider(int most) {
    return of(payments.listDifferingAtProvider(most), AlertKind.PROVIDER_DIFFERS);
  }

  /** Returns the payments whose disputes were lost since a time. */
  List<Alert> listLost(Instant since, int most) {
    return of(payments.listLost(since, most), AlertKind.DISPUTE_LOST);
  }

  private static List<Alert> of(List<PaymentOfRealm> payments, AlertKind kind) {
    return payments.stream()
        .map(payment -> new Alert(payment.realm(), kind, payment.id().text()))
        .toList();
  }

  /**
   * Returns endpoints that Florin has disabled, and those that have failed since before a time.
   *
   * @param failures the least number of failures
   */
  List<Alert> listEndpoints(Instant since, int failures, int most) {
    return endpoints.listFailing(since, failures, most).stream()
        .map(endpoint ->
            new Alert(
                endpoint.realm(),
                endpoint.status() == Status.DISABLED
                    ? AlertKind.ENDPOINT_DISABLED
                    : AlertKind.ENDPOINT_FAILING,
                endpoint.id().text()))
        .toList();
  }

  /** Returns the subject for people: the URL of a webhook endpoint, or otherwise the id. */
  String name(Alert alert) {
    return WebhookEndpointId.KIND
        .parse(alert.subject())
        .flatMap(endpoint -> endpoints.find(alert.realm(), endpoint))
        .map(endpoint -> withoutQuery(endpoint.target().url()))
        .orElse(alert.subject());
  }

  /** Omits the query of a URL, which may contain a secret. */
  private static String withoutQuery(String url) {
    int query = url.indexOf('?');
    return query < 0 ? url : url.substring(0, query);
  }

  /** Returns connectors with a request between these times and no provider webhook since. */
  List<Alert> listSilent(Instant from, Instant to, int most) {
    return connectors.listSilent(from, to, most).stream()
        .map(silent -> new Alert(silent.realm(), AlertKind.WEBHOOKS_SILENT, silent.id().text()))
        .toList();
  }

  /** Returns statements that arrived between these times and do not continue the previous one. */
  List<Alert> listGaps(Instant from, Instant to, int most) {
    return statements.listGaps(from, to, most).stream()
        .map(gap -> new Alert(gap.realm(), AlertKind.STATEMENT_MISSING, gap.statement().text()))
        .toList();
  }

  /** Returns payment files for which the bank has booked another amount of a transfer. */
  List<Alert> listDiffering(int most) {
    return transfers.listFilesThatDiffer(most).stream()
        .map(file -> new Alert(file.realm(), AlertKind.TRANSFER_DIFFERS, file.id().text()))
        .toList();
  }
}
