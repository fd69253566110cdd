package florin.connector.stripe;

import florin.connector.SettlementLine;
import florin.connector.SettlementLine.Original;
import florin.connector.SettlementListing.ReportedPayout;
import florin.connector.SettlementListing.ReportedPayout.Status;
import florin.connector.remote.RemoteObject;
import florin.core.Currency;
import florin.core.Id;
import florin.core.Id.AttemptId;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The reading of Stripe's balance transactions and payouts. Sources: Stripe, "Balance transaction
 * types" and "Reporting categories". The category divides the type `adjustment` and some refunds.
 */
final class StripeLines {
  private static final Map<String, SettlementLine.Type> CATEGORIES =
      Map.of(
          "dispute", SettlementLine.Type.DISPUTE,
          "dispute_reversal", SettlementLine.Type.DISPUTE,
          "fee", SettlementLine.Type.FEE,
          "network_cost", SettlementLine.Type.FEE,
          "tax", SettlementLine.Type.FEE,
          "refund_failure", SettlementLine.Type.REFUND_FAILURE,
          // The rest of an authorization of which a part was captured: it was never paid.
          "partial_capture_reversal", SettlementLine.Type.PAYMENT,
          "charge_failure", SettlementLine.Type.PAYMENT,
          "risk_reserved_funds", SettlementLine.Type.RESERVE);

  private static final Set<String> RESERVES =
      Set.of(
          "reserve_transaction",
          "reserved_funds",
          "reserve_hold",
          "reserve_release",
          "payment_network_reserve_hold",
          "payment_network_reserve_release",
          "payout_minimum_balance_hold",
          "payout_minimum_balance_release");

  private static final Set<SettlementLine.Type> OF_PAYMENTS =
      Set.of(
          SettlementLine.Type.PAYMENT,
          SettlementLine.Type.REFUND,
          SettlementLine.Type.REFUND_FAILURE,
          SettlementLine.Type.DISPUTE);

  private static final int MAX_FAILURE = 1_024;
  private static final int MAX_BANK_REFERENCE = 255;

  private StripeLines() {}

  /** Returns whether the transaction changes the balance from which Stripe pays out. */
  static boolean isOfPayments(RemoteObject transaction) {
    return transaction.text("balance_type").map("payments"::equals).orElse(true);
  }

  /** Returns whether the transaction has a currency of Florin. Others have no payment in Florin. */
  static boolean isKnown(RemoteObject transaction) {
    return currency(transaction).isPresent();
  }

  /**
   * Reads a balance transaction with its expanded source. Returns empty if a field is missing, or
   * the net amount isn't the gross amount less the fee.
   *
   * @param payout the payout that is known to include it
   */
  static Optional<SettlementLine> line(RemoteObject transaction, Optional<String> payout) {
    Optional<String> id =
        transaction
            .text("id")
            .filter(it -> !it.isEmpty() && it.length() <= SettlementLine.MAX_REFERENCE);
    Optional<Currency> currency = currency(transaction);
    OptionalLong created = transaction.number("created");
    if (id.isEmpty() || currency.isEmpty() || created.isEmpty()) {
      return Optional.empty();
    }
    OptionalLong amount = minor(transaction.number("amount"), currency.get());
    OptionalLong fee = minor(transaction.number("fee"), currency.get());
    OptionalLong net = minor(transaction.number("net"), currency.get());
    OptionalLong tax = tax(transaction, currency.get());
    SettlementLine.Type type = type(transaction);
    Optional<String> own =
        isOfPayout(type) ? transaction.id("source").filter(StripeLines::isId) : payout;
    if (amount.isEmpty()
        || fee.isEmpty()
        || net.isEmpty()
        || tax.isEmpty()
        || net.getAsLong() != Math.subtractExact(amount.getAsLong(), fee.getAsLong())
        || (isOfPayout(type) && own.isEmpty())) {
      return Optional.empty();
    }
    // The gross amount of a fee without a payment is zero.
    boolean isFee = type == SettlementLine.Type.FEE;
    boolean isTax = transaction.text("type").equals(Optional.of("tax_fee"));
    long kept = isFee ? Math.negateExact(net.getAsLong()) : fee.getAsLong();
    long gross = isFee ? 0 : amount.getAsLong();
    return Optional.of(
        new SettlementLine(
            id.get(),
            type,
            OF_PAYMENTS.contains(type)
                ? transaction.object("source").flatMap(StripeLines::subject).map(Id.class::cast)
                : Optional.empty(),
            currency.get(),
            gross,
            kept,
            isTax ? kept : tax.getAsLong(),
            OF_PAYMENTS.contains(type)
                ? original(transaction, currency.get(), gross)
                : Optional.empty(),
            cut(
                transaction.text("description").or(() -> transaction.text("type")).orElse(""),
                SettlementLine.MAX_DESCRIPTION),
            Instant.ofEpochSecond(created.getAsLong()),
            Instant.ofEpochSecond(transaction.number("available_on").orElse(created.getAsLong())),
            own,
            type == SettlementLine.Type.PAYOUT_FAILURE
                ? payout.filter(including -> !own.equals(Optional.of(including)))
                : Optional.empty()));
  }

  /** Returns whether the id can be kept in a cursor. */
  static boolean isId(String id) {
    return id.matches("[A-Za-z0-9_]{1,64}");
  }

