package florin.bench.simulate.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The actions of one shopper: a payment and its follow-ups.
 *
 * @param isKeyed whether the payment has an idempotency key, and may be retried
 * @param isDoubled whether the same request is also sent concurrently
 * @param hasOther whether a different request is sent with the same key
 * @param patience timeout of each request
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
    List<Step> steps) {

  /** A follow-up of the payment. Steps without a pause run concurrently. */
  record Step(Kind kind, int percent, Duration pause) {}

  enum Kind {
    CAPTURE,
    CANCEL,
    REFUND,
    REFUND_AND_TAKE_BACK
  }

  private static final int WHOLE = 100;

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
