package florin.checkout;

import florin.core.Currency;
import florin.core.Id.PaymentLinkId;
import florin.core.Money;
import florin.core.Realm;
import florin.payment.machine.CaptureMethod;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A link that many may pay by: each that begins there makes a checkout session of it.
 *
 * @param version raised by every update, which holds only if nobody else has raised it meanwhile
 */
public record PaymentLink(
    Realm realm,
    PaymentLinkId id,
    int version,
    boolean active,
    Price price,
    Offer offer,
    Usage counts,
    Instant created) {
  /** How long a session of a link can be paid. */
  static final Duration SESSION = Duration.ofHours(1);

  /** How long a payment that waits for its payer has a place, if places are limited. */
  static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

  /** Sessions of one link that are open at once. */
  static final int MAX_OPEN = 10_000;

  public static final int MAX_PAYMENTS = 1_000_000;

  /** What is to be paid. */
  public sealed interface Price {
    Currency currency();

    /** The same for everybody. */
    record Fixed(Money amount, List<LineItem> lines) implements Price {
      public Fixed {
        lines = List.copyOf(lines);
      }

      @Override
      public Currency currency() {
        return amount.currency();
      }
    }

    /** The payer says how much, both ends included. */
    record Chosen(Money min, Money max) implements Price {
      public Chosen {
        if (min.isMoreThan(max)) {
          throw new IllegalArgumentException("the least is not more than the most");
        }
      }

      @Override
      public Currency currency() {
        return min.currency();
      }

      boolean allows(Money amount) {
        return !min.isMoreThan(amount) && !amount.isMoreThan(max);
      }
    }
  }

  /**
   * What its sessions say and do.
   *
   * @param maxPayments how many it is good for; empty for any number
   */
  public record Offer(
      Optional<String> description,
      CaptureMethod captureMethod,
      Optional<URI> successUrl,
      Optional<Integer> maxPayments,
      Map<String, String> metadata) {
    public Offer {
      // Sorted, so that the same metadata is always the same bytes.
      metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
    }
  }

  /**
   * What became of its sessions.
   *
   * @param reserved those that are open
   */
  public record Usage(int payments, int reserved) {}

  PaymentLink with(boolean nowActive, Offer next) {
    return new PaymentLink(realm, id, version + 1, nowActive, price, next, counts, created);
  }

  /** Whether one more session may be opened. */
  boolean hasRoom() {
    return counts.reserved < MAX_OPEN;
  }

  /** Whether it is good for a certain number of payments only. */
  boolean isLimited() {
    return offer.maxPayments().isPresent();
  }

  /** Whether it was paid as often as it is good for. */
  public boolean isUsedUp() {
    return offer.maxPayments().filter(most -> counts.payments >= most).isPresent();
  }
}
