package florin.connector.stripe;

import florin.connector.Checks;
import florin.connector.Checks.Check;
import florin.connector.Outcome;
import florin.connector.ProviderDetails;
import florin.connector.ProviderDetails.PaidCard;
import florin.connector.ProviderDetails.Payer;
import florin.connector.RiskLevel;
import florin.core.Money;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What Stripe tells of a payment that was made on its page. */
final class StripeDetails {
  private static final String DASHBOARD = "https://dashboard.stripe.com/";

  /** Brands of Stripe's that are ours by the same name. */
  private static final Set<String> BRANDS =
      Set.of("visa", "mastercard", "amex", "discover", "diners", "jcb", "unionpay");

  private static final Set<String> FUNDINGS = Set.of("credit", "debit", "prepaid");
  private static final String UNKNOWN = "unknown";
  private static final int MAX_TEXT = 255;

  private StripeDetails() {}

  /**
   * @param moved what is held or was taken
   * @param dispute its reason, where the payer disputes the charge
   */
  static Outcome.Approved approved(
      StripeSession session, Money moved, boolean live, Optional<String> dispute) {
    StripeObject charge = session.charge();
    StripeObject card = card(charge);
    return new Outcome.Approved(
        session.intent().orElse(""),
        text(card.text("network_transaction_id")),
        charge.text("outcome", "network_decline_code").filter(it -> it.matches("[A-Z0-9]{1,4}")),
        moved,
        checks(card),
        risk(charge),
        Optional.empty(),
        Optional.of(
            new ProviderDetails(
                ids(session),
                session.intent().map(intent -> page(intent, live)),
                paidCard(card),
                payer(session),
                dispute)));
  }

  private static StripeObject card(StripeObject charge) {
    return charge.object("payment_method_details", "card").orElse(StripeObject.EMPTY);
  }

  private static Map<String, String> ids(StripeSession session) {
    var ids = new HashMap<String, String>();
    text(session.id()).ifPresent(id -> ids.put("checkout_session", id));
    text(session.intent()).ifPresent(id -> ids.put("payment_intent", id));
    text(session.charge().text("id")).ifPresent(id -> ids.put("charge", id));
    return ids;
  }

  static URI page(String intent, boolean live) {
    return URI.create(DASHBOARD + (live ? "" : "test/") + "payments/" + intent);
  }

  /** A card of a wallet shows its own last digits, as it does everywhere else. */
  private static Optional<PaidCard> paidCard(StripeObject card) {
    long month = card.number("exp_month").orElse(0);
    long year = card.number("exp_year").orElse(0);
    Optional<String> last4 = card.text("last4").filter(it -> it.matches("[0-9]{4}"));
    if (month < 1 || month > 12 || year < 2000 || year > 9999 || last4.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new PaidCard(
            card.text("brand").filter(BRANDS::contains).orElse(UNKNOWN),
            last4.get(),
            (int) month,
            (int) year,
            card.text("funding").filter(FUNDINGS::contains).orElse(UNKNOWN)));
  }

  private static Optional<Payer> payer(StripeSession session) {
    StripeObject billing = session.charge().object("billing_details").orElse(StripeObject.EMPTY);
    StripeObject said = session.object().object("customer_details").orElse(StripeObject.EMPTY);
    var payer =
        new Payer(
            either(billing, said, "name"),
            either(billing, said, "email"),
            either(billing, said, "address", "country").filter(it -> it.matches("[A-Z]{2}")),
            either(billing, said, "address", "postal_code"));
    boolean isNobody =
        payer.name().isEmpty()
            && payer.email().isEmpty()
            && payer.country().isEmpty()
            && payer.postalCode().isEmpty();
    return isNobody ? Optional.empty() : Optional.of(payer);
  }

  private static Optional<String> either(StripeObject first, StripeObject second, String... path) {
    return text(first.text(path)).or(() -> text(second.text(path)));
  }

  private static Checks checks(StripeObject card) {
    return new Checks(
        check(card, "cvc_check"),
        check(card, "address_line1_check"),
        check(card, "address_postal_code_check"));
  }

  private static Check check(StripeObject card, String name) {
    return switch (card.text("checks", name).orElse("")) {
      case "pass" -> Check.PASS;
      case "fail" -> Check.FAIL;
      case "unavailable" -> Check.UNAVAILABLE;
      default -> Check.UNCHECKED;
    };
  }

  private static RiskLevel risk(StripeObject charge) {
    return switch (charge.text("outcome", "risk_level").orElse("")) {
      case "elevated" -> RiskLevel.ELEVATED;
      case "highest" -> RiskLevel.HIGHEST;
      default -> RiskLevel.NORMAL;
    };
  }

  private static Optional<String> text(Optional<String> text) {
    return text.map(String::strip).filter(it -> !it.isEmpty() && it.length() <= MAX_TEXT);
  }
}
