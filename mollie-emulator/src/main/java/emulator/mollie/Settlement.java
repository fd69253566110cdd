package emulator.mollie;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A transfer of the available amount to the merchant's bank account. */
final class Settlement {
  final String id;
  final String reference;
  final boolean live;
  final Instant created;
  final long amount;

  /** The transactions that the settlement pays out, without its own. */
  final List<BalanceTransaction> transactions = new ArrayList<>();

  /** `pending`, `processing-at-bank`, `paidout` or `failed`. */
  String status = "pending";

  @Nullable Instant settledAt;

  Settlement(String id, String reference, boolean live, Instant created, long amount) {
    this.id = id;
    this.reference = reference;
    this.live = live;
    this.created = created;
    this.amount = amount;
  }

  boolean isOpen() {
    return status.equals("pending") || status.equals("processing-at-bank");
  }

  /** Returns whether the status can follow. A bank can also return a settlement that was paid. */
  boolean canBecome(String next) {
    return switch (next) {
      case "processing-at-bank" -> status.equals("pending");
      case "paidout" -> isOpen();
      case "failed" -> isOpen() || status.equals("paidout");
      default -> false;
    };
  }
}
