package florin.connector.stripe;

import florin.connector.Checks;
import florin.connector.Checks.Check;
import florin.connector.Credential;
import florin.connector.Outcome;
import florin.connector.ProviderDetails;
import florin.connector.ProviderDetails.PaidCard;
import florin.connector.ProviderDetails.Payer;
import florin.connector.ProviderDetails.ProviderMoney;
import florin.connector.ProviderDispute;
import florin.connector.ProviderDispute.Detail;
import florin.connector.ProviderDispute.DisputeStatus;
import florin.connector.RiskLevel;
import florin.connector.ThreeDSecureResult;
import florin.connector.ThreeDSecureResult.TransStatus;
import florin.connector.remote.RemoteCharges;
import florin.connector.remote.RemoteObject;
import florin.core.Currency;
import florin.core.Money;
import java.net.URI;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The details that Stripe reports about a payment on its page. */
final class StripeDetails {
  private static final String DASHBOARD = "https://dashboard.stripe.com/";

  /** The brands that have the same name at Stripe and in Florin. */
  private static final Set<String> BRANDS =
      Set.of("visa", "mastercard", "amex", "discover", "diners", "jcb", "unionpay");

  private static final Set<String> FUNDINGS = Set.of("credit", "debit", "prepaid");
  private static final String UNKNOWN = "unknown";
  private static final int MAX_TEXT = 255;

  private StripeDetails() {}

