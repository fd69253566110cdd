package florin.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * The test cards of docs/reference/test-cards.md and their weights. Each is used at least once,
 * except the card that delays its response by five seconds, which leaves nothing visible.
 */
final class TestCards {
  /** The operation for which the demo uses a card. */
  enum Use {
    SALE,
    CHALLENGE,
    CAPTURE,
    REFUND,
    /** Can be saved, and is declined when it is charged. */
    ON_FILE
  }

  /**
   * @param weight the relative frequency, in addition to the one guaranteed use
   */
  record TestCard(String number, int weight, Use use) {
    /** Returns whether the card succeeds and is of a common kind. */
    boolean isUsual() {
      return weight >= USUAL_WEIGHT;
    }

    boolean isAmex() {
      return number.startsWith("34") || number.startsWith("37");
    }
  }

  private static final int USUAL_WEIGHT = 40;

  private static final String SUCCEEDS =
      """
      4242424242424242 330, 5555555555554444 170, 4000056655665556 110, 378282246310005 50, 2223003122003222 45,
      5200828282828210 55, 6011111111111117 25, 3566002020360505 20, 5105105105105100 18, 371449635398431 15,
      6200000000000005 10, 3056930009020004 6, 6011000990139424 5, 36227206271667 4\
      """;

  private static final String SUCCEEDS_WITH_SOMETHING_TO_LOOK_AT =
      """
      4000000000000101 4, 4000000000000010 3, 4000000000000028 2, 4000000000000036 5, 4000000000009235 7,
      4000000000000259 0, 4000000000002685 0\
      """;

  private static final String FAILS =
      """
      4000000000000002 10, 4000000000009995 17, 4000000000009987 2, 4000000000009979 2, 4000000000006975 4,
      4100000000000019 4, 4000000000000069 5, 4000000000000127 6, 4000000000000119 4, 4242424242424241 6\
      """;

  private static final String RESPONSE_CODES =
      """
      4000000000830002 0, 4000000000830010 1, 4000000000830028 0, 4000000000830036 0, 4000000000830044 1,
      4000000000830051 8, 4000000000830069 0, 4000000000830077 0, 4000000000830127 1, 4000000000830135 0,
      4000000000830143 2, 4000000000830150 0, 4000000000830192 0, 4000000000830218 0, 4000000000830259 0,
      4000000000830283 0, 4000000000830309 0, 4000000000830390 0, 4000000000830416 0, 4000000000830432 0,
      4000000000830465 0, 4000000000830515 5, 4000000000830523 0, 4000000000830531 0, 4000000000830549 2,
      4000000000830556 1, 4000000000830572 3, 4000000000830580 1, 4000000000830598 1, 4000000000830614 2,
      4000000000830622 1, 4000000000830630 1, 4000000000830655 3, 4000000000830705 0, 4000000000830754 1,
      4000000000830788 0, 4000000000830820 2, 4000000000830853 0, 4000000000830911 4, 4000000000830929 0,
      4000000000830937 0, 4000000000830945 1, 4000000000830960 1, 4000000000830978 0\
      """;

  private static final String FAULTS =
      """
      4000000000840019 1, 4000000000840027 2, 4000000000840035 0, 4000000000840043 1, 4000000000840050 1,
      4000000000840068 1, 4000000000840100 0, 4000000000840118 2, 4000000000840126 1\
      """;

  private static final String CHALLENGES =
      """
      4000000000003220 22, 4000002760003184 12, 4000002500003155 14, 4000000000003055 10, 4000008400001629 2,
      4000008260003178 2, 4000008400001280 2\
      """;

  private static final String DECLINED_WITHOUT_PAYER =
      "4000000000840167 0, 4000000000840175 0, 4000000000840183 0";

  private static final String LIMITED =
      """
      4000000000851008 0, 4000000000851016 0, 4000000000851024 0, 5100000000851103 0, 5100000000851111 0,
      5100000000851129 0\
      """;

  private static final String CAPTURES = "4000000000840134 0";

  private static final String REFUNDS =
      """
      4000000000007726 2, 4000000000005126 1, 4000000000840142 1, 4000000000840159 1\
      """;

  static final List<TestCard> ALL =
      Stream.of(
              cards(SUCCEEDS, Use.SALE),
              cards(SUCCEEDS_WITH_SOMETHING_TO_LOOK_AT, Use.SALE),
              cards(FAILS, Use.SALE),
              cards("4000000000000341 0", Use.ON_FILE),
              cards(RESPONSE_CODES, Use.SALE),
              cards(FAULTS, Use.SALE),
              cards(CHALLENGES, Use.CHALLENGE),
              cards(DECLINED_WITHOUT_PAYER, Use.SALE),
              cards(LIMITED, Use.SALE),
              cards(CAPTURES, Use.CAPTURE),
              cards(REFUNDS, Use.REFUND))
          .flatMap(List::stream)
          .toList();

  static final TestCard USUAL = ALL.getFirst();

  /** A card whose payment is disputed, because the goods did not arrive. */
  static final TestCard DISPUTED =
      ALL.stream()
          .filter(card -> card.number().equals("4000000000002685"))
          .findFirst()
          .orElseThrow();

  private static final int TOTAL_WEIGHT = ALL.stream().mapToInt(TestCard::weight).sum();

  private TestCards() {}

  /** Returns a card that always requires a challenge. */
  static TestCard challenging() {
    return ALL.stream().filter(card -> card.use() == Use.CHALLENGE).findFirst().orElseThrow();
  }

  /** Returns a random card with a probability in proportion to its weight. */
  static TestCard any(RandomGenerator random) {
    int left = random.nextInt(TOTAL_WEIGHT);
    for (TestCard card : ALL) {
      left -= card.weight();
      if (left < 0) {
        return card;
      }
    }
    throw new AssertionError("the weights add up");
  }

  private static List<TestCard> cards(String table, Use use) {
    var cards = new ArrayList<TestCard>();
    for (String line : table.split(",")) {
      String[] words = line.strip().split(" ");
      cards.add(new TestCard(words[0], Integer.parseInt(words[1]), use));
    }
    return cards;
  }
}
