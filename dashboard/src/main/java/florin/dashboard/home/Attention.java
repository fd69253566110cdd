package florin.dashboard.home;

import florin.alert.Alert;
import florin.alert.AlertKind;
import florin.alert.AlertStore;
import florin.bank.account.ReceivingAccounts;
import florin.bank.matching.UnappliedFunds.Kind;
import florin.bank.matching.UnappliedFunds.Status;
import florin.bank.matching.UnappliedFundsCommands;
import florin.bank.matching.UnappliedFundsStore.UnappliedFundsFilter;
import florin.connector.instance.Instances;
import florin.core.Id.ConnectorId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Page.Count;
import florin.core.Realm;
import florin.dashboard.bank.UnappliedFundsListPages;
import florin.dashboard.checkout.CardTestingPages;
import florin.dashboard.disputes.DisputeListPages;
import florin.dashboard.parts.BankText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.DisputeText;
import florin.dashboard.parts.FigureText;
import florin.dashboard.parts.ObjectPath;
import florin.dashboard.payments.PaymentDetail;
import florin.dashboard.payments.PaymentListPages;
import florin.dashboard.payments.PaymentNeed;
import florin.dashboard.webhooks.WebhookPages;
import florin.dispute.Dispute;
import florin.dispute.DisputeDeadlineStore;
import florin.page.AmountText;
import florin.payment.Payments;
import florin.payment.store.AttemptStore.EndingAuthorization;
import florin.team.Permission;
import florin.team.RefundRequests;
import florin.team.RefundRequests.RefundRequest;
import florin.webhook.WebhookHealth;
import florin.webhook.WebhookHealth.EndpointHealth;
import florin.webhook.WebhookHealth.EndpointState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The conditions on which the viewer can act, each with a link. Every query reads a bounded number
 * of rows.
 */
public final class Attention {
  /** The remaining time below which a capture is listed. */
  static final Duration ENDS_WITHIN = Duration.ofDays(2);

  /** The time by which a delivery may be late before it is listed. */
  private static final Duration LATE = Duration.ofMinutes(10);

  /** The most alerts that are read. */
  private static final int MOST_ALERTS = 200;

  private final AlertStore alerts;
  private final WebhookHealth webhooks;
  private final Instances connectors;
  private final Payments payments;
  private final UnappliedFundsCommands funds;
  private final ReceivingAccounts accounts;
  private final RefundRequests requests;
  private final DisputeDeadlineStore disputes;
  private final InstantSource clock;

  public Attention(
      AlertStore alerts,
      WebhookHealth webhooks,
      Instances connectors,
      Payments payments,
      UnappliedFundsCommands funds,
      ReceivingAccounts accounts,
      Requests waiting,
      InstantSource clock) {
    this.alerts = alerts;
    this.webhooks = webhooks;
    this.connectors = connectors;
    this.payments = payments;
    this.funds = funds;
    this.accounts = accounts;
    this.requests = waiting.refunds;
    this.disputes = waiting.disputes;
    this.clock = clock;
  }

  /** The sources of what waits for a person's decision. */
  public record Requests(RefundRequests refunds, DisputeDeadlineStore disputes) {}

  /**
   * A line of the list.
   *
   * @param tone `bad`, or `wait` if there is time
   * @param path the list of exactly these; empty if there is none
   */
  public record AttentionItem(
      String tone, String words, Optional<String> path, List<AttentionLink> things) {
    static final int SHOWN = 3;

    public List<AttentionLink> first() {
      return things.subList(0, Math.min(SHOWN, things.size()));
    }

    public List<AttentionLink> more() {
      return things.subList(first().size(), things.size());
    }
  }

  /**
   * A link to an object.
   *
   * @param when `until` its deadline, or `since` its beginning
   */
  public record AttentionLink(String words, String path, String when, Optional<Instant> at) {}

  List<AttentionItem> of(DashboardRequest visit) {
    var items = new ArrayList<AttentionItem>();
    List<Dispute> awaited =
        visit.may(Permission.RESPOND_TO_DISPUTES)
            ? disputes.listAwaited(visit.realm(), clock.instant(), MOST_ALERTS)
            : List.of();
    addAlerts(items, visit, awaited);
    addDisputes(items, awaited);
    if (visit.may(Permission.RESEND_EVENTS)) {
      addEndpoints(items, visit.realm());
    }
    if (visit.may(Permission.SEND_LARGE)) {
      addRequests(items, visit.realm());
    }
    if (visit.may(Permission.CAPTURE_PAYMENT)) {
      addCaptures(items, visit.realm());
    }
    if (visit.may(Permission.ASSIGN_RECEIPTS)) {
      addReceipts(items, visit.realm());
    }
    return items;
  }

