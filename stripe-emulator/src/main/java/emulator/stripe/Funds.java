package emulator.stripe;

import emulator.provider.BalanceLedger;
import emulator.provider.BalanceLedger.Account;
import emulator.provider.BalanceLedger.Movement;
import emulator.provider.BalanceLedger.Posting;
import emulator.stripe.BalanceTransaction.Cause;
import emulator.stripe.BalanceTransaction.Converted;
import emulator.stripe.BalanceTransaction.Fee;
import emulator.stripe.BalanceTransaction.Source;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The account's balance, and the payouts. {@link World} guards it against concurrent access. */
final class Funds {
  /** The currency that amounts are converted to. */
  static final String DEFAULT_CURRENCY = "eur";

  private static final int TRACE_DIGITS = 15;

  final Map<String, BalanceTransaction> transactions = new LinkedHashMap<>();
  final Map<String, Payout> payouts = new LinkedHashMap<>();
  FeeSchedule prices = FeeSchedule.USUAL;

  /** The rates to the default currency. Amounts in other currencies are not converted. */
  final Map<String, BigDecimal> rates = new TreeMap<>();

  private final Ids ids;
  private final LongSupplier now;
  private final BalanceLedger ledger;

  /** An amount in the currency of its source. */
  private record Original(boolean live, long amount, String currency) {}

  Funds(Ids ids, LongSupplier now, BalanceLedger ledger) {
    this.ids = ids;
    this.now = now;
    this.ledger = ledger;
  }

  /**
   * Adds the transaction of a captured charge. It has the authorized amount, and a second
   * transaction takes back what wasn't captured.
   */
  void charge(Charge charge, @Nullable Refund release) {
    boolean isCard = charge.card.isCard();
    var cause =
        new Cause(
            isCard ? "charge" : "payment",
            "charge",
            "Charge of " + charge.intent.id,
            new Source(charge.id, shapes -> shapes.charge(charge)));
    charge.transaction =
        add(
            cause,
            original(charge, charge.intent.amount()),
            fees(charge, charge.captured),
            prices.availableAfter().toSeconds(),
            Account.PAYERS);
    if (release != null) {
      release.transaction =
          add(
              cause(isCard ? "refund" : "payment_refund", "partial_capture_reversal", release),
              original(charge, -release.amount),
              List.of(),
              prices.availableAfter().toSeconds(),
              Account.PAYERS);
    }
  }

  private List<Fee> fees(Charge charge, long captured) {
    Converted converted = convert(captured, charge.intent.currency());
    var fees = new ArrayList<Fee>();
    long price = prices.of(charge.card).of(converted.amount());
    fees.add(new Fee("stripe_fee", price, "Stripe processing fees"));
    if (converted.rate() != null) {
      long conversion = FeeSchedule.share(converted.amount(), prices.conversion());
      fees.add(new Fee("stripe_fee", conversion, "Stripe currency conversion fee"));
    }
    return taxed(fees);
  }

  private List<Fee> taxed(List<Fee> fees) {
    var all = new ArrayList<>(fees);
    long tax = FeeSchedule.share(fees.stream().mapToLong(Fee::amount).sum(), prices.tax());
    if (tax > 0) {
      all.add(new Fee("tax", tax, "VAT"));
    }
    return all;
  }

  void refund(Refund refund) {
    boolean isCard = refund.charge.card.isCard();
    refund.transaction =
        add(
            cause(isCard ? "refund" : "payment_refund", "refund", refund),
            original(refund.charge, -refund.amount),
            List.of(),
            0,
            Account.PAYERS);
  }

  /** Returns the amount of a refund that failed or was canceled. */
  void refundFailure(Refund refund) {
    boolean isCard = refund.charge.card.isCard();
    refund.failureTransaction =
        add(
            cause(isCard ? "refund_failure" : "payment_failure_refund", "refund_failure", refund),
            original(refund.charge, refund.amount),
            List.of(),
            0,
            Account.PAYERS);
  }

  private static Cause cause(String type, String category, Refund refund) {
    return new Cause(
        type,
        category,
        "REFUND FOR " + refund.charge.id,
        new Source(refund.id, shapes -> shapes.refund(refund)));
  }

  void dispute(Dispute dispute) {
    List<Fee> fees = taxed(List.of(new Fee("stripe_fee", prices.dispute(), "Dispute fee")));
    dispute.transactions.add(
        add(
            cause("dispute", "Chargeback withdrawal for ", dispute),
            original(dispute.charge, -dispute.amount),
            fees,
            0,
            Account.PAYERS));
  }

  /** Returns the amount of a dispute that the merchant has won, without its fee. */
  void disputeReversal(Dispute dispute) {
    dispute.transactions.add(
        add(
            cause("dispute_reversal", "Chargeback reversal for ", dispute),
            original(dispute.charge, dispute.amount),
            List.of(),
            0,
            Account.PAYERS));
  }

  private static Cause cause(String category, String text, Dispute dispute) {
    return new Cause(
        "adjustment",
        category,
        text + dispute.charge.id,
        new Source(dispute.id, shapes -> shapes.dispute(dispute)));
  }

  /** Changes the balance without a payment. */
  BalanceTransaction change(Change change, boolean live, long amount, String currency) {
    var cause = new Cause(change.type, change.category, change.description, null);
    return add(cause, new Original(live, amount, currency), List.of(), 0, change.account);
  }

