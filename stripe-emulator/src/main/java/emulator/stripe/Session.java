package emulator.stripe;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A Checkout Session in its present state. The terms never change. */
final class Session {
  final String id;
  final boolean live;
  final long created;
  final Terms terms;
  final String url;
  String status = "open";
  @Nullable Intent intent;
  @Nullable Card card;

  /**
   * The terms that the session was created with.
   *
   * @param expiresAt in seconds
   */
  record Terms(
      long amount,
      String currency,
      boolean manual,
      long expiresAt,
      Links links,
      Labels labels,
      Map<String, String> metadata,
      Map<String, String> intentMetadata) {
    Terms {
      metadata = Map.copyOf(metadata);
      intentMetadata = Map.copyOf(intentMetadata);
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
}