  /**
   * Adds the alerts.
   *
   * @param awaited disputes that have an item of their own
   */
  private void addAlerts(List<AttentionItem> items, DashboardRequest visit, List<Dispute> awaited) {
    Set<String> listed =
        awaited.stream().map(dispute -> dispute.payment().text()).collect(Collectors.toSet());
    var byKind = new EnumMap<AlertKind, List<Alert>>(AlertKind.class);
    for (Alert alert : alerts.list(visit.realm(), MOST_ALERTS)) {
      if (alert.kind() == AlertKind.PAYMENT_DISPUTED && listed.contains(alert.subject())) {
        continue;
      }
      byKind.computeIfAbsent(alert.kind(), _ -> new ArrayList<>()).add(alert);
    }
    for (Map.Entry<AlertKind, List<Alert>> of : byKind.entrySet()) {
      Optional<String> words = words(of.getKey(), of.getValue().size());
      if (words.isPresent() && visit.may(act(of.getKey()))) {
        items.add(
            new AttentionItem(
                "bad",
                words.get(),
                path(of.getKey()),
                of.getValue().stream().filter(Attention::hasPage).map(this::thing).toList()));
      }
    }
  }

  private static void addDisputes(List<AttentionItem> items, List<Dispute> awaited) {
    if (!awaited.isEmpty()) {
      items.add(
          new AttentionItem(
              "bad",
              counted(awaited.size(), "dispute", "disputes") + " to respond to",
              Optional.of(DisputeListPages.AWAITED_PATH),
              awaited.stream()
                  .map(dispute ->
                      new AttentionLink(
                          DisputeText.brief(dispute),
                          ObjectPath.of(dispute.id()),
                          "until",
                          dispute.state().dueBy()))
                  .toList()));
    }
  }

  /** Returns the permission of those who can do something about an alert. */
  private static Permission act(AlertKind kind) {
    return switch (kind) {
      case KEY_REFUSED, CIRCUIT_OPEN, WEBHOOKS_SILENT -> Permission.VIEW_CONNECTORS;
      case PAYMENT_OVERDUE,
          REFUND_OVERDUE,
          BANK_REFUND_OVERDUE,
          PAYMENT_DISPUTED,
          DISPUTE_LOST,
          DISPUTE_DUE_IN_7_DAYS,
          DISPUTE_DUE_IN_3_DAYS,
          DISPUTE_DUE_IN_1_DAY,
          DISPUTE_WON,
          PROVIDER_DIFFERS ->
          Permission.VIEW_PAYMENTS;
      case SETUP_OVERDUE -> Permission.VIEW_CUSTOMERS;
      case ENDPOINT_FAILING, ENDPOINT_DISABLED -> Permission.RESEND_EVENTS;
      case STATEMENT_MISSING, STATEMENT_REFUSED -> Permission.UPLOAD_STATEMENTS;
      case TRANSFER_DIFFERS -> Permission.REJECT_ORDERS;
      case CARD_TESTING -> Permission.VIEW_PAYMENTS;
      case BACKUP_OVERDUE, CLOCK_OFF -> Permission.MANAGE_SETTINGS;
    };
  }

  /** Returns the list of the objects of such alerts; empty if there is none. */
  private static Optional<String> path(AlertKind kind) {
    return switch (kind) {
      case PAYMENT_DISPUTED -> Optional.of(PaymentListPages.DISPUTED_PATH);
      case PAYMENT_OVERDUE -> Optional.of(PaymentNeed.OVERDUE.path());
      case CARD_TESTING -> Optional.of(CardTestingPages.PATH);
      default -> Optional.empty();
    };
  }

  /**
   * Returns the words; empty for endpoints and deadlines, whose current state is listed, and for
   * good news.
   */
  private static Optional<String> words(AlertKind kind, int count) {
    return switch (kind) {
      case KEY_REFUSED -> Optional.of("API key rejected by the provider:");
      case CIRCUIT_OPEN -> Optional.of("Provider not responding:");
      case WEBHOOKS_SILENT -> Optional.of("No webhooks for a day from");
      case PAYMENT_OVERDUE ->
          Optional.of(counted(count, "payment is", "payments are") + " stuck in processing");
      case SETUP_OVERDUE ->
          Optional.of(
              counted(count, "customer has", "customers have") + " a setup stuck in processing");
      case REFUND_OVERDUE ->
          Optional.of(
              counted(count, "payment has", "payments have") + " a refund pending for ten days");
      case BANK_REFUND_OVERDUE ->
          Optional.of(
              counted(count, "payment has", "payments have")
                  + " a refund by bank transfer pending for ten days");
      case PAYMENT_DISPUTED ->
          Optional.of(counted(count, "payment is disputed", "payments are disputed"));
      case DISPUTE_LOST ->
          Optional.of(counted(count, "dispute was lost", "disputes were lost") + " this week");
      case PROVIDER_DIFFERS ->
          Optional.of(counted(count, "payment differs", "payments differ") + " at the provider");
      case STATEMENT_MISSING -> Optional.of("Bank statement missing before");
      case TRANSFER_DIFFERS -> Optional.of("The bank booked a different amount than requested in");
      case STATEMENT_REFUSED -> Optional.of("Florin rejected bank statements in the folder of");
      case CARD_TESTING ->
          Optional.of("Possible card testing: Florin stops cards of some sources.");
      case BACKUP_OVERDUE ->
          Optional.of("No backup was verified recently. Ask your operator to run ./florin doctor.");
      case CLOCK_OFF ->
          Optional.of(
              "A node has stopped taking payments, because its clock is off. Ask your operator to synchronize it.");
      case ENDPOINT_FAILING,
          ENDPOINT_DISABLED,
          DISPUTE_DUE_IN_7_DAYS,
          DISPUTE_DUE_IN_3_DAYS,
          DISPUTE_DUE_IN_1_DAY,
          DISPUTE_WON ->
          Optional.empty();
    };
  }

