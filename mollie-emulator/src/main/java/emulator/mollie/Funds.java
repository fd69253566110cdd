package emulator.mollie;

import emulator.mollie.BalanceTransaction.Cause;
import emulator.mollie.BalanceTransaction.Fee;
import emulator.provider.BalanceLedger;
import emulator.provider.BalanceLedger.Account;
import emulator.provider.BalanceLedger.Movement;
import emulator.provider.BalanceLedger.Posting;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The balances of both modes, which are in EUR, and their settlements. {@link World} guards them
 * against concurrent access.
 */
final class Funds {
  static final String CURRENCY = "EUR";
  private static final DateTimeFormatter REFERENCE =
      DateTimeFormatter.ofPattern("'1234567.'yyMM").withZone(ZoneOffset.UTC);

  final Map<String, BalanceTransaction> transactions = new LinkedHashMap<>();
  final Map<String, Settlement> settlements = new LinkedHashMap<>();
  FeeSchedule prices = FeeSchedule.USUAL;

  /** The value in EUR of one unit of a currency; others have the value of EUR. */
  final Map<String, BigDecimal> rates =
      new HashMap<>(Map.of("USD", new BigDecimal("0.92"), "GBP", new BigDecimal("1.16")));

  private final Ids ids;
  private final Agenda agenda;
  private final BalanceLedger ledger;

  /** The amounts that wait, in cents, of live mode and of test mode. */
  private final Map<Boolean, Long> pending = new HashMap<>();

  /** An amount in the currency of its payment. */
  private record Original(boolean live, Amount amount) {}

  Funds(Ids ids, Agenda agenda, BalanceLedger ledger) {
    this.ids = ids;
    this.agenda = agenda;
    this.ledger = ledger;
  }

  /**
   * Moves the amount of a payment or a capture to the balance after a while.
   *
   * @param capture null if the payment has no captures
   */
  void pay(Payment payment, @Nullable Capture capture) {
    Amount amount = capture == null ? payment.amount : capture.amount;
    Method method = payment.method == null ? Method.IDEAL : payment.method;
    long cents = convert(amount);
    pending.merge(payment.live, cents, Long::sum);
    agenda.at(
        agenda.now().plus(prices.availableAfter()),
        () -> {
          pending.merge(payment.live, -cents, Long::sum);
          add(
              cause(payment, capture, method),
              new Original(payment.live, amount),
              Fee.of(prices, prices.of(method), cents),
              Account.PAYERS);
        });
  }

  private static Cause cause(Payment payment, @Nullable Capture capture, Method method) {
    return capture == null
        ? new Cause("payment", payment, method.id(), method.title(), context(payment))
        : new Cause(
            "capture",
            capture,
            method.id(),
            method.title(),
            context(payment, "captureId", capture.id));
  }

  void refund(Refund refund) {
    Amount amount = refund.amount.with(-refund.amount.minor());
    add(
        cause("refund", refund),
        new Original(refund.payment.live, amount),
        Fee.of(prices, prices.refund(), 0),
        Account.PAYERS);
  }

  /** Returns the amount of a refund that failed or was canceled, without the fee. */
  void returnRefund(Refund refund) {
    add(
        cause("returned-refund", refund),
        new Original(refund.payment.live, refund.amount),
        Fee.NONE,
        Account.PAYERS);
  }

  private static Cause cause(String type, Refund refund) {
    return new Cause(
        type,
        refund,
        "refund",
        "Refunds " + title(refund.payment),
        context(refund.payment, "refundId", refund.id));
  }

  void chargeBack(Chargeback chargeback) {
    Amount amount = chargeback.amount.with(-chargeback.amount.minor());
    add(
        cause("chargeback", chargeback),
        new Original(chargeback.payment.live, amount),
        Fee.of(prices, prices.chargeback(), 0),
        Account.PAYERS);
  }

  void reverse(Chargeback chargeback) {
    add(
        cause("chargeback-reversal", chargeback),
        new Original(chargeback.payment.live, chargeback.amount),
        Fee.NONE,
        Account.PAYERS);
  }

  private static Cause cause(String type, Chargeback chargeback) {
    return new Cause(
        type,
        chargeback,
        "chargeback",
        "Chargebacks " + title(chargeback.payment),
        context(chargeback.payment, "chargebackId", chargeback.id));
  }

  private static String title(Payment payment) {
    return payment.method == null ? "" : payment.method.title();
  }

  private static Map<String, String> context(Payment payment) {
    return Map.of(
        "paymentId", payment.id, "paymentDescription", payment.text("description").orElse(""));
  }

  private static Map<String, String> context(Payment payment, String name, String id) {
    var context = new LinkedHashMap<>(context(payment));
    context.put(name, id);
    return context;
  }

  /** The changes that Mollie makes without a payment. */
  enum Change {
    CORRECTION("balance-correction", "Correction", Account.ADJUSTMENTS),
    FEE("balance-charge-fee", "Monthly fee", Account.FEES),
    RESERVE("balance-reserve", "Reserve", Account.RESERVE),
    RESERVE_RETURN("balance-reserve-return", "Returned reserve", Account.RESERVE);

