package emulator.stripe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A ledger of every movement of payers' money, in order. Tests compare a client's records with it.
 * An entry is written when an operation is executed, even if the response is lost. The emulator
 * itself never reads it.
 */
public final class Book {
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
    DISPUTED
  }

  /**
   * One movement.
   *
   * @param amount in Stripe's units
   */
  public record Entry(Kind kind, Names names, long amount, String currency, long at) {}

  /**
   * The identifiers of the payment that an entry belongs to.
   *
   * @param reference the client's reference
   * @param session empty for a charge without a page
   * @param metadata of the session and the intent, and for a refund the refund's own
   */
  public record Names(
      String reference, String session, String paymentIntent, Map<String, String> metadata) {
    public Names {
      metadata = Map.copyOf(metadata);
    }
  }

  /**
   * The state of one payment intent, computed from its entries alone.
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
      long refunded) {
    /** Returns the amount that the payer has paid, less what was given back. */
    public long net() {
      return captured - refunded;
    }

    /** Returns the authorized amount that is neither captured nor released. */
    public long held() {
      return authorized - captured - released;
    }

    private Standing plus(Entry entry) {
      long sum = entry.amount();
      return switch (entry.kind()) {
        case AUTHORIZED, PROCESSING ->
            of(charges + 1, authorized + sum, captured, released, refunded);
        case CAPTURED -> of(charges, authorized, captured + sum, released, refunded);
        case RELEASED -> of(charges, authorized, captured, released + sum, refunded);
        case NOT_COLLECTED -> of(charges - 1, authorized - sum, captured, released, refunded);
        case REFUNDED -> of(charges, authorized, captured, released, refunded + sum);
        case REFUND_FAILED -> of(charges, authorized, captured, released, refunded - sum);
        case DECLINED, DISPUTED -> this;
      };
    }

    private Standing of(int charges, long authorized, long captured, long released, long refunded) {
      return new Standing(names, currency, charges, authorized, captured, released, refunded);
    }
  }

  synchronized void write(Entry entry) {
    entries.add(entry);
  }

  public synchronized List<Entry> entries() {
    return List.copyOf(entries);
  }

  /** Returns one state for each payment intent, in the order of their first entries. */
  public List<Standing> standings() {
    Map<String, Standing> standings = new LinkedHashMap<>();
    for (Entry entry : entries()) {
      Standing before =
          standings.getOrDefault(
              entry.names().paymentIntent(),
              new Standing(entry.names(), entry.currency(), 0, 0, 0, 0, 0));
      standings.put(entry.names().paymentIntent(), before.plus(entry));
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