  /** Returns whether a page of the dashboard shows the subject, which the words don't link to. */
  private static boolean hasPage(Alert alert) {
    return alert.kind() != AlertKind.CARD_TESTING && !alert.kind().path(alert.subject()).isEmpty();
  }

  private AttentionLink thing(Alert alert) {
    return new AttentionLink(
        name(alert), HomePage.PATH + alert.kind().path(alert.subject()), "", Optional.empty());
  }

  /** Returns the name of the subject, or its id if it has none. */
  private String name(Alert alert) {
    Optional<String> connector =
        ConnectorId.KIND
            .parse(alert.subject())
            .flatMap(id -> connectors.find(alert.realm(), id))
            .map(found -> found.instance().provider().name());
    Optional<String> account =
        ReceivingAccountId.KIND
            .parse(alert.subject())
            .flatMap(id -> accounts.find(alert.realm(), id))
            .map(BankText::account);
    return connector.or(() -> account).orElse(alert.subject());
  }

  private void addEndpoints(List<AttentionItem> items, Realm realm) {
    List<EndpointHealth> endpoints = webhooks.listEndpoints(realm);
    Instant late = clock.instant().minus(LATE);
    add(
        items,
        "bad",
        "Webhook deliveries are failing:",
        endpoints.stream()
            .filter(endpoint -> endpoint.state() == EndpointState.FAILING)
            .map(endpoint -> thing(endpoint, endpoint.failingSince())));
    add(
        items,
        "bad",
        "Webhook endpoints that Florin disabled:",
        endpoints.stream()
            .filter(EndpointHealth::isDisabledByUs)
            .map(endpoint -> thing(endpoint, Optional.empty())));
    add(
        items,
        "wait",
        "Webhook deliveries are delayed:",
        endpoints.stream()
            .filter(endpoint -> endpoint.state() == EndpointState.ENABLED)
            .filter(endpoint -> endpoint.oldestDue().filter(late::isAfter).isPresent())
            .map(endpoint -> thing(endpoint, endpoint.oldestDue())));
  }

  private static void add(
      List<AttentionItem> items, String tone, String words, Stream<AttentionLink> things) {
    List<AttentionLink> all = things.toList();
    if (!all.isEmpty()) {
      items.add(new AttentionItem(tone, words, Optional.empty(), all));
    }
  }

  private static AttentionLink thing(EndpointHealth endpoint, Optional<Instant> since) {
    return new AttentionLink(
        endpoint.url(), WebhookPages.PATH + "/" + endpoint.id(), "since", since);
  }

  private void addRequests(List<AttentionItem> items, Realm realm) {
    List<RefundRequest> open = requests.listOpen(realm, MOST_ALERTS);
    add(
        items,
        "wait",
        counted(open.size(), "refund", "refunds") + " to approve:",
        open.stream()
            .map(request ->
                new AttentionLink(
                    AmountText.of(request.amount()) + ", requested by " + request.asker(),
                    PaymentDetail.path(request.payment()),
                    "until",
                    Optional.of(request.expires()))));
  }

  private void addCaptures(List<AttentionItem> items, Realm realm) {
    List<EndingAuthorization> ending =
        payments.listEnding(realm, clock.instant().plus(ENDS_WITHIN));
    if (!ending.isEmpty()) {
      items.add(
          new AttentionItem(
              "wait",
              counted(ending.size(), "payment", "payments") + " to capture within 48 hours",
              Optional.of(PaymentNeed.CAPTURE_WITHIN_48H.path()),
              ending.stream()
                  .limit(MOST_ALERTS)
                  .map(one ->
                      new AttentionLink(
                          AmountText.of(one.capturable()),
                          PaymentDetail.path(one.payment()),
                          "until",
                          Optional.of(one.expires())))
                  .toList()));
    }
  }

  private void addReceipts(List<AttentionItem> items, Realm realm) {
    Count open = funds.count(realm, UnappliedFundsFilter.of(Kind.UNMATCHED, Status.OPEN));
    if (open.atLeast() > 0) {
      items.add(
          new AttentionItem(
              "wait",
              open.text()
                  + (open.atLeast() == 1 ? " unmatched transfer" : " unmatched transfers")
                  + " to assign",
              Optional.of(UnappliedFundsListPages.UNMATCHED.path()),
              List.of()));
    }
  }

  private static String counted(int count, String one, String many) {
    return FigureText.count(count) + " " + (count == 1 ? one : many);
  }
}