    private final String type;
    private final String label;
    private final Account account;

    Change(String type, String label, Account account) {
      this.type = type;
      this.label = label;
      this.account = account;
    }
  }

  BalanceTransaction change(Change change, boolean live, Amount amount) {
    return add(
        new Cause(change.type, null, null, change.label, Map.of()),
        new Original(live, amount),
        Fee.NONE,
        change.account);
  }

  /** Settles the balances that have a positive amount, and returns the settlements. */
  List<Settlement> settle() {
    var made = new ArrayList<Settlement>();
    for (boolean live : new boolean[] {false, true}) {
      long amount = available(live);
      if (amount > 0) {
        made.add(settle(live, amount));
      }
    }
    return made;
  }

  private Settlement settle(boolean live, long amount) {
    String reference = "%s.%02d".formatted(REFERENCE.format(agenda.now()), settlements.size() + 1);
    var settlement = new Settlement(ids.next("stl"), reference, live, agenda.now(), amount);
    transactions.values().stream()
        .filter(one -> one.live == live && one.settlement == null)
        .forEach(one -> {
          one.settlement = settlement;
          settlement.transactions.add(one);
        });
    settlements.put(settlement.id, settlement);
    transfer("outgoing-transfer", settlement, -amount, Account.IN_TRANSIT).settlement = settlement;
    return settlement;
  }

  /** Marks a settlement as arrived at the bank. */
  void payOut(Settlement settlement) {
    settlement.status = "paidout";
    settlement.settledAt = agenda.now();
    post(
        settlement.id,
        List.of(
            new Posting(Account.IN_TRANSIT, -settlement.amount, CURRENCY),
            new Posting(Account.BANK, settlement.amount, CURRENCY)));
  }

  /** Returns the money of a settlement, which may have been reported as paid. */
  void fail(Settlement settlement) {
    Account from = settlement.isOpen() ? Account.IN_TRANSIT : Account.BANK;
    settlement.status = "failed";
    transfer("returned-transfer", settlement, settlement.amount, from);
  }

  private BalanceTransaction transfer(
      String type, Settlement settlement, long amount, Account other) {
    Map<String, String> context =
        Map.of(
            "settlementId", settlement.id, "transferId", settlement.id.replaceFirst("^stl", "trf"));
    return add(
        new Cause(type, null, null, "Returned settlement", context),
        new Original(settlement.live, new Amount(CURRENCY, amount)),
        Fee.NONE,
        other);
  }

  private BalanceTransaction add(Cause cause, Original original, Fee fee, Account other) {
    var transaction =
        new BalanceTransaction(
            ids.next("baltr"),
            original.live(),
            agenda.now(),
            cause,
            convert(original.amount()),
            fee);
    transactions.put(transaction.id, transaction);
    post(transaction.id, postings(transaction, original.amount(), other));
    return transaction;
  }

  /** Returns the value in cents. */
  long convert(Amount amount) {
    if (amount.currency().equals(CURRENCY)) {
      return amount.minor();
    }
    BigDecimal rate = rates.getOrDefault(amount.currency(), BigDecimal.ONE);
    return new BigDecimal(amount.value())
        .multiply(rate)
        .movePointRight(2)
        .setScale(0, RoundingMode.HALF_EVEN)
        .longValueExact();
  }

  private static List<Posting> postings(
      BalanceTransaction transaction, Amount original, Account other) {
    var postings = new ArrayList<Posting>();
    postings.add(new Posting(other, -original.minor(), original.currency()));
    if (!original.currency().equals(CURRENCY)) {
      postings.add(new Posting(Account.CONVERSION, original.minor(), original.currency()));
      postings.add(new Posting(Account.CONVERSION, -transaction.initial, CURRENCY));
    }
    if (transaction.deductions() != 0) {
      postings.add(new Posting(Account.FEES, -transaction.deductions(), CURRENCY));
    }
    postings.add(new Posting(Account.BALANCE, transaction.result(), CURRENCY));
    return postings;
  }

  private void post(String reference, List<Posting> postings) {
    ledger.write(new Movement(reference, agenda.now(), postings));
  }

  /** Returns the available amount in cents. */
  long available(boolean live) {
    return transactions.values().stream()
        .filter(one -> one.live == live)
        .mapToLong(BalanceTransaction::result)
        .sum();
  }

  long pending(boolean live) {
    return pending.getOrDefault(live, 0L);
  }

  /** Returns the settlement of a payment, capture, refund or chargeback, if it has one. */
  Optional<Settlement> settlementOf(Object source) {
    return transactions.values().stream()
        .filter(one -> source.equals(one.cause.source()) && one.settlement != null)
        .map(one -> one.settlement)
        .findFirst();
  }

  Optional<Settlement> find(String idOrReference) {
    return settlements.values().stream()
        .filter(one -> one.id.equals(idOrReference) || one.reference.equals(idOrReference))
        .findFirst();
  }
}
