package florin.dashboard.payments;

import florin.dashboard.parts.SelectOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The outcome of a test payment, and the test card that produces it. docs/reference/test-cards.md
 * lists all cards.
 */
public enum TestOutcome {
  SUCCEEDS("4242424242424242", "Succeeds"),
  DECLINED("4000000000000002", "Declined: no reason given"),
  NO_MONEY("4000000000009995", "Declined: insufficient funds"),
  EXPIRED("4000000000000069", "Declined: expired card"),
  WRONG_CODE("4000000000000127", "Declined: wrong security code"),
  FRAUD("4100000000000019", "Declined: suspected fraud"),
  CHALLENGE("4000000000003220", "Requires 3-D Secure"),
  RISK("4000000000009235", "Succeeds with elevated risk"),
  PENDING("4000000000840118", "Processes for a while, then succeeds"),
  UNHEARD("4000000000840027", "Succeeds, but the network's response is lost"),
  REFUND_FAILS("4000000000005126", "Succeeds, but a later refund fails"),
  CAPTURE_DECLINED("4000000000840134", "Authorized, but the capture is declined");

  private final String number;
  private final String words;

  TestOutcome(String number, String words) {
    this.number = number;
    this.words = words;
  }

  String number() {
    return number;
  }

  static List<SelectOption> options() {
    return Arrays.stream(values())
        .map(card ->
            new SelectOption(
                card.text(), card.words + " · " + card.number.substring(card.number.length() - 4)))
        .toList();
  }

  static Optional<TestOutcome> find(String text) {
    return Arrays.stream(values()).filter(card -> card.text().equals(text)).findFirst();
  }

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
