package emulator.stripe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A PaymentIntent in its present state. */
final class Intent {
  final String id;
  final Session session;
  final long created;
  final String clientSecret;
  Map<String, String> metadata;
  @Nullable String description;
  String status = "requires_payment_method";
  long capturable;
  long received;
  final List<Charge> charges = new ArrayList<>();
  @Nullable Card lastError;
  @Nullable Long canceledAt;
  @Nullable String cancellationReason;

  Intent(String id, Session session, long created, String clientSecret) {
    this.id = id;
    this.session = session;
    this.created = created;
    this.clientSecret = clientSecret;
    this.metadata = session.terms.intentMetadata();
    this.description = session.terms.labels().description();
  }

  long amount() {
    return session.terms.amount();
  }

  String currency() {
    return session.terms.currency();
  }

  @Nullable Charge latestCharge() {
    return charges.isEmpty() ? null : charges.getLast();
  }

  /** Returns the charge that paid the intent. */
  Charge charge() {
    return charges.getLast();
  }
}
