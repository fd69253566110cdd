package florin.connector.mollie;

import florin.connector.SettlementLine;
import florin.connector.SettlementLine.Original;
import florin.connector.SettlementListing.ReportedPayout;
import florin.connector.SettlementListing.ReportedPayout.Status;
import florin.connector.remote.RemoteObject;
import florin.core.Currency;
import florin.core.Id;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The reading of Mollie's balance transactions and settlements. Source: Mollie, "List balance
 * transactions" and "Get settlement".
 */
final class MollieLines {
  private static final Map<String, SettlementLine.Type> TYPES =
      Stream.of(
              of(SettlementLine.Type.PAYMENT, "payment capture failed-payment"),
              of(SettlementLine.Type.REFUND, "refund platform-payment-refund"),
              of(
                  SettlementLine.Type.REFUND_FAILURE,
                  "returned-refund returned-platform-payment-refund"),
              of(
                  SettlementLine.Type.DISPUTE,
                  "chargeback chargeback-reversal unauthorized-direct-debit platform-payment-chargeback reversed-platform-payment-chargeback"),
              of(
                  SettlementLine.Type.FEE,
                  "payment-fee failed-payment-fee reimbursement-fee managed-fee returned-managed-fee balance-charge-fee fee-prepayment invoice-compensation invoice-rounding-compensation payment-commission capture-commission platform-connected-organizations-fee"),
              of(
                  SettlementLine.Type.RESERVE,
                  "balance-reserve balance-reserve-return rolling-reserve-hold rolling-reserve-release held-rolling-reserve released-rolling-reserve pending-rolling-reserve to-be-released-rolling-reserve capture-rolling-reserve-release cash-collateral-issuance cash-collateral-release"),
              of(SettlementLine.Type.PAYOUT, "outgoing-transfer outgoing-custom-amount-transfer"),
              of(
                  SettlementLine.Type.PAYOUT_FAILURE,
                  "canceled-outgoing-transfer canceled-transfer returned-transfer"))
          .flatMap(it -> it.entrySet().stream())
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

  private static final Set<SettlementLine.Type> OF_PAYMENTS =
      Set.of(
          SettlementLine.Type.PAYMENT,
          SettlementLine.Type.REFUND,
          SettlementLine.Type.REFUND_FAILURE,
          SettlementLine.Type.DISPUTE);

  private static final int MAX_BANK_REFERENCE = 255;

  private MollieLines() {}

  private static Map<String, SettlementLine.Type> of(SettlementLine.Type type, String names) {
    return Stream.of(names.split(" ")).collect(Collectors.toMap(name -> name, _ -> type));
  }

  /** An amount with a sign, in minor units. */
  record Signed(Currency currency, long minor) {}

  /** A balance transaction. */
  record Movement(RemoteObject object) {
    Optional<String> id() {
      return object.text("id").filter(MollieLines::isId);
    }

    /** Returns the type. A transfer that names no settlement is no payout. */
    SettlementLine.Type type() {
      SettlementLine.Type type =
          object.text("type").map(TYPES::get).orElse(SettlementLine.Type.ADJUSTMENT);
      boolean isPayout =
          type == SettlementLine.Type.PAYOUT || type == SettlementLine.Type.PAYOUT_FAILURE;
      return isPayout && settlement().isEmpty() ? SettlementLine.Type.ADJUSTMENT : type;
    }

    boolean isOfPayment() {
      return OF_PAYMENTS.contains(type());
    }

    Optional<String> settlement() {
      return context("settlementId").filter(MollieLines::isId);
    }

    /** Returns the net amount. */
    Optional<Signed> result() {
      return read(object, "resultAmount");
    }

    Optional<Instant> created() {
      return MolliePayment.time(object, "createdAt");
    }

    /** Returns a value of the context, whose fields may be within the name of the type. */
    Optional<String> context(String name) {
      return object
          .text("context", name)
          .or(() -> object.text("context", object.text("type").orElse(""), name));
    }

    private Optional<String> description() {
      return Stream.of(
              "refundDescription",
              "chargebackDescription",
              "captureDescription",
              "paymentDescription")
          .flatMap(name -> context(name).stream())
          .filter(it -> !it.isBlank())
          .findFirst()
          .or(() -> object.text("type"));
    }
  }

  /** Returns whether an id is safe in a path and in a cursor. */
  static boolean isId(String id) {
    return id.matches("[A-Za-z0-9_]{1,64}");
  }