  /**
   * Returns the approval.
   *
   * @param moved the amount that is held or was captured
   * @param disputes the disputes of the charge, the oldest first
   * @param money all amounts that Stripe has moved
   * @param saved the credential that Stripe saved
   */
  static Outcome.Approved approved(
      StripeSession session,
      Money moved,
      boolean live,
      List<ProviderDispute> disputes,
      ProviderMoney money,
      Optional<Credential.Saved> saved) {
    RemoteObject charge = session.charge();
    RemoteObject card = card(charge);
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
                charge.text("payment_method_details", "type"),
                payer(charge, session),
                disputes,
                Optional.of(money),
                saved)));
  }

  /**
   * Returns the approval of a setup.
   *
   * @param zero the amount
   * @param saved the credential that Stripe saved
   */
  static Outcome.Approved setUp(
      StripeSession session, Money zero, boolean live, Credential.Saved saved) {
    RemoteObject method = session.whole().object(StripeSaved.METHOD).orElse(RemoteObject.EMPTY);
    RemoteObject card = method.object("card").orElse(RemoteObject.EMPTY);
    return new Outcome.Approved(
        session.intent().orElse(""),
        Optional.empty(),
        Optional.empty(),
        zero,
        checks(card),
        RiskLevel.NORMAL,
        session
            .whole()
            .object("latest_attempt", "payment_method_details", "card", "three_d_secure")
            .flatMap(StripeDetails::authentication),
        Optional.of(
            new ProviderDetails(
                ids(session),
                Optional.of(
                    dashboard("customers/" + saved.ids().get(RemoteCharges.CUSTOMER), live)),
                paidCard(card),
                method.text("type"),
                payer(method, session),
                List.of(),
                Optional.empty(),
                Optional.of(saved))));
  }

  /** Returns the authentication of a payer; empty if it is no evidence of one. */
  private static Optional<ThreeDSecureResult> authentication(RemoteObject reported) {
    Optional<TransStatus> status =
        switch (reported.text("result").orElse("")) {
          case "authenticated" -> Optional.of(TransStatus.Y);
          case "attempt_acknowledged" -> Optional.of(TransStatus.A);
          default -> Optional.empty();
        };
    return status.flatMap(it ->
        reported
            .text("version")
            .filter(version -> version.matches("[0-9.]{1,8}"))
            .map(version ->
                new ThreeDSecureResult(
                    version,
                    reported
                        .text("electronic_commerce_indicator")
                        .filter(eci -> eci.matches("[0-9]{2}")),
                    Optional.empty(),
                    reported.text("transaction_id").filter(id -> id.matches("[0-9a-fA-F-]{36}")),
                    it)));
  }

  private static RemoteObject card(RemoteObject charge) {
    return charge.object("payment_method_details", "card").orElse(RemoteObject.EMPTY);
  }

  private static Map<String, String> ids(StripeSession session) {
    var ids = new HashMap<String, String>();
    text(session.id()).ifPresent(id -> ids.put("checkout_session", id));
    text(session.intent())
        .ifPresent(id -> ids.put(session.isSetup() ? "setup_intent" : "payment_intent", id));
    text(session.charge().text("id")).ifPresent(id -> ids.put("charge", id));
    return ids;
  }

  static URI page(String intent, boolean live) {
    return dashboard("payments/" + intent, live);
  }

  private static URI dashboard(String path, boolean live) {
    return URI.create(DASHBOARD + (live ? "" : "test/") + path);
  }

  /**
   * Returns a charge's disputes, the oldest first.
   *
   * @param list the newest first
   * @param currency of the payment
   */
  static List<ProviderDispute> disputes(List<RemoteObject> list, Currency currency) {
    return list.reversed().stream().map(dispute -> dispute(dispute, currency)).toList();
  }

  /**
   * Reads a dispute. A status that Stripe adds later counts as open, so that a person checks it.
   */
  static ProviderDispute dispute(RemoteObject dispute, Currency currency) {
    String status = dispute.text("status").orElse("");
    return new ProviderDispute(
        text(dispute.text("id")),
        Arrays.stream(DisputeStatus.values())
            .filter(known -> known.text().equals(status))
            .findFirst()
            .orElse(
                status.endsWith("under_review")
                    ? DisputeStatus.UNDER_REVIEW
                    : DisputeStatus.NEEDS_RESPONSE),
        StripeSession.money("amount", dispute).filter(it -> it.currency().equals(currency)),
        text(dispute.text("reason")).orElse(UNKNOWN),
        dispute.number("evidence_details", "due_by").stream()
            .filter(at -> at > 0)
            .mapToObj(Instant::ofEpochSecond)
            .findFirst(),
        detail(dispute));
  }

  private static Detail detail(RemoteObject dispute) {
    int submissions = (int) dispute.number("evidence_details", "submission_count").orElse(0);
    return new Detail(
        text(dispute.text("network_reason_code")),
        submissions,
        submissions == 0 && dispute.flag("evidence_details", "past_due").equals(Optional.of(true)));
  }

  /** Returns a dispute whose details Stripe hides from this key. */
  static ProviderDispute unknownDispute() {
    return new ProviderDispute(
        Optional.empty(),
        DisputeStatus.NEEDS_RESPONSE,
        Optional.empty(),
        UNKNOWN,
        Optional.empty());
  }

  /** Returns the card. A card in a wallet has the last digits of the card itself, as everywhere. */
  private static Optional<PaidCard> paidCard(RemoteObject card) {
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

  private static Optional<Payer> payer(RemoteObject used, StripeSession session) {
    RemoteObject billing = used.object("billing_details").orElse(RemoteObject.EMPTY);
    RemoteObject said = session.object().object("customer_details").orElse(RemoteObject.EMPTY);
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

  private static Optional<String> either(RemoteObject first, RemoteObject second, String... path) {
    return text(first.text(path)).or(() -> text(second.text(path)));
  }

  private static Checks checks(RemoteObject card) {
    return new Checks(
        check(card, "cvc_check"),
        check(card, "address_line1_check"),
        check(card, "address_postal_code_check"));
  }

  private static Check check(RemoteObject card, String name) {
    return switch (card.text("checks", name).orElse("")) {
      case "pass" -> Check.PASS;
      case "fail" -> Check.FAIL;
      case "unavailable" -> Check.UNAVAILABLE;
      default -> Check.UNCHECKED;
    };
  }

  private static RiskLevel risk(RemoteObject charge) {
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
