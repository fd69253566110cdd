package florin.bench.drill;

import java.util.random.RandomGenerator;

/** The cards of the mix, and how often each comes. */
enum TestCard {
  APPROVED("4242424242424242", 80, true),
  DECLINED("4000000000000002", 8, false),
  NO_ANSWER_APPROVED("4000000000840027", 4, true),
  NO_ANSWER_NOT_APPROVED("4000000000840019", 4, false),
  APPROVED_TOO_LATE("4000000000840035", 4, false);

  private static final int PERCENT = 100;

  private final String number;
  private final int percent;
  private final boolean maySucceed;

  TestCard(String number, int percent, boolean maySucceed) {
    this.number = number;
    this.percent = percent;
    this.maySucceed = maySucceed;
  }

  static TestCard pick(RandomGenerator random) {
    int drawn = random.nextInt(PERCENT);
    for (TestCard card : values()) {
      drawn -= card.percent;
      if (drawn < 0) {
        return card;
      }
    }
    throw new IllegalStateException("the shares of the mix do not add up to " + PERCENT);
  }

  String number() {
    return number;
  }

  /** Otherwise no payment with it is ever `succeeded`. One that may can fail all the same. */
  boolean maySucceed() {
    return maySucceed;
  }
}
