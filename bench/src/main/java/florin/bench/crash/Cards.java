package florin.bench.crash;

import java.util.SplittableRandom;

/**
 * The cards that drills pay with. Approved cards have a recognizable number that leak checks search
 * for.
 */
final class Cards {
  /**
   * No test card's number starts with these digits. Text that contains them leaks a card number.
   */
  private static final String CANARY = "424242771903";

  static final Needle SECRET = new Needle(CANARY);

  static final String NEVER_ARRIVES = "4000000000840019";
  static final String APPROVED_AFTER_REVERSAL = "4000000000840035";
  static final String SLOW = "4000000000840084";
  private static final int SERIALS = 1000;

  private Cards() {}

  /** The behaviors of the simulator's cards, as docs/reference/test-cards.md describes them. */
  private enum Kind {
    GOOD("", 66),
    DECLINED("4000000000000002", 8),
    UNHEARD("4000000000840027", 5),
    NEVER(NEVER_ARRIVES, 4),
    LATE(APPROVED_AFTER_REVERSAL, 4),
    SLOWLY(SLOW, 3),
    PENDING("4000000000840118", 4),
    REFUND_UNHEARD("4000000000840159", 3),
    REFUND_PENDING("4000000000007726", 3);

    private final String number;
    private final int percent;

    Kind(String number, int percent) {
      this.number = number;
      this.percent = percent;
    }
  }

  static String pick(SplittableRandom random) {
    int drawn = random.nextInt(100);
    for (Kind kind : Kind.values()) {
      drawn -= kind.percent;
      if (drawn < 0) {
        return kind == Kind.GOOD ? good(random) : kind.number;
      }
    }
    throw new IllegalStateException("the shares do not add up to 100");
  }

  static String good(SplittableRandom random) {
    String digits = CANARY + "%03d".formatted(random.nextInt(SERIALS));
    return digits + checkDigit(digits);
  }

  /** Returns whether no payment with the card in this request body can succeed. */
  static boolean neverPays(String body) {
    return body.contains(Kind.DECLINED.number)
        || body.contains(NEVER_ARRIVES)
        || body.contains(APPROVED_AFTER_REVERSAL);
  }

  /** Returns the Luhn check digit (ISO/IEC 7812-1). */
  private static int checkDigit(String digits) {
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(digits.length() - 1 - i) - '0';
      int weighed = i % 2 == 0 ? 2 * digit : digit;
      sum += weighed / 10 + weighed % 10;
    }
    return (10 - sum % 10) % 10;
  }
}
