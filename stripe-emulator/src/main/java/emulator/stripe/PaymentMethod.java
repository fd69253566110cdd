package emulator.stripe;

import org.jspecify.annotations.Nullable;

/** A payer's card or bank account in its present state. */
final class PaymentMethod {
  final String id;
  final boolean live;
  final long created;
  final Card card;
  final String email;

  /** The card whose effect later charges have: this one, until the issuer decides otherwise. */
  Card outcome;

  /** The customer, while the payment method is attached. */
  @Nullable Customer customer;

  /** Whether the payer agreed to charges without them, and passed the issuer's checks for them. */
  boolean setUp;

  PaymentMethod(String id, boolean live, long created, Card card, String email) {
    this.id = id;
    this.live = live;
    this.created = created;
    this.card = card;
    this.outcome = card;
    this.email = email;
  }
}
