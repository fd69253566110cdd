package emulator.stripe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was done with payers' money, in order, for ever: what a client's records are held against.
 * It is written when a thing is executed, whatever becomes of the answer, and is read by nothing of
 * the double itself.
 */
public final class Book {
  private final List<Entry> entries = new ArrayList<>();

  /** What can happen to money. */
  public enum Kind {
    AUTHORIZED,
    DECLINED,
    /** A debit is under way, and came to something: {@link #CAPTURED}, or to nothing. */
    PROCESSING,
    NOT_COLLECTED,
    CAPTURED,
    /** What was held and not taken is free again. */
    RELEASED,
    REFUNDED,
    REFUND_FAILED,
    DISPUTED
  }

  /**
   * One thing that happened.
   *
   * @param amount in Stripe's units
   */
  public record Entry(Kind kind, Names names, long amount, String currency, long at) {}

  /**
   * Whose money it is.
   *
   * @param reference what the client has called it
   * @param metadata of the session, the intent, and of a refund the refund's own
   */
  public record Names(
      String reference, String session, String paymentIntent, Map<String, String> metadata) {
    public Names {
      metadata = Map.copyOf(metadata);
    }
  }

  /**
   * What became of one payment intent, from its entries alone.
   *
   * @param charges how often it was authorised, or its debit collected without that
   */
  public record Standing(
      Names names,
      String currency,
      int charges,
      long authorized,
      long captured,
      long released,
      long refunded) {
    /** What the payer has paid in the end. */
    public long net() {
      return captured - refunded;
    }

    /** What of the payer's is held, and neither taken nor free. */
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

  /** One for each payment intent, in the order of their first entries. */
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

  /** What can never be right, whatever the client's records say; in words. */
  public List<String> faults() {
    var faults = new ArrayList<String>();
    var paid = new LinkedHashMap<String, Standing>();
    for (Standing standing : standings()) {
      if (standing.charges() > 1
          || standing.held() < 0
          || standing.captured() > standing.authorized()
          || standing.refunded() > standing.captured()) {
        faults.add("more was taken or given back than there is: " + standing);
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
