package florin.connector.mollie;

import florin.connector.Checks;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.ProviderDetails;
import florin.connector.ProviderDetails.PaidCard;
import florin.connector.ProviderDetails.Payer;
import florin.connector.ProviderDetails.ProviderMoney;
import florin.connector.ProviderDetails.ProviderMoney.ProviderRefund;
import florin.connector.ProviderDetails.ProviderMoney.ProviderRefundStatus;
import florin.connector.ProviderDetails.SavedAccount;
import florin.connector.ProviderDispute;
import florin.connector.ProviderDispute.DisputeStatus;
import florin.connector.RiskLevel;
import florin.connector.remote.RemoteExchanges;
import florin.connector.remote.RemoteFacts;
import florin.connector.remote.RemoteObject;
import florin.core.Id.AttemptId;
import florin.core.Money;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The details that Mollie reports about a payment on its page. */
final class MollieDetails {
  /** Florin's names of brands, by Mollie's labels. */
  private static final Map<String, String> BRANDS =
      Map.of(
          "American Express", "amex",
          "Diners Club", "diners",
          "Discover", "discover",
          "JCB", "jcb",
          "Mastercard", "mastercard",
          "Unionpay", "unionpay",
          "Visa", "visa");

  private static final Set<String> FUNDINGS = Set.of("credit", "debit", "prepaid");
  private static final Pattern LAST4 = Pattern.compile("\\**([0-9]{4})");

  /** The expiry date of a card: `12/25`, or of a mandate: `2025-12-31`. */
  private static final Pattern EXPIRY =
      Pattern.compile("(?<m>0[1-9]|1[0-2])/(?<y>[0-9]{2})|20(?<yy>[0-9]{2})-(?<mm>[0-9]{2})-.*");

  /** An IBAN, with its last four characters. */
  private static final Pattern IBAN =
      Pattern.compile("[A-Z]{2}[0-9]{2}[0-9A-Z]{7,26}([0-9A-Z]{4})");

  private static final String UNKNOWN = "unknown";
  private static final int MAX_TEXT = 255;

  private MollieDetails() {}

  /**
   * Returns the approval.
   *
   * @param moved the amount that is held or was captured
   * @param captured zero while it is only held
   * @param saved what Mollie saved
   */
  static Outcome.Approved approved(
      MolliePayment payment,
      Money moved,
      Money captured,
      Optional<MollieCharges.Saved> saved,
      RemoteExchanges exchanges) {
    RemoteObject details = payment.object().object("details").orElse(RemoteObject.EMPTY);
    String id = payment.id().orElse("");
    return new Outcome.Approved(
        id,
        Optional.empty(),
        Optional.empty(),
        moved,
        Checks.NONE,
        RiskLevel.NORMAL,
        Optional.empty(),
        Optional.of(
            new ProviderDetails(
                Map.of("payment", id),
                payment.dashboard(),
                card(payment, details),
                saved.flatMap(MollieCharges.Saved::account),
                MollieMethods.read(payment.object().text("method")),
                payer(payment, details),
                disputes(payment.list("chargebacks"), moved),
                Optional.of(new ProviderMoney(captured, refunds(payment, exchanges))),
                saved.map(MollieCharges.Saved::credential))));
  }

  /** Returns the bank account of a mandate. A mandate for PayPal has an email address there. */
  static Optional<SavedAccount> account(RemoteObject mandate) {
    Matcher iban = IBAN.matcher(mandate.text("details", "consumerAccount").orElse(""));
    return MollieMethods.read(mandate.text("method"))
        .filter(_ -> iban.matches())
        .map(method -> new SavedAccount(method, iban.group(1)));
  }

