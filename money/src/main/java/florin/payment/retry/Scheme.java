package florin.payment.retry;

import florin.core.Retry;
import florin.payment.store.RetryStore.Limit;
import florin.vault.Brand;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How often a card scheme lets a merchant try a declined card. This is the only place of these
 * numbers. {@link florin.connector.ResponseCodes} has the codes after which it never does.
 *
 * <p>The first declined attempt counts too. That is one attempt fewer than the schemes charge for,
 * so that a merchant never pays for a different reading of their rules.
 */
@SuppressWarnings("ImmutableEnumChecker") // its records have only immutable parts
enum Scheme {
  /**
   * The same card, amount and currency. Attempts of the payer and of the merchant count apart.
   *
   * <p>Source: Visa Core Rules, 18 April 2026, table 7-2, as quoted by packagist.org
   * (ianfoxdev/decline-codes); Checkout.com, "When can I retry a declined transaction", for the two
   * counters since 19 May 2025.
   */
  VISA(new Ceiling(20, Duration.ofDays(30))),

  /**
   * The same card at the same merchant, whatever the amount.
   *
   * <p>Source: Checkout.com, "When can I retry a declined transaction"; TabaPay, "Excessive retry
   * rules". Both describe Mastercard's program Transaction Processing Excellence.
   */
  MASTERCARD(new Ceiling(10, Duration.ofHours(24)), new Ceiling(35, Duration.ofDays(30)));

  /** How long any scheme counts an attempt. */
  static final Duration LONGEST = Duration.ofDays(30);

  private final Ceiling inShort;
  private final Ceiling inLong;

  /** The most attempts in a rolling window. */
  record Ceiling(int attempts, Duration window) {
    private Limit limit(Instant now) {
      return new Limit(now.minus(window), attempts);
    }

    private boolean counts(Instant attempt, Instant now) {
      return attempt.toEpochMilli() >= now.minus(window).toEpochMilli();
    }

    /** Returns when the window has space again; empty if it has now. */
    private Optional<Instant> next(List<Instant> newestFirst, Instant now) {
      List<Instant> counted = newestFirst.stream().filter(at -> counts(at, now)).toList();
      return counted.size() < attempts
          ? Optional.empty()
          : Optional.of(
              counted
                  .get(attempts - 1)
                  .plus(window)
                  .truncatedTo(ChronoUnit.SECONDS)
                  .plusSeconds(1));
    }

    private int left(List<Instant> all, Instant now) {
      return Math.max(0, attempts - (int) all.stream().filter(at -> counts(at, now)).count());
    }
  }

  Scheme(Ceiling only) {
    this(only, only);
  }

  Scheme(Ceiling inShort, Ceiling inLong) {
    this.inShort = inShort;
    this.inLong = inLong;
  }

  /** Returns the scheme of a card; empty if no limits of it are known. */
  static Optional<Scheme> find(Brand brand) {
    return switch (brand) {
      case VISA -> Optional.of(VISA);
      case MASTERCARD -> Optional.of(MASTERCARD);
      case AMEX, DISCOVER, DINERS, JCB, UNIONPAY, MAESTRO, ELO, MIR, RUPAY, UNKNOWN ->
          Optional.empty();
    };
  }

  Limit inShort(Instant now) {
    return inShort.limit(now);
  }

  Limit inLong(Instant now) {
    return inLong.limit(now);
  }

  /** Returns whether another attempt is allowed after these. */
  Retry after(Collection<Instant> attempts, Instant now) {
    List<Instant> newestFirst = attempts.stream().sorted(Comparator.reverseOrder()).toList();
    Optional<Instant> next =
        List.of(inShort, inLong).stream()
            .flatMap(ceiling -> ceiling.next(newestFirst, now).stream())
            .max(Comparator.naturalOrder());
    return new Retry(
        next.isEmpty(),
        next,
        Math.min(inShort.left(newestFirst, now), inLong.left(newestFirst, now)));
  }
}
