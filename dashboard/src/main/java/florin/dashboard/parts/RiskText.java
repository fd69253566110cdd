package florin.dashboard.parts;

import florin.brake.Step;
import florin.brake.SubjectKind;
import florin.lists.ListKind;

/** The words for the sources that the brake counts, its steps, and the kinds of listed values. */
public final class RiskText {
  private RiskText() {}

  public static String of(SubjectKind kind) {
    return switch (kind) {
      case ADDRESS -> "Network address";
      case NETWORK -> "Network";
      case CARD -> "Card";
      case BIN -> "First six digits of the card number";
      case EMAIL_DOMAIN -> "Domain of the email address";
      case CUSTOMER -> "Customer";
      case CHECKOUT_SESSION -> "Checkout session";
      case PUBLISHABLE_KEY -> "Publishable key";
      case UNFAMILIAR -> "Cards of unfamiliar banks and networks";
      case ACCOUNT -> "All cards of the account";
    };
  }

  public static String of(ListKind kind) {
    return switch (kind) {
      case CARD_FINGERPRINT -> "Card";
      case CARD_BIN -> "First digits of the card number";
      case EMAIL -> "Email address";
      case EMAIL_DOMAIN -> "Domain of the email address";
      case ADDRESS -> "Network address";
    };
  }

  public static Pill pill(Step step) {
    return switch (step) {
      case NONE, SLOW -> new Pill("note", "Slowed");
      case PROVE -> new Pill("wait", "Asked for a proof");
      case CLOSE -> new Pill("bad", "Refused");
    };
  }
}
