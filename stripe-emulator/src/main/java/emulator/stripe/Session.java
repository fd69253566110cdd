package emulator.stripe;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A Checkout Session in its present state. The terms never change. */
final class Session {
  /** The name of every payer. */
  static final String PAYER = "Jenny Rosen";

  final String id;
  final boolean live;
  final long created;
  final Terms terms;
  final String url;
  String status = "open";
  @Nullable Customer customer;
  @Nullable Intent intent;
  @Nullable SetupIntent setup;
  @Nullable Card card;

  /**
   * The terms that the session was created with.
   *
   * @param amount 0 in the mode `setup`
   * @param currency empty in the mode `setup`
   * @param expiresAt in seconds
   */
  record Terms(
      long amount,
      String currency,
      boolean manual,
      long expiresAt,
      Links links,
      Labels labels,
      Saving saving,
      Map<String, String> metadata,
      Map<String, String> intentMetadata) {
    Terms {
      metadata = Map.copyOf(metadata);
      intentMetadata = Map.copyOf(intentMetadata);
    }
  }

  /**
   * What is saved of the payer.
   *
   * @param setup whether the mode is `setup`
   * @param createsCustomer whether the page creates a customer
   * @param usage `off_session` or `on_session`, if a payment saves the payment method
   * @param setupDescription for the SetupIntent
   * @param setupMetadata for the SetupIntent
   */
  record Saving(
      boolean setup,
      boolean createsCustomer,
      @Nullable String usage,
      @Nullable String setupDescription,
      Map<String, String> setupMetadata) {
    Saving {
      setupMetadata = Map.copyOf(setupMetadata);
    }
  }

  record Links(String success, @Nullable String cancel) {}

  /**
   * @param itemName of the first line item
   */
  record Labels(
      @Nullable String clientReference,
      @Nullable String description,
      @Nullable String customerEmail,
      @Nullable String locale,
      String itemName) {}

  Session(String id, boolean live, long created, String url, Terms terms) {
    this.id = id;
    this.live = live;
    this.created = created;
    this.url = url;
    this.terms = terms;
  }

  /** Returns the reference for the ledger: the one that the client gave. */
  String reference() {
    String reference = terms.labels().clientReference();
    if (reference != null) {
      return reference;
    }
    return terms.intentMetadata().values().stream().sorted().findFirst().orElse(id);
  }

  /** Returns the payer's email address. */
  String email() {
    String given = terms.labels().customerEmail();
    if (given == null && customer != null) {
      given = customer.email;
    }
    return given == null ? "jenny@example.com" : given;
  }
}
