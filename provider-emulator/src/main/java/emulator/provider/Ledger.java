package emulator.provider;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A ledger of every movement of payers' money, in order. Tests compare a client's records with it.
 * An entry is written when an operation is executed, even if the response is lost. The emulator
 * itself never reads it.
 */
public final class Ledger {
  private final List<Entry> entries = new ArrayList<>();

  /** The kinds of movements. */
  public enum Kind {
    AUTHORIZED,
    DECLINED,
    /** A debit was started. It ends as {@link #CAPTURED} or {@link #NOT_COLLECTED}. */
    PROCESSING,
    NOT_COLLECTED,
    CAPTURED,
    /** An authorized amount that was not captured was released. */
    RELEASED,
    REFUNDED,
    REFUND_FAILED,
    /** The payer's bank disputes the payment; the provider may still return the money. */
    DISPUTED,
    CHARGED_BACK,
    CHARGEBACK_REVERSED
  }

  /**
   * One movement.
   *
   * @param object the id of what the provider has created: a payment, capture, refund or chargeback
   * @param amount in the smallest unit of the currency
   */
  public record Entry(
      Kind kind, Names names, String object, long amount, String currency, Instant at) {}

  /**
   * The identifiers of the payment that an entry belongs to.
   *
   * @param page the id of the page that it was paid on; empty for a charge without a page
   * @param reference the client's reference
   * @param metadata of the page, the payment, and for a refund the refund's own
   */
  public record Names(String payment, String page, String reference, Map<String, String> metadata) {
    public Names {
      metadata = Map.copyOf(metadata);
    }
  }

  /**
   * The state of one payment, computed from its entries alone.
   *
   * @param charges the number of authorizations, and of collected debits without one
   */
  public record Standing(
      Names names,
      String currency,
      int charges,
      long authorized,
      long captured,
      long released,
      long refunded,
      long chargedBack) {
    /** Returns the amount that the payer has paid, less what was given back. */
    public long net() {
      return captured - refunded - chargedBack;
    }

    /** Returns the authorized amount that is neither captured nor released. */
    public long held() {
      return authorized - captured - released;
    }

    private Standing plus(Entry entry) {
      long sum = entry.amount();
      return switch (entry.kind()) {
        case AUTHORIZED, PROCESSING -> of(charges + 1, sum, 0, 0, 0, 0);
        case NOT_COLLECTED -> of(charges - 1, -sum, 0, 0, 0, 0);
        case CAPTURED -> of(charges, 0, sum, 0, 0, 0);
        case RELEASED -> of(charges, 0, 0, sum, 0, 0);
        case REFUNDED -> of(charges, 0, 0, 0, sum, 0);
        case REFUND_FAILED -> of(charges, 0, 0, 0, -sum, 0);
        case CHARGED_BACK -> of(charges, 0, 0, 0, 0, sum);
        case CHARGEBACK_REVERSED -> of(charges, 0, 0, 0, 0, -sum);
        case DECLINED, DISPUTED -> this;
      };
    }

    /** Returns this state with these changes of its sums. */
    private Standing of(int charges, long held, long taken, long freed, long returned, long lost) {
      return new Standing(
          names,
          currency,
          charges,
          authorized + held,
          captured + taken,
          released + freed,
          refunded + returned,
          chargedBack + lost);
    }
  }

  public synchronized void write(Entry entry) {
    entries.add(entry);
  }

  public synchronized List<Entry> entries() {
    return List.copyOf(entries);
  }

  /** Returns one state for each payment, in the order of their first entries. */
  public List<Standing> standings() {
    Map<String, Standing> standings = new LinkedHashMap<>();
    for (Entry entry : entries()) {
      Standing before =
          standings.getOrDefault(
              entry.names().payment(),
              new Standing(entry.names(), entry.currency(), 0, 0, 0, 0, 0, 0));
      standings.put(entry.names().payment(), before.plus(entry));
    }
    return List.copyOf(standings.values());
  }

  /**
   * Returns a description of each inconsistency that is wrong whatever the client's records
   * contain.
   */
  public List<String> faults() {
    var faults = new ArrayList<String>();
    var paid = new LinkedHashMap<String, Standing>();
    for (Standing standing : standings()) {
      if (standing.charges() > 1
          || standing.held() < 0
          || standing.captured() > standing.authorized()
          || standing.refunded() > standing.captured()) {
        faults.add("more was captured or refunded than possible: " + standing);
      }
      boolean taken = standing.captured() > 0 || standing.held() > 0;
      Standing other = taken ? paid.put(standing.names().reference(), standing) : null;
      if (other != null) {
        faults.add("charged twice: " + other + " and " + standing);
      }
    }
    return faults;
  }
}
