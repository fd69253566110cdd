package florin.dashboard.books;

import florin.books.Chart;
import florin.books.MonthReport;
import florin.books.MonthReport.AccountMonth;
import florin.books.MonthReport.RefundSums;
import florin.core.Currency;
import florin.dashboard.parts.CodeText;
import florin.page.AmountText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The money at the providers in a month, in one currency: it opens, moves and closes.
 *
 * @param moves the movements by kind, which lead from the opening to the closing amount
 * @param accounts all accounts of the ledger
 * @param hasAdjustments whether any account has one
 */
public record MonthStatement(
    String currency,
    String opening,
    List<Move> moves,
    String closing,
    List<Line> accounts,
    boolean hasAdjustments) {
  /** The accounts of money that a provider has for the merchant. */
  private static final Set<Chart> HELD =
      Set.of(
          Chart.PENDING,
          Chart.AVAILABLE,
          Chart.RESERVE,
          Chart.DISPUTES_HELD,
          Chart.PAYOUTS_IN_TRANSIT);

  public MonthStatement {
    moves = List.copyOf(moves);
    accounts = List.copyOf(accounts);
  }

  /** An amount on the way from the opening to the closing amount. */
  public record Move(String words, String amount) {}

  /** An account of the ledger. */
  public record Line(
      String account,
      String party,
      String opening,
      String adjustments,
      String debits,
      String credits,
      String closing) {}

  static List<MonthStatement> listOf(
      MonthReport report, Map<Currency, RefundSums> refunds, ConnectorNames names) {
    return report.accounts().stream()
        .collect(
            Collectors.groupingBy(
                it -> it.currency().code(), TreeMap::new, Collectors.toUnmodifiableList()))
        .values()
        .stream()
        .map(
            all -> of(all, refunds.getOrDefault(all.getFirst().currency(), RefundSums.NONE), names))
        .toList();
  }

  private static MonthStatement of(
      List<AccountMonth> all, RefundSums refunds, ConnectorNames names) {
    Currency currency = all.getFirst().currency();
    Predicate<AccountMonth> isHeld = it -> HELD.contains(it.role());
    var moves = new ArrayList<Move>();
    addUnlessZero(
        moves,
        "Adjustments of earlier months",
        sum(all, isHeld, AccountMonth::adjustment),
        currency);
    Predicate<AccountMonth> isReceivable = it -> it.role() == Chart.RECEIVABLE;
    long credits = sum(all, isReceivable, AccountMonth::credits);
    long debits = sum(all, isReceivable, AccountMonth::debits);
    moves.add(move("Payments", credits - refunds.failed(), currency));
    moves.add(move("Refunds", -refunds.succeeded(), currency));
    addUnlessZero(moves, "Failed refunds", refunds.failed(), currency);
    addUnlessZero(moves, "Returned transfers", refunds.succeeded() - debits, currency);
    for (Chart role : Chart.values()) {
      if (role != Chart.RECEIVABLE && !HELD.contains(role)) {
        long moved = sum(all, it -> it.role() == role, it -> it.credits() - it.debits());
        if (moved != 0 || role == Chart.FEES) {
          moves.add(move(words(role), moved, currency));
        }
      }
    }
    return new MonthStatement(
        CodeText.upper(currency.code()),
        AmountText.of(sum(all, isHeld, AccountMonth::opening), currency),
        moves,
        AmountText.of(sum(all, isHeld, AccountMonth::closing), currency),
        all.stream().map(it -> line(it, names)).toList(),
        all.stream().anyMatch(it -> it.adjustment() != 0));
  }

  private static long sum(
      List<AccountMonth> all, Predicate<AccountMonth> which, ToLongFunction<AccountMonth> part) {
    return all.stream().filter(which).mapToLong(part).sum();
  }

  private static void addUnlessZero(List<Move> moves, String words, long minor, Currency currency) {
    if (minor != 0) {
      moves.add(move(words, minor, currency));
    }
  }

  private static Move move(String words, long minor, Currency currency) {
    return new Move(words, AmountText.of(minor, currency));
  }

  private static String words(Chart role) {
    return switch (role) {
      case FEES -> "Fees";
      case DISPUTE_LOSSES -> "Lost disputes";
      case BANK -> "To your bank accounts";
      case CUSTOMER_CREDIT -> "Customer credits at your bank";
      case UNMATCHED_TRANSFERS -> "Unmatched transfers at your bank";
      case CONVERSION -> "Currency conversion";
      case UNEXPLAINED -> "Unexplained";
      case RECEIVABLE, PENDING, AVAILABLE, RESERVE, DISPUTES_HELD, PAYOUTS_IN_TRANSIT ->
          CodeText.of(role);
    };
  }

  private static Line line(AccountMonth it, ConnectorNames names) {
    Currency currency = it.currency();
    return new Line(
        CodeText.of(it.role()),
        it.role() == Chart.BANK || it.party().isEmpty() ? "" : names.of(it.party()),
        AmountText.of(it.opening(), currency),
        AmountText.of(it.adjustment(), currency),
        AmountText.of(it.debits(), currency),
        AmountText.of(it.credits(), currency),
        AmountText.of(it.closing(), currency));
  }
}
