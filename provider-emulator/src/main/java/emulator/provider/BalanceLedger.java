package emulator.provider;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A double-entry ledger of the merchant's money at the provider: payments, fees, conversions, and
 * payouts. The postings of a movement add up to zero in each currency. Tests compare a client's
 * ledger with it. The emulator itself never reads it.
 */
public final class BalanceLedger {
  private final List<Movement> movements = new ArrayList<>();

  /** The places where money is. A balance is positive if the place has received money. */
  public enum Account {
    PAYERS,
    BALANCE,
    FEES,
    RESERVE,
    /** Both sides of conversions, each in its currency. */
    CONVERSION,
    ADJUSTMENTS,
    IN_TRANSIT,
    BANK
  }

  /** An amount, in the smallest unit of the currency, that goes to an account. */
  public record Posting(Account account, long amount, String currency) {}

  /**
   * One movement.
   *
   * @param reference the id of the provider's balance transaction or payout
   * @param postings which add up to zero in each currency
   */
  public record Movement(String reference, Instant at, List<Posting> postings) {
    public Movement {
      postings = List.copyOf(postings);
      var sums = new TreeMap<String, Long>();
      postings.forEach(one -> sums.merge(one.currency(), one.amount(), Long::sum));
      if (sums.values().stream().anyMatch(sum -> sum != 0)) {
        throw new IllegalArgumentException(reference + " doesn't balance: " + sums);
      }
    }
  }

  public synchronized void write(Movement movement) {
    movements.add(movement);
  }

  public synchronized List<Movement> movements() {
    return List.copyOf(movements);
  }

  /** Returns the balance of each account with movements, by currency. */
  public SortedMap<String, Map<Account, Long>> balances() {
    var balances = new TreeMap<String, Map<Account, Long>>();
    for (Movement movement : movements()) {
      for (Posting posting : movement.postings()) {
        balances
            .computeIfAbsent(posting.currency(), _ -> new EnumMap<>(Account.class))
            .merge(posting.account(), posting.amount(), Long::sum);
      }
    }
    return balances;
  }

  /** Returns the balance of an account, or 0. */
  public long balance(Account account, String currency) {
    return balances().getOrDefault(currency, Map.of()).getOrDefault(account, 0L);
  }
}
