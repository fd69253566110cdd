package emulator.stripe;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A SetupIntent of a Checkout Session in its present state. */
final class SetupIntent {
  final String id;
  final boolean live;
  final long created;
  final String clientSecret;
  final Map<String, String> metadata;
  final @Nullable String description;
  @Nullable Customer customer;
  String status = "requires_payment_method";

  /** The payment method that was set up. */
  @Nullable PaymentMethod method;

  /** The payment method of the last attempt, if the attempt failed. */
  @Nullable PaymentMethod failed;

  SetupIntent(
      String id,
      boolean live,
      long created,
      String clientSecret,
      Map<String, String> metadata,
      @Nullable String description) {
    this.id = id;
    this.live = live;
    this.created = created;
    this.clientSecret = clientSecret;
    this.metadata = Map.copyOf(metadata);
    this.description = description;
  }
}
