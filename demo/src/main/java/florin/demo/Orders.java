package florin.demo;

import florin.demo.Goods.Basket;
import florin.demo.TestCards.TestCard;
import florin.demo.TestCards.Use;
import florin.payment.challenge.Challenges.Choice;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * The purchases of a history: time, buyer, card and follow-ups. The plan's seed decides all of them
 * in advance.
 */
final class Orders {
  /** The buyer of an order: without an account, with a new one, or with a known one. */
  enum Buyer {
    GUEST,
    NEW,
    KNOWN
  }

  /** The merchant's actions on a payment that succeeds or can be captured. */
  enum OrderCourse {
    KEEP,
    CAPTURE,
    CAPTURE_PART,
    CANCEL,
    /** Authorizes the payment and never captures it. */
    LEAVE,
    REFUND,
    REFUND_PART,
    REFUND_TWICE
  }

  /**
   * An order.
   *
   * @param choice the payer's choice if a challenge is requested; empty if the payer abandons it
   * @param draw a random number from 0 to 1, always the same for the same order
   */
  record Purchase(
      Instant at,
      TestCard card,
      Basket basket,
      Buyer buyer,
      OrderCourse course,
      Optional<Choice> choice,
      double draw) {
    boolean isManual() {
      return switch (course) {
        case CAPTURE, CAPTURE_PART, CANCEL, LEAVE -> true;
        case KEEP, REFUND, REFUND_PART, REFUND_TWICE -> false;
      };
    }
  }

  /** A draw so low that all follow-ups happen within two days. */
  private static final double EARLY = 0.1;

  /** The relative sales of the days from Monday to Sunday. */
  private static final double[] BY_DAY = {1.0, 0.95, 1.0, 1.05, 1.25, 1.3, 0.9};

  private static final double[] BY_HOUR = {
    .25, .15, .1, .08, .1, .2, .45, .8, 1.1, 1.3, 1.4, 1.5, 1.6, 1.5, 1.4, 1.4, 1.5, 1.6, 1.8, 2.1,
    2.2, 1.8, 1.1, .5
  };

  private final Plan plan;
  private final RandomGenerator random;
  private final double[] hours;

  private Orders(Plan plan) {
    this.plan = plan;
    this.random = new Random(plan.seed());
    this.hours = hours(plan);
  }

  /** Returns the planned number of orders, ordered by time. They include every test card. */
  static List<Purchase> of(Plan plan) {
    return new Orders(plan).all();
  }

  private List<Purchase> all() {
    var orders = new ArrayList<Purchase>();
    for (TestCard card : TestCards.ALL) {
      List<Optional<Choice>> choices =
          card.use() == Use.CHALLENGE
              ? Stream.of(Choice.values()).map(Optional::of).toList()
              : List.of(Optional.empty());
      for (Optional<Choice> choice : choices) {
        orders.add(order(early(), card, needed(card), choice, EARLY * random.nextDouble()));
      }
    }
    addOpen(orders);
    addDisputed(orders);
    while (orders.size() < plan.payments()) {
      orders.add(order(anyTime(), TestCards.any(random), anyCourse(), anyChoice()));
    }
    orders.sort(Comparator.comparing(Purchase::at));
    return List.copyOf(orders);
  }

  /** Adds payments that are still open at the end: some wait for a payer, others for a capture. */
  private void addOpen(List<Purchase> orders) {
    for (int minutes : List.of(3, 11, 24, 41)) {
      Instant at = plan.end().minus(Duration.ofMinutes(minutes));
      orders.add(order(at, TestCards.challenging(), OrderCourse.KEEP, Optional.empty()));
    }
    for (int hour : List.of(2, 9, 20, 43, 66, 101, 140)) {
      Instant at = plan.end().minus(Duration.ofHours(hour));
      orders.add(order(at, TestCards.USUAL, OrderCourse.LEAVE, Optional.empty()));
    }
  }

  /** Adds payments that payers dispute. Those of the last day still need a response at the end. */
  private void addDisputed(List<Purchase> orders) {
    for (double share : new double[] {0.35, 0.42, 0.5, 0.58, 0.66}) {
      orders.add(order(plan.at(share), TestCards.DISPUTED, OrderCourse.KEEP, Optional.empty()));
    }
    for (int hours : List.of(3, 14, 27)) {
      Instant at = plan.end().minus(Duration.ofHours(hours));
      orders.add(order(at, TestCards.DISPUTED, OrderCourse.KEEP, Optional.empty()));
    }
  }

  private Purchase order(Instant at, TestCard card, OrderCourse course, Optional<Choice> choice) {
    return order(at, card, course, choice, random.nextDouble());
  }

  private Purchase order(
      Instant at, TestCard card, OrderCourse course, Optional<Choice> choice, double draw) {
    int buyer = random.nextInt(100);
    return new Purchase(
        at,
        card,
        Goods.any(random),
        buyer < 15 ? Buyer.NEW : buyer < 50 ? Buyer.KNOWN : Buyer.GUEST,
        course,
        choice,
        draw);
  }

  private static OrderCourse needed(TestCard card) {
    return switch (card.use()) {
      case REFUND -> OrderCourse.REFUND;
      case CAPTURE -> OrderCourse.CAPTURE;
      case SALE, CHALLENGE, ON_FILE -> OrderCourse.KEEP;
    };
  }

  private OrderCourse anyCourse() {
    int chance = random.nextInt(1000);
    if (chance < 40) {
      return OrderCourse.CAPTURE;
    } else if (chance < 52) {
      return OrderCourse.CAPTURE_PART;
    } else if (chance < 66) {
      return OrderCourse.CANCEL;
    } else if (chance < 72) {
      return OrderCourse.LEAVE;
    } else if (chance < 110) {
      return OrderCourse.REFUND;
    } else if (chance < 130) {
      return OrderCourse.REFUND_PART;
    }
    return chance < 136 ? OrderCourse.REFUND_TWICE : OrderCourse.KEEP;
  }

  private Optional<Choice> anyChoice() {
    int chance = random.nextInt(100);
    if (chance < 80) {
      return Optional.of(Choice.COMPLETE);
    } else if (chance < 88) {
      return Optional.of(Choice.FAIL);
    }
    return chance < 93 ? Optional.of(Choice.ABANDON) : Optional.empty();
  }

  /** Returns a time that leaves enough of the history for all follow-ups. */
  private Instant early() {
    return plan.at(0.1 + 0.5 * random.nextDouble());
  }

  private Instant anyTime() {
    double left = random.nextDouble() * hours[hours.length - 1];
    int hour = 0;
    while (hours[hour] < left) {
      hour++;
    }
    return plan.start()
        .truncatedTo(ChronoUnit.HOURS)
        .plus(Duration.ofHours(hour + 1L))
        .plusMillis(random.nextInt(3_600_000));
  }

  /**
   * Returns the cumulative sales until the end of each whole hour of the plan. Sales grow over
   * time.
   */
  private static double[] hours(Plan plan) {
    ZonedDateTime first =
        plan.start().truncatedTo(ChronoUnit.HOURS).atZone(ZoneOffset.UTC).plusHours(1);
    int count = plan.weeks() * 7 * 24 - 1;
    double[] sums = new double[count];
    double sum = 0;
    for (int i = 0; i < count; i++) {
      ZonedDateTime hour = first.plusHours(i);
      sum +=
          BY_HOUR[hour.getHour()]
              * BY_DAY[hour.getDayOfWeek().getValue() - 1]
              * (0.7 + 0.6 * i / count);
      sums[i] = sum;
    }
    return sums;
  }
}
