package florin.cli;

import florin.cli.Trigger.ApiCall;
import florin.event.EventType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The actions of a payer's bank in test mode for a payment by bank transfer. Each trigger creates
 * the payment first. `{0}` is the payment, and `{1}` is the statement with the transfer.
 */
enum TransferTrigger {
  EXACT(EventType.PAYMENT_SUCCEEDED, transfer("exact")),
  SHORT(EventType.PAYMENT_UPDATED, transfer("short")),
  SPLIT(EventType.PAYMENT_SUCCEEDED, part(400), part(600)),
  OVER(EventType.CUSTOMER_CREDIT_CREATED, transfer("over"), findCredit()),
  DOUBLED(EventType.CUSTOMER_CREDIT_CREATED, transfer("exact"), transfer("exact"), findCredit()),
  LATE(
      EventType.CUSTOMER_CREDIT_CREATED,
      ApiCall.post("/v2/payments/{0}/cancel", Map.of()),
      transfer("exact"),
      findCredit()),
  RETURNED(
      EventType.REFUND_CREATED,
      transfer("exact"),
      transfer("returned"),
      ApiCall.find("/v2/refunds?payment={0}", Map.of())),
  UNREFERENCED(
      EventType.UNMATCHED_TRANSFER_CREATED,
      transfer("unreferenced"),
      ApiCall.find("/v2/bank_entries?bank_statement={1}", Map.of()),
      ApiCall.find("/v2/unmatched_transfers", Map.of("bank_entry", "{2}")));

  private final EventType type;

  @SuppressWarnings("ImmutableEnumChecker") // an immutable copy by List.copyOf
  private final List<ApiCall> calls;

  TransferTrigger(EventType type, ApiCall... calls) {
    this.type = type;
    var all = new ArrayList<ApiCall>();
    all.add(
        ApiCall.post(
            "/v2/payments",
            Map.of(
                "amount",
                1000,
                "currency",
                "eur",
                "description",
                "Triggered",
                "payment_method",
                Map.of("type", "bank_transfer"))));
    all.addAll(List.of(calls));
    this.calls = List.copyOf(all);
  }

  List<ApiCall> calls() {
    return calls;
  }

  /** Returns the trigger, for example `bank_transfer.short`. */
  Trigger trigger() {
    return new Trigger("bank_transfer." + name().toLowerCase(Locale.ROOT), type, calls());
  }

  private static ApiCall transfer(String kind) {
    return ApiCall.post("/v2/test/bank_transfers", Map.of("payment", "{0}", "kind", kind));
  }

  private static ApiCall part(int amount) {
    return ApiCall.post("/v2/test/bank_transfers", Map.of("payment", "{0}", "amount", amount));
  }

  private static ApiCall findCredit() {
    return ApiCall.find("/v2/customer_credits?payment={0}", Map.of());
  }
}