  /**
   * Returns the lines of a balance transaction: the movement with its fee, and what Mollie withheld
   * from it as a reserve or for a loan. Returns none if a field is missing, or the amounts don't
   * add up.
   *
   * @param payout the settlement that is known to include it
   */
  static List<SettlementLine> lines(
      Movement movement,
      Optional<Id> subject,
      Optional<Original> original,
      Optional<String> payout) {
    Optional<String> id = movement.id();
    Optional<Instant> created = movement.created();
    Optional<Signed> result = movement.result();
    Optional<Signed> initial = read(movement.object(), "initialAmount");
    if (id.isEmpty() || created.isEmpty() || result.isEmpty() || initial.isEmpty()) {
      return List.of();
    }
    Currency currency = result.get().currency();
    Optional<Long> deducted = part(movement.object(), currency, "deductions");
    Optional<Long> reserved = part(movement.object(), currency, "deductionDetails", "reservations");
    Optional<Long> repaid = part(movement.object(), currency, "deductionDetails", "repayments");
    if (deducted.isEmpty()
        || reserved.isEmpty()
        || repaid.isEmpty()
        || !initial.get().currency().equals(currency)
        || Math.addExact(initial.get().minor(), deducted.get()) != result.get().minor()) {
      return List.of();
    }
    SettlementLine.Type type = movement.type();
    // The gross amount of a fee without a payment is zero.
    boolean isFee = type == SettlementLine.Type.FEE;
    long kept = reserved.get() + repaid.get() - deducted.get();
    boolean isPayout =
        type == SettlementLine.Type.PAYOUT || type == SettlementLine.Type.PAYOUT_FAILURE;
    var lines = new ArrayList<SettlementLine>();
    lines.add(
        new SettlementLine(
            id.get(),
            type,
            subject,
            currency,
            isFee ? 0 : initial.get().minor(),
            isFee ? kept - initial.get().minor() : kept,
            0,
            original,
            cut(movement.description().orElse(""), SettlementLine.MAX_DESCRIPTION),
            created.get(),
            created.get(),
            isPayout ? movement.settlement() : payout));
    withheld(lines, SettlementLine.Type.RESERVE, "reserve", reserved.get());
    withheld(lines, SettlementLine.Type.ADJUSTMENT, "repayment", repaid.get());
    return lines;
  }

  private static void withheld(
      List<SettlementLine> lines, SettlementLine.Type type, String name, long amount) {
    SettlementLine whole = lines.getFirst();
    if (amount != 0) {
      lines.add(
          new SettlementLine(
              whole.reference() + ":" + name,
              type,
              Optional.empty(),
              whole.currency(),
              amount,
              0,
              0,
              Optional.empty(),
              name,
              whole.occurredAt(),
              whole.availableAt(),
              whole.payout()));
    }
  }

  /** Returns a part of the amount: zero if it is missing, empty if it can't be read. */
  private static Optional<Long> part(RemoteObject object, Currency currency, String... path) {
    if (object.object(path).isEmpty()) {
      return Optional.of(0L);
    }
    return read(object, path).filter(it -> it.currency().equals(currency)).map(Signed::minor);
  }

  /**
   * Reads a settlement. Returns empty if a field is missing.
   *
   * @param hasAllLines whether all its balance transactions were reported
   */
  static Optional<ReportedPayout> payout(RemoteObject settlement, boolean hasAllLines) {
    Optional<String> id = settlement.text("id").filter(MollieLines::isId);
    Optional<Signed> amount = read(settlement, "amount");
    Optional<Instant> time =
        MolliePayment.time(settlement, "settledAt")
            .or(() -> MolliePayment.time(settlement, "createdAt"));
    if (id.isEmpty() || amount.isEmpty() || time.isEmpty()) {
      return Optional.empty();
    }
    Status status =
        switch (settlement.text("status").orElse("")) {
          case "processing-at-bank", "paidout" -> Status.IN_TRANSIT;
          case "failed" -> Status.FAILED;
          // A status that Florin doesn't know proves nothing.
          default -> Status.EXPECTED;
        };
    return Optional.of(
        new ReportedPayout(
            id.get(),
            status,
            amount.get().currency(),
            amount.get().minor(),
            LocalDate.ofInstant(time.get(), ZoneOffset.UTC),
            settlement
                .text("reference")
                .filter(it -> !it.isBlank())
                .map(it -> cut(it, MAX_BANK_REFERENCE)),
            status == Status.FAILED ? settlement.text("status") : Optional.empty(),
            hasAllLines));
  }

  /** Reads an amount with a sign. Returns empty for other decimals than those of the currency. */
  static Optional<Signed> read(RemoteObject object, String... path) {
    RemoteObject amount = object.object(path).orElse(RemoteObject.EMPTY);
    Optional<Currency> currency = currency(amount);
    return amount
        .text("value")
        .filter(value -> value.matches("-?[0-9]{1,15}(\\.[0-9]{1,4})?"))
        .map(value -> new BigDecimal(value).stripTrailingZeros())
        .filter(value -> currency.isPresent() && value.scale() <= currency.get().exponent())
        .map(value ->
            new Signed(
                currency.get(), value.movePointRight(currency.get().exponent()).longValueExact()));
  }

  static Optional<Currency> currency(RemoteObject amount) {
    return amount
        .text("currency")
        .flatMap(code -> Currency.find(code.toLowerCase(Locale.ROOT)))
        .filter(found -> found.code().length() == 3);
  }

  private static String cut(String text, int most) {
    int end = Math.min(text.length(), most);
    boolean splits = end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(0, splits ? end - 1 : end);
  }
}
