package florin.payment.challenge;

import florin.account.Account;
import florin.page.AmountText;
import florin.payment.machine.Failure;
import florin.payment.machine.Payment;
import java.util.Optional;

/**
 * The text of the challenge page that a payer reads; nothing in it is escaped yet.
 *
 * @param token the token in the page's own URL
 * @param words the outcome, once the challenge is over
 * @param returnUrl the merchant's URL where the payer returns
 */
public record Challenge(
    String token,
    String merchant,
    String amount,
    String card,
    Optional<String> description,
    String payment,
    ChallengeStatus standing,
    String words,
    Optional<String> returnUrl) {

  /** The status of the challenge for the payer. */
  public enum ChallengeStatus {
    OPEN("Confirm your payment"),
    UNDER_WAY("One moment"),
    PROCESSING("Your payment is being processed"),
    CONFIRMED("Your payment is confirmed"),
    FAILED("Your payment failed"),
    CANCELED("Your payment was canceled");

    private final String title;

    ChallengeStatus(String title) {
      this.title = title;
    }

    public String title() {
      return title;
    }
  }

  static Challenge of(String token, Account account, Payment payment) {
    ChallengeStatus standing = standing(payment);
    return new Challenge(
        token,
        account.name(),
        AmountText.of(payment.order().amount()),
        payment.method().label(),
        payment.order().description(),
        payment.id().text(),
        standing,
        words(standing, payment),
        payment.findReturnUrl());
  }

  public boolean isOpen() {
    return standing == ChallengeStatus.OPEN;
  }

  private static ChallengeStatus standing(Payment payment) {
    return switch (payment.status()) {
      case REQUIRES_ACTION ->
          payment.isWaitingForPayer() ? ChallengeStatus.OPEN : ChallengeStatus.UNDER_WAY;
      case PROCESSING -> ChallengeStatus.PROCESSING;
      case REQUIRES_CAPTURE, SUCCEEDED -> ChallengeStatus.CONFIRMED;
      case FAILED -> ChallengeStatus.FAILED;
      case CANCELED -> ChallengeStatus.CANCELED;
    };
  }

  private static String words(ChallengeStatus standing, Payment payment) {
    return switch (standing) {
      case OPEN -> "";
      case UNDER_WAY -> "Your confirmation was sent to your bank. Reload this page in a moment.";
      case PROCESSING -> "You don't need to do anything. Please don't pay again.";
      case CONFIRMED -> "You don't need to do anything here.";
      case FAILED -> payment.state().failure().map(Failure::message).orElse("Nothing was charged.");
      case CANCELED -> "Nothing was charged.";
    };
  }
}
