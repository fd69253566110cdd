package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.checkout.DeclinedCards;
import florin.checkout.DeclinedCards.Form;
import florin.config.Config;
import florin.core.AddressRange;
import florin.core.Pan;
import florin.payment.execution.CrashPoint;
import florin.testing.Records;
import florin.testing.TestApp;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A bot without script tests stolen cards over HTTP from 40 addresses, beside honest payers whose
 * browsers prove their work. All come through a proxy.
 */
@Tag("drill")
class CardTestingTest {
  private static final int ADDRESSES = 40;
  private static final int NETWORKS = 8;
  private static final int PAYERS_FOR_EACH_CARD = 3;
  private static final int MOST_TESTED = 60;

  private int tested;
  private int testedBeforeProof = -1;
  private int testedBeforeClose = -1;
  private int proving;

  @Test
  void a_bot_tests_few_cards_and_no_payer_is_refused() {
    try (TestApp florin = TestApp.open(CrashPoint.NONE, CardTestingTest::behindProxy)) {
      List<String> stolen = declinedCards();
      for (int i = 0; i < stolen.size(); i++) {
        test(DeclinedCards.send(florin, bot(i), stolen.get(i), false));
        for (int j = 0; j < PAYERS_FOR_EACH_CARD; j++) {
          int payer = i * PAYERS_FOR_EACH_CARD + j;
          Form paid = DeclinedCards.send(florin, home(payer), goodCard(payer), true);
          assertThat(paid.isSent()).as("payer %d", payer).isTrue();
          proving += paid.isProofAsked() ? 1 : 0;
        }
      }
      System.out.printf(
          "%d stolen cards: %d tested (before a proof %d, before a refusal %d); %d payers proved their work%n",
          stolen.size(), tested, testedBeforeProof, testedBeforeClose, proving);
      assertThat(tested).isLessThanOrEqualTo(MOST_TESTED);
    }
  }

  private void test(Form form) {
    if (form.isProofAsked() && testedBeforeProof < 0) {
      testedBeforeProof = tested;
    }
    if (form.isRefused() && testedBeforeClose < 0) {
      testedBeforeClose = tested;
    }
    tested += form.isSent() ? 1 : 0;
  }

  private static Config behindProxy(Config usual) {
    return Records.with(
        usual,
        "http",
        Records.with(usual.http(), "trustedProxies", List.of(AddressRange.of("127.0.0.0/8"))));
  }

  /** Cards whose number contains the response code of their issuer, which declines them. */
  private static List<String> declinedCards() {
    return IntStream.range(1, 100)
        .mapToObj("4000000000830%02d"::formatted)
        .map(CardTestingTest::withCheckDigit)
        .toList();
  }

  private static String goodCard(int payer) {
    return withCheckDigit("4%02d000%09d".formatted(10 + payer % 60, payer));
  }

  private static String withCheckDigit(String digits) {
    return IntStream.range(0, 10)
        .mapToObj(digit -> digits + digit)
        .filter(number -> new Pan(number).isValid())
        .findFirst()
        .orElseThrow();
  }

  private static String bot(int card) {
    int address = card % ADDRESSES;
    return "198.51.%d.%d".formatted(address % NETWORKS, address);
  }

  private static String home(int payer) {
    return "203.%d.%d.7".formatted(payer / 200, payer % 200);
  }
}