  private static Optional<PaidCard> card(MolliePayment payment, RemoteObject details) {
    Matcher last4 = LAST4.matcher(details.text("cardNumber").orElse(""));
    Matcher expiry = EXPIRY.matcher(details.text("cardExpiryDate").orElse(""));
    if (!payment.object().text("method").equals(Optional.of("creditcard"))
        || !last4.matches()
        || !expiry.matches()) {
      return Optional.empty();
    }
    boolean isShort = expiry.group("m") != null;
    return Optional.of(
        new PaidCard(
            BRANDS.getOrDefault(details.text("cardLabel").orElse(""), UNKNOWN),
            last4.group(1),
            Integer.parseInt(expiry.group(isShort ? "m" : "mm")),
            2000 + Integer.parseInt(expiry.group(isShort ? "y" : "yy")),
            details.text("cardFunding").filter(FUNDINGS::contains).orElse(UNKNOWN)));
  }

  private static Optional<Payer> payer(MolliePayment payment, RemoteObject details) {
    RemoteObject billing = payment.object().object("billingAddress").orElse(RemoteObject.EMPTY);
    var payer =
        new Payer(
            text(details.text("cardHolder")).or(() -> text(details.text("consumerName"))),
            text(billing.text("email"))
                .or(() -> text(details.text("consumerAccount")).filter(it -> it.contains("@"))),
            billing
                .text("country")
                .or(() -> payment.object().text("countryCode"))
                .filter(it -> it.matches("[A-Z]{2}")),
            text(billing.text("postalCode")));
    boolean isEmpty =
        payer.equals(
            new Payer(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()));
    return isEmpty ? Optional.empty() : Optional.of(payer);
  }

  /**
   * Returns a dispute for each chargeback, the oldest first. A chargeback has taken the money
   * already, so it is lost unless it was reversed. Mollie reports no earlier state and no deadline.
   */
  private static List<ProviderDispute> disputes(List<RemoteObject> chargebacks, Money moved) {
    return chargebacks.stream()
        .sorted(Comparator.comparing(one -> one.text("createdAt").orElse("")))
        .map(one ->
            new ProviderDispute(
                text(one.text("id")),
                one.text("reversedAt").isEmpty() ? DisputeStatus.LOST : DisputeStatus.WON,
                MollieMoney.read("amount", one)
                    .filter(amount -> amount.currency().equals(moved.currency())),
                text(one.text("reason", "code")).orElse(UNKNOWN),
                Optional.empty()))
        .toList();
  }

  /** Returns the refunds that Florin did not request, the oldest first. */
  private static List<ProviderRefund> refunds(MolliePayment payment, RemoteExchanges exchanges) {
    return payment.list("refunds").stream()
        .filter(refund -> !isBookedByItsAttempt(refund, exchanges))
        .sorted(Comparator.comparing(refund -> refund.text("createdAt").orElse("")))
        .flatMap(refund -> read(refund).stream())
        .toList();
  }

  /**
   * Returns whether the refund is one that Florin requested, and that its attempt books. An attempt
   * that was resolved as declined books nothing more.
   */
  private static boolean isBookedByItsAttempt(RemoteObject refund, RemoteExchanges exchanges) {
    return MollieFollowUps.reference(refund)
        .flatMap(AttemptId.KIND::parse)
        .map(attempt -> RemoteFacts.outcome(exchanges.list(new OperationRef(attempt))))
        .filter(known -> known.filter(Outcome.Declined.class::isInstance).isEmpty())
        .isPresent();
  }

  private static Optional<ProviderRefund> read(RemoteObject refund) {
    Optional<ProviderRefundStatus> status =
        switch (refund.text("status").orElse("")) {
          case "queued", "pending", "processing" -> Optional.of(ProviderRefundStatus.PENDING);
          case "refunded" -> Optional.of(ProviderRefundStatus.SUCCEEDED);
          case "failed" -> Optional.of(ProviderRefundStatus.FAILED);
          case "canceled" -> Optional.of(ProviderRefundStatus.CANCELED);
          default -> Optional.empty();
        };
    return status.flatMap(known ->
        text(refund.text("id"))
            .flatMap(id ->
                MollieMoney.read("amount", refund)
                    .filter(amount -> !amount.isZero())
                    .map(amount -> new ProviderRefund(id, amount, known))));
  }

  private static Optional<String> text(Optional<String> text) {
    return text.map(String::strip).filter(it -> !it.isEmpty() && it.length() <= MAX_TEXT);
  }
}
