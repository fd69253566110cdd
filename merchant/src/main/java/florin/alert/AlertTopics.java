package florin.alert;

import florin.bank.account.ReceivingAccountStore;
import florin.bank.imports.BankStatementStore;
import florin.connector.ProviderDispute;
import florin.connector.instance.InstanceStore;
import florin.core.Id.BankStatementId;
import florin.core.Id.ConnectorId;
import florin.core.Id.DisputeId;
import florin.core.Id.PaymentFileId;
import florin.core.Id.PaymentId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.db.Db;
import florin.dispute.Dispute.State;
import florin.dispute.DisputeStore;
import florin.mail.Letter.Fact;
import florin.page.AmountText;
import florin.payment.machine.Payment;
import florin.webhook.Delivery.DeliveryAttempt;
import florin.webhook.WebhookEndpoint;
import florin.webhook.WebhookEndpoint.DisabledReason;
import florin.webhook.WebhookEndpointStore;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;

/** Describes the objects of alerts, for people who don't know them by their ids. */
public final class AlertTopics {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("MMMM d, yyyy, HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("MMMM d, yyyy", Locale.ENGLISH);

  private final InstanceStore connectors;
  private final DisputeStore disputes;
  private final WebhookEndpointStore endpoints;
  private final BankStatementStore statements;
  private final ReceivingAccountStore accounts;
  private final BiFunction<Realm, PaymentId, Optional<Payment>> payments;
  private final BiFunction<Realm, WebhookEndpointId, Optional<DeliveryAttempt>> failures;

  /**
   * Creates the descriptions.
   *
   * @param payments finds a payment
   * @param failures finds the last failed attempt of an endpoint
   */
  public AlertTopics(
      Db db,
      BiFunction<Realm, PaymentId, Optional<Payment>> payments,
      BiFunction<Realm, WebhookEndpointId, Optional<DeliveryAttempt>> failures) {
    this.connectors = new InstanceStore(db);
    this.disputes = new DisputeStore(db);
    this.endpoints = new WebhookEndpointStore(db);
    this.statements = new BankStatementStore(db);
    this.accounts = new ReceivingAccountStore(db);
    this.payments = payments;
    this.failures = failures;
  }

  /**
   * The object of an alert.
   *
   * @param name for the title of the alert; the id if the object is gone
   */
  record Topic(String name, List<Fact> facts) {
    Topic {
      facts = List.copyOf(facts);
    }
  }

  /**
   * Describes the object of an alert.
   *
   * @param since the time at which the alert began
   */
  Topic of(Alert alert, Instant since) {
    Realm realm = alert.realm();
    String subject = alert.subject();
    return payment(realm, subject, since)
        .or(() -> dispute(realm, subject, since))
        .or(() -> endpoint(realm, subject, since))
        .or(() -> connector(realm, subject, since))
        .or(() -> statement(realm, subject, since))
        .or(() -> account(realm, subject, since))
        .or(() -> file(subject, since))
        .orElseGet(() -> new Topic(subject, List.of(since(since))));
  }

  private Optional<Topic> payment(Realm realm, String subject, Instant since) {
    return PaymentId.KIND
        .parse(subject)
        .flatMap(id -> payments.apply(realm, id))
        .map(payment -> new Topic(AmountText.of(payment.terms().amount()), facts(payment, since)));
  }

  private static List<Fact> facts(Payment payment, Instant since) {
    var facts = new ArrayList<Fact>();
    facts.add(new Fact("Amount", AmountText.of(payment.terms().amount())));
    payment.terms().description().ifPresent(words -> facts.add(new Fact("Description", words)));
    payment.terms().receiptEmail().ifPresent(email -> facts.add(new Fact("Payer", email)));
    facts.add(new Fact("Payment", payment.id().text()));
    Optional<ProviderDispute> dispute = payment.findDispute();
    dispute.ifPresent(it -> facts.add(new Fact("Reason", it.reason().replace('_', ' '))));
    dispute
        .filter(ProviderDispute::isOpen)
        .flatMap(ProviderDispute::dueBy)
        .ifPresent(due -> facts.add(new Fact("Respond by", TIME.format(due))));
    facts.add(since(since));
    return facts;
  }

  private Optional<Topic> dispute(Realm realm, String subject, Instant since) {
    return DisputeId.KIND
        .parse(subject)
        .flatMap(id -> disputes.find(realm, id))
        .map(dispute -> {
          State state = dispute.state();
          String amount = state.amount().map(AmountText::of).orElse(subject);
          var facts = new ArrayList<Fact>();
          facts.add(new Fact("Amount", amount));
          facts.add(new Fact("Reason", state.reason().replace('_', ' ')));
          state
              .dueBy()
              .filter(_ -> !dispute.status().isClosed())
              .ifPresent(due -> facts.add(new Fact("Respond by", TIME.format(due))));
          facts.add(new Fact("Payment", dispute.payment().text()));
          facts.add(since(since));
          return new Topic(amount, facts);
        });
  }

  private Optional<Topic> endpoint(Realm realm, String subject, Instant since) {
    return WebhookEndpointId.KIND
        .parse(subject)
        .flatMap(id -> endpoints.find(realm, id))
        .map(endpoint -> {
          String url = withoutQuery(endpoint.target().url());
          return new Topic(url.replaceFirst("^https?://", ""), facts(endpoint, url, since));
        });
  }

  private List<Fact> facts(WebhookEndpoint endpoint, String url, Instant since) {
    var facts = new ArrayList<Fact>();
    facts.add(new Fact("Endpoint", url));
    endpoint
        .disabledReason()
        .map(AlertTopics::cause)
        .ifPresent(why -> facts.add(new Fact("Reason", why)));
    facts.add(new Fact("Failing since", TIME.format(endpoint.failingSince().orElse(since))));
    failures
        .apply(endpoint.realm(), endpoint.id())
        .ifPresent(last -> facts.add(new Fact("Last response", last.text())));
    return facts;
  }

  private static String cause(DisabledReason reason) {
    return switch (reason) {
      case GONE -> "It returned 410 Gone";
      case FAILING -> "Every delivery failed for five days";
      case REQUESTED -> "A person turned it off";
    };
  }

  /** Omits the query of a URL, which may contain a secret. */
  private static String withoutQuery(String url) {
    int query = url.indexOf('?');
    return query < 0 ? url : url.substring(0, query);
  }

  private Optional<Topic> connector(Realm realm, String subject, Instant since) {
    return ConnectorId.KIND
        .parse(subject)
        .flatMap(id -> connectors.find(realm, id))
        .map(connector -> {
          String name = connector.provider().name();
          return new Topic(name, List.of(new Fact("Connector", name), since(since)));
        });
  }

  private Optional<Topic> statement(Realm realm, String subject, Instant since) {
    return BankStatementId.KIND
        .parse(subject)
        .flatMap(id -> statements.find(realm, id))
        .flatMap(statement ->
            account(realm, statement.account().text(), since)
                .map(account -> {
                  var facts = new ArrayList<>(account.facts());
                  facts.add(1, new Fact("Missing before", DAY.format(statement.statedOn())));
                  return new Topic(account.name(), facts);
                }));
  }

  private Optional<Topic> account(Realm realm, String subject, Instant since) {
    return ReceivingAccountId.KIND
        .parse(subject)
        .flatMap(id -> accounts.find(realm, id))
        .map(account -> {
          String iban = account.details().iban().formatted();
          return new Topic(iban, List.of(new Fact("Account", iban), since(since)));
        });
  }

  private static Optional<Topic> file(String subject, Instant since) {
    return PaymentFileId.KIND
        .parse(subject)
        .map(id -> new Topic(subject, List.of(new Fact("Payment file", subject), since(since))));
  }

  private static Fact since(Instant time) {
    return new Fact("Since", TIME.format(time));
  }
}