  /** The changes that Stripe makes without a payment. */
  enum Change {
    CORRECTION("adjustment", "other_adjustment", "Correction", Account.ADJUSTMENTS),
    FEE("stripe_fee", "fee", "Monthly fee", Account.FEES),
    RESERVE("reserved_funds", "risk_reserved_funds", "Reserve", Account.RESERVE);

    private final String type;
    private final String category;
    private final String description;
    private final Account account;

    Change(String type, String category, String description, Account account) {
      this.type = type;
      this.category = category;
      this.description = description;
      this.account = account;
    }
  }

  /** Pays out all available money of each currency, and returns the new payouts. */
  List<Payout> payOut() {
    var made = new ArrayList<Payout>();
    for (boolean live : new boolean[] {false, true}) {
      var nets = new TreeMap<String, Long>();
      transactions.values().stream()
          .filter(one -> one.live == live && isDue(one))
          .forEach(one -> nets.merge(one.currency, one.net(), Long::sum));
      nets.forEach((currency, net) -> {
        if (net != 0) {
          made.add(payOut(live, net, currency));
        }
      });
    }
    return made;
  }

  private boolean isDue(BalanceTransaction transaction) {
    return transaction.payout == null && transaction.isAvailable();
  }

  private Payout payOut(boolean live, long net, String currency) {
    var payout = new Payout("po_1" + ids.text(23), live, now.getAsLong(), net, currency);
    transactions.values().stream()
        .filter(one -> one.live == live && one.currency.equals(currency) && isDue(one))
        .forEach(one -> one.payout = payout);
    payouts.put(payout.id, payout);
    payout.transaction = add(cause("payout", "payout", payout), -net, payout, Account.IN_TRANSIT);
    payout.transaction.payout = payout;
    return payout;
  }

  /** Marks a payout as arrived at the bank. */
  void arrive(Payout payout) {
    payout.status = "paid";
    payout.traceId = "TRACE" + ids.digits(TRACE_DIGITS);
    post(
        payout.id,
        List.of(
            new Posting(Account.IN_TRANSIT, -payout.amount, payout.currency),
            new Posting(Account.BANK, payout.amount, payout.currency)));
  }

  /** Returns the money of a payout, which may have been reported as paid. */
  void fail(Payout payout, String code) {
    Account from = payout.isOpen() ? Account.IN_TRANSIT : Account.BANK;
    payout.status = "failed";
    payout.failureCode = code;
    payout.failure = add(cause("payout_failure", "payout_reversal", payout), payout, from);
  }

  private static Cause cause(String type, String category, Payout payout) {
    return new Cause(
        type, category, "STRIPE PAYOUT", new Source(payout.id, shapes -> shapes.payout(payout)));
  }

  private BalanceTransaction add(Cause cause, Payout payout, Account other) {
    return add(cause, payout.amount, payout, other);
  }

  /** Adds the transaction of a payout, whose currency is never converted. */
  private BalanceTransaction add(Cause cause, long amount, Payout payout, Account other) {
    return written(
        cause,
        new Original(payout.live, amount, payout.currency),
        new Converted(amount, payout.currency, null),
        List.of(),
        0,
        other);
  }

  private static Original original(Charge charge, long amount) {
    return new Original(charge.intent.live(), amount, charge.intent.currency());
  }

  private BalanceTransaction add(
      Cause cause, Original original, List<Fee> fees, long wait, Account other) {
    return written(
        cause, original, convert(original.amount(), original.currency()), fees, wait, other);
  }

  private BalanceTransaction written(
      Cause cause,
      Original original,
      Converted converted,
      List<Fee> fees,
      long wait,
      Account other) {
    var transaction =
        new BalanceTransaction(
            "txn_3" + ids.text(23), original.live(), now, cause, converted, fees, wait);
    transactions.put(transaction.id, transaction);
    post(transaction.id, postings(transaction, original, other));
    return transaction;
  }

  private Converted convert(long amount, String currency) {
    BigDecimal rate = rates.get(currency);
    if (rate == null) {
      return new Converted(amount, currency, null);
    }
    long converted =
        BigDecimal.valueOf(amount)
            .multiply(rate)
            .setScale(0, RoundingMode.HALF_EVEN)
            .longValueExact();
    return new Converted(converted, DEFAULT_CURRENCY, rate);
  }

  private static List<Posting> postings(
      BalanceTransaction transaction, Original original, Account other) {
    String currency = transaction.currency;
    var postings = new ArrayList<Posting>();
    if (transaction.exchangeRate == null) {
      postings.add(new Posting(other, -transaction.amount, currency));
    } else {
      postings.add(new Posting(other, -original.amount(), original.currency()));
      postings.add(new Posting(Account.CONVERSION, original.amount(), original.currency()));
      postings.add(new Posting(Account.CONVERSION, -transaction.amount, currency));
    }
    if (transaction.fee() != 0) {
      postings.add(new Posting(Account.FEES, transaction.fee(), currency));
    }
    postings.add(new Posting(Account.BALANCE, transaction.net(), currency));
    return postings;
  }

  private void post(String reference, List<Posting> postings) {
    ledger.write(new Movement(reference, Instant.ofEpochSecond(now.getAsLong()), postings));
  }

  /** Returns the sums of the mode by currency, of the available amounts or of the pending ones. */
  Map<String, Long> sums(boolean live, boolean available) {
    var sums = new TreeMap<String, Long>();
    sums.put(DEFAULT_CURRENCY, 0L);
    for (BalanceTransaction one : transactions.values()) {
      if (one.live == live) {
        sums.merge(one.currency, one.isAvailable() == available ? one.net() : 0, Long::sum);
      }
    }
    return sums;
  }
}
