package florin.payment.challenge;

import florin.account.Account;
import florin.core.Id;
import florin.core.Id.SetupId;
import florin.page.AmountText;
import florin.payment.machine.Failure;
import florin.payment.machine.Payment;
import java.util.Optional;

/**
 * The text of the challenge page that a payer reads; nothing in it is escaped yet.
 *
 * @param amount the title; for a setup, the purpose
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
    Id object,
    ChallengeStatus standing,
    String words,
    Optional<String> returnUrl) {

  /** The status of the challenge for the payer. */
  public enum ChallengeStatus {
    OPEN("Confirm your payment", "Confirm your card"),
    UNDER_WAY("One moment", "One moment"),
    PROCESSING("Your payment is being processed", "Your card is being saved"),
    CONFIRMED("Your payment is confirmed", "Your card is saved"),
    FAILED("Your payment failed", "Your card was not saved"),
    CANCELED("Your payment was canceled", "Your card was not saved");

    private final String ofPayment;
    private final String ofSetup;

    ChallengeStatus(String ofPayment, String ofSetup) {
      this.ofPayment = ofPayment;
      this.ofSetup = ofSetup;
    }
  }

  static Challenge of(String token, Account account, Payment payment) {
    ChallengeStatus standing = standing(payment);
    return new Challenge(
        token,
        account.name(),
        payment.isSetup() ? "Save your card" : AmountText.of(payment.terms().amount()),
        payment.method().label(),
        payment.terms().description(),
        payment.publicId(),
        standing,
        words(standing, payment),
        payment.findReturnUrl());
  }

  public String title() {
    return object instanceof SetupId ? standing.ofSetup : standing.ofPayment;
  }

  /** Returns the payment or setup for a support request, with its id. */
  public String noun() {
    return object instanceof SetupId ? "Setup" : "Payment";
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
      case PROCESSING ->
          payment.isSetup()
              ? "You don't need to do anything."
              : "You don't need to do anything. Please don't pay again.";
      case CONFIRMED -> "You don't need to do anything here.";
      case FAILED -> payment.state().failure().map(Failure::message).orElse("Nothing was charged.");
      case CANCELED -> "Nothing was charged.";
    };
  }
}
