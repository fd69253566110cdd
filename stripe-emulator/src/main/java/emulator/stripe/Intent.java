package emulator.stripe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A PaymentIntent in its present state. */
final class Intent {
  final String id;
  final long created;
  final String clientSecret;
  final Terms terms;

  /** The session, or null if the API created the intent. */
  final @Nullable Session session;

  Map<String, String> metadata;
  @Nullable String description;
  @Nullable Customer customer;
  String status = "requires_payment_method";
  long capturable;
  long received;
  final List<Charge> charges = new ArrayList<>();

  @Nullable Failure failed;

  @Nullable Long canceledAt;
  @Nullable String cancellationReason;

  /**
   * The terms that the intent was created with. They never change.
   *
   * @param usage `off_session` or `on_session`, if the payment method is saved
   * @param descriptorSuffix the end of the text on the payer's statement
   */
  record Terms(
      boolean live,
      long amount,
      String currency,
      boolean manual,
      @Nullable String usage,
      @Nullable String descriptorSuffix) {}

  /**
   * The failure of the last attempt.
   *
   * @param outcome the card whose effect the attempt had
   */
  record Failure(PaymentMethod method, Card outcome) {}

  /** An intent of a session. */
  Intent(String id, Session session, long created, String clientSecret) {
    this(
        id,
        created,
        clientSecret,
        session,
        new Terms(
            session.live,
            session.terms.amount(),
            session.terms.currency(),
            session.terms.manual(),
            session.terms.saving().usage(),
            null));
    this.metadata = session.terms.intentMetadata();
    this.description = session.terms.labels().description();
    this.customer = session.customer;
  }

  Intent(String id, long created, String clientSecret, @Nullable Session session, Terms terms) {
    this.id = id;
    this.created = created;
    this.clientSecret = clientSecret;
    this.session = session;
    this.terms = terms;
    this.metadata = Map.of();
  }

  boolean live() {
    return terms.live();
  }

  long amount() {
    return terms.amount();
  }

  String currency() {
    return terms.currency();
  }

  /** Returns the reference for the ledger: the one that the client gave. */
  String reference() {
    if (session != null) {
      return session.reference();
    }
    return metadata.values().stream().sorted().findFirst().orElse(id);
  }

  @Nullable Charge latestCharge() {
    return charges.isEmpty() ? null : charges.getLast();
  }

  /** Returns the charge that paid the intent. */
  Charge charge() {
    return charges.getLast();
  }

  /** Returns the payment method, or null before the first attempt and after a failed one. */
  @Nullable PaymentMethod method() {
    return charges.isEmpty() || failed != null ? null : charges.getLast().method;
  }
}
