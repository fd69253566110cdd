package florin.checkout;

import florin.checkout.Cart.LineItem;
import florin.checkout.CheckoutSession.PageSettings;
import florin.core.Currency;
import florin.core.Id.ConnectorId;
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
 * A link with which many payers can pay: each payer who starts gets a checkout session.
 *
 * @param version raised by every update, which requires the version that was read
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
  /** The lifetime of a session of a link. */
  static final Duration SESSION = Duration.ofHours(1);

  /** How long a payment that waits for its payer holds a slot, if slots are limited. */
  static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

  /** The most open sessions of one link. */
  static final int MAX_OPEN = 10_000;

  public static final int MAX_PAYMENTS = 1_000_000;

  /** The amount to pay. */
  public sealed interface Price {
    Currency currency();

    /** Returns the lowest amount. */
    Money least();

    /** The same amount for every payer. */
    record Fixed(Money amount, List<LineItem> lines) implements Price {
      public Fixed {
        lines = List.copyOf(lines);
      }

      @Override
      public Currency currency() {
        return amount.currency();
      }

      @Override
      public Money least() {
        return amount;
      }
    }

    /** An amount that the payer chooses, both ends included. */
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

      @Override
      public Money least() {
        return min;
      }

      boolean allows(Money amount) {
        return !min.isMoreThan(amount) && !amount.isMoreThan(max);
      }
    }
  }

  /**
   * The settings of its sessions.
   *
   * @param maxPayments the limit of payments; empty for no limit
   * @param connectors those that its pages offer, in order; empty for all enabled ones
   */
  public record Offer(
      Optional<String> description,
      CaptureMethod captureMethod,
      Optional<URI> successUrl,
      Optional<Integer> maxPayments,
      List<ConnectorId> connectors,
      Map<String, String> metadata) {
    public Offer {
      connectors = List.copyOf(connectors);
      // Sorted, so that equal metadata always has the same bytes.
      metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
    }
  }

  /**
   * The use of the link.
   *
   * @param reserved its open sessions
   */
  public record Usage(int payments, int reserved) {}

  /** Returns the items of its sessions. */
  Cart cart(Money amount) {
    return new Cart(
        amount,
        offer.description(),
        price instanceof Price.Fixed fixed ? fixed.lines() : List.of(),
        offer.captureMethod(),
        offer.metadata());
  }

  /** Returns the settings of its sessions' pages. */
  PageSettings settings(Optional<Language> language) {
    return new PageSettings(
        Optional.empty(),
        Optional.empty(),
        offer.successUrl(),
        Optional.empty(),
        language,
        List.of(),
        offer.connectors(),
        Optional.empty());
  }

  PaymentLink with(boolean nowActive, Offer next) {
    return new PaymentLink(realm, id, version + 1, nowActive, price, next, counts, created);
  }

  /** Returns whether payers can begin sessions. */
  boolean isOpen() {
    return active && !isUsedUp();
  }

  /** Returns whether it has a limit of payments. */
  boolean isLimited() {
    return offer.maxPayments().isPresent();
  }

  /** Returns whether its limit of payments is reached. */
  public boolean isUsedUp() {
    return offer.maxPayments().filter(most -> counts.payments >= most).isPresent();
  }
}