  static boolean isOfPayout(SettlementLine.Type type) {
    return type == SettlementLine.Type.PAYOUT || type == SettlementLine.Type.PAYOUT_FAILURE;
  }

  private static SettlementLine.Type type(RemoteObject transaction) {
    String type = transaction.text("type").orElse("");
    Optional<SettlementLine.Type> category =
        transaction.text("reporting_category").map(CATEGORIES::get);
    return switch (type) {
      case "charge", "payment" -> SettlementLine.Type.PAYMENT;
      case "refund", "payment_refund" ->
          category.filter(SettlementLine.Type.PAYMENT::equals).orElse(SettlementLine.Type.REFUND);
      case "refund_failure" -> SettlementLine.Type.REFUND_FAILURE;
      case "payment_failure_refund" -> SettlementLine.Type.PAYMENT;
      case "stripe_fee", "stripe_fx_fee", "tax_fee" -> SettlementLine.Type.FEE;
      case "payout" -> SettlementLine.Type.PAYOUT;
      case "payout_cancel", "payout_failure" -> SettlementLine.Type.PAYOUT_FAILURE;
      case "adjustment" ->
          transaction.text("source", "object").equals(Optional.of("dispute"))
              ? SettlementLine.Type.DISPUTE
              : category.orElse(SettlementLine.Type.ADJUSTMENT);
      default ->
          RESERVES.contains(type)
              ? SettlementLine.Type.RESERVE
              : category.orElse(SettlementLine.Type.ADJUSTMENT);
    };
  }

  /**
   * Returns Florin's reference of a charge, refund or dispute. A refund has its own. Otherwise the
   * payment's reference is in the charge, which has the metadata of its PaymentIntent, or in the
   * PaymentIntent.
   */
  static Optional<AttemptId> subject(RemoteObject source) {
    return Stream.of(
            source.text("metadata", StripeRequests.REFERENCE),
            source.text("payment_intent", "metadata", StripeRequests.REFERENCE),
            source.text("charge", "metadata", StripeRequests.REFERENCE))
        .flatMap(Optional::stream)
        .flatMap(text -> AttemptId.KIND.parse(text).stream())
        .findFirst();
  }

  /** Returns the amount of the charge, refund or dispute, if it has another currency. */
  private static Optional<Original> original(
      RemoteObject transaction, Currency currency, long gross) {
    RemoteObject source = transaction.object("source").orElse(RemoteObject.EMPTY);
    return currency(source)
        .filter(it -> !it.equals(currency))
        .flatMap(it -> {
          OptionalLong amount = minor(source.number("amount"), it);
          return amount.isPresent()
              ? Optional.of(new Original(it, Long.signum(gross) * Math.abs(amount.getAsLong())))
              : Optional.empty();
        });
  }

  private static OptionalLong tax(RemoteObject transaction, Currency currency) {
    long sum =
        transaction.objects("fee_details").stream()
            .filter(fee -> fee.text("type").equals(Optional.of("tax")))
            .mapToLong(fee -> fee.number("amount").orElse(0))
            .sum();
    return StripeMoney.minor(sum, currency);
  }

  /**
   * Reads a payout. Returns empty if a field is missing.
   *
   * @param hasAllLines whether all its transactions were reported
   */
  static Optional<ReportedPayout> payout(RemoteObject payout, boolean hasAllLines) {
    Optional<String> id = payout.text("id").filter(StripeLines::isId);
    Optional<Currency> currency = currency(payout);
    OptionalLong arrival = payout.number("arrival_date");
    if (id.isEmpty() || currency.isEmpty() || arrival.isEmpty()) {
      return Optional.empty();
    }
    OptionalLong amount = minor(payout.number("amount"), currency.get());
    Status status =
        switch (payout.text("status").orElse("")) {
          case "in_transit", "paid" -> Status.IN_TRANSIT;
          case "failed", "canceled" -> Status.FAILED;
          // A status that Florin doesn't know proves nothing.
          default -> Status.EXPECTED;
        };
    return amount.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ReportedPayout(
                id.get(),
                status,
                currency.get(),
                amount.getAsLong(),
                LocalDate.ofInstant(Instant.ofEpochSecond(arrival.getAsLong()), ZoneOffset.UTC),
                // The statement descriptor is the same for all payouts, so it identifies none.
                payout
                    .text("trace_id", "value")
                    .map(it -> cut(it, MAX_BANK_REFERENCE))
                    .filter(it -> !it.isBlank()),
                status == Status.FAILED
                    ? payout
                        .text("failure_message")
                        .or(() -> payout.text("failure_code"))
                        .or(() -> payout.text("status"))
                        .map(it -> cut(it, MAX_FAILURE))
                    : Optional.empty(),
                hasAllLines));
  }

  private static Optional<Currency> currency(RemoteObject object) {
    return object.text("currency").flatMap(Currency::find).filter(StripeMoney::has);
  }

  private static OptionalLong minor(OptionalLong amount, Currency currency) {
    return amount.isPresent()
        ? StripeMoney.minor(amount.getAsLong(), currency)
        : OptionalLong.empty();
  }

  private static String cut(String text, int most) {
    int end = Math.min(text.length(), most);
    boolean splits = end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(0, splits ? end - 1 : end);
  }
}
