package florin.bench.simulate.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * The actions of one shopper: a payment and its follow-ups.
 *
 * @param isKeyed whether the payment has an idempotency key, and may be retried
 * @param isDoubled whether the same request is also sent concurrently
 * @param hasOther whether a different request is sent with the same key
 * @param patience timeout of each request
 * @param subscription later charges of the card; empty if the payment doesn't save it
 */
record ShopOrder(
    int number,
    Duration at,
    WorldCard card,
    long amount,
    boolean isManual,
    boolean isKeyed,
    boolean isDoubled,
    boolean hasOther,
    Duration patience,
    Optional<Subscription> subscription,
    List<Step> steps) {

  /**
   * Charges of a saved card while the payer is absent.
   *
   * @param isAgreed whether the payment that saves the card gives a mandate
   * @param charges the pauses from the payment to each charge
   * @param revocation the pause from the payment to the revocation of the mandate
   */
  record Subscription(boolean isAgreed, List<Duration> charges, Optional<Duration> revocation) {
    Subscription {
      charges = List.copyOf(charges);
    }

    private static Optional<Subscription> draw(Random random) {
      if (random.nextInt(3) > 0) {
        return Optional.empty();
      }
      var charges = new ArrayList<Duration>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        charges.add(Duration.ofMillis(random.nextInt(LATEST_CHARGE_MS)));
      }
      Optional<Duration> revocation =
          random.nextBoolean()
              ? Optional.of(Duration.ofMillis(random.nextInt(LATEST_CHARGE_MS)))
              : Optional.empty();
      return Optional.of(new Subscription(random.nextInt(5) > 0, charges, revocation));
    }
  }

  /** A follow-up of the payment. Steps without a pause run concurrently. */
  record Step(Kind kind, int percent, Duration pause) {}

  enum Kind {
    CAPTURE,
    CANCEL,
    REFUND,
    REFUND_AND_TAKE_BACK
  }

  private static final int WHOLE = 100;
  private static final int LATEST_CHARGE_MS = 4_000;

  ShopOrder {
    steps = List.copyOf(steps);
  }

  static ShopOrder draw(int number, Random random, int atMs) {
    WorldCard[] cards = WorldCard.values();
    boolean isManual = random.nextInt(5) < 2;
    return new ShopOrder(
        number,
        Duration.ofMillis(atMs),
        random.nextInt(5) < 2 ? WorldCard.SUCCEEDS : cards[random.nextInt(cards.length)],
        100 + random.nextInt(10_000),
        isManual,
        random.nextInt(5) > 0,
        random.nextInt(4) == 0,
        random.nextInt(6) == 0,
        Duration.ofMillis(500 + random.nextInt(20_000)),
        Subscription.draw(random),
        steps(isManual, random));
  }

  private static List<Step> steps(boolean isManual, Random random) {
    var steps = new ArrayList<Step>();
    if (isManual) {
      int first = random.nextInt(4);
      if (first < 3) {
        steps.add(step(Kind.CAPTURE, random));
      }
      if (first > 1) {
        steps.add(step(Kind.CANCEL, random));
      }
    } else if (random.nextInt(6) == 0) {
      steps.add(step(Kind.CANCEL, random));
    }
    int refunds = random.nextInt(4);
    for (int i = 0; i < refunds; i++) {
      steps.add(step(random.nextInt(4) == 0 ? Kind.REFUND_AND_TAKE_BACK : Kind.REFUND, random));
    }
    return steps;
  }

  private static Step step(Kind kind, Random random) {
    int percent = random.nextBoolean() ? WHOLE : 10 + random.nextInt(WHOLE - 10);
    return new Step(
        kind, percent, Duration.ofMillis(random.nextInt(3) == 0 ? 0 : random.nextInt(1_500)));
  }
}
