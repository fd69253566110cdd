package florin.payment;

import florin.connector.Capabilities.PageMethods;
import florin.connector.Connector;
import florin.connector.Connectors;
import florin.connector.Credential;
import florin.connector.PageOffer;
import florin.connector.PaymentNeeds;
import florin.core.ErrorCode;
import florin.core.Id.ConnectorId;
import florin.core.Money;
import florin.core.Problem;
import florin.core.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The rejections of payments that no connector could carry out. */
final class PaymentRefusals {
  private static final String METHODS = "payment_method.hosted.methods";

  private PaymentRefusals() {}

  /**
   * Rejects a payment that no connector can take. Its outcome would be unknown.
   *
   * @param enabled the realm's enabled connectors
   * @param wanted the connector that the merchant chose
   */
  static Refusal notRouted(
      List<Connector> enabled, PaymentNeeds needs, Optional<ConnectorId> wanted) {
    Credential credential = needs.credential();
    if (credential instanceof Credential.Transfer) {
      return unavailable("Nothing was charged or stored. " + Connectors.NO_RECEIVING_ACCOUNT);
    }
    if (wanted.isPresent()) {
      return notTaken(
          enabled.stream().filter(it -> it.id().equals(wanted.get().text())).findFirst(), needs);
    }
    if (credential instanceof Credential.Saved) {
      return ofOtherConnector();
    }
    if (enabled.isEmpty()) {
      return unavailable("Nothing was charged or stored. " + Connectors.NO_LIVE_CONNECTOR);
    }
    return credential instanceof Credential.Page page
        ? noPage(enabled, page, needs)
        : notTaken(enabled);
  }

  /** Rejects the connector that the merchant chose. */
  private static Refusal notTaken(Optional<Connector> chosen, PaymentNeeds needs) {
    if (chosen.isEmpty()) {
      return refused(
          "connector",
          "connector is not enabled in this account and mode. Choose one of GET /v2/connectors with the status enabled, or omit it; nothing was charged or stored.");
    }
    return switch (needs.credential()) {
      case Credential.Saved _ ->
          refused(
              "connector",
              "payment_method is kept by the provider of another connector. Omit connector; nothing was charged or stored.");
      case Credential.Page page -> noPage(chosen.get(), page, needs);
      case Credential.PlainCard _, Credential.Transfer _ -> notTaken(List.of(chosen.get()));
    };
  }

  /** Rejects a page that the connector which the merchant chose doesn't have. */
  private static Refusal noPage(Connector chosen, Credential.Page page, PaymentNeeds needs) {
    if (!chosen.capabilities().accepts().takes(page)) {
      return noPage(List.of(chosen), page, needs);
    }
    return chosen.takes(needs.currency())
        ? refused(
            METHODS,
            "The connector %s can't offer %s. Omit connector, or choose another one; nothing was charged or stored."
                .formatted(
                    chosen.id(),
                    String.join(
                        ", ", PageOffer.impossible(List.of(chosen), page.methods(), paid(needs)))))
        : refused(
            "currency",
            "currency is not supported by this connector. Omit connector, or use another currency; nothing was charged or stored.");
  }

  private static Refusal noPage(List<Connector> enabled, Credential.Page page, PaymentNeeds needs) {
    List<Connector> hosted =
        enabled.stream().filter(it -> it.capabilities().accepts().takes(page)).toList();
    if (hosted.isEmpty()) {
      return unavailable(
          "This account has no connector with a payment page. Enable one in the dashboard under Connectors, or use another type; nothing was charged or stored.");
    }
    List<Connector> inCurrency = hosted.stream().filter(it -> it.takes(needs.currency())).toList();
    if (inCurrency.isEmpty()) {
      return refused(
          "currency",
          "currency is not supported by the connectors of this account. Use another currency; nothing was charged or stored.");
    }
    return refused(
        METHODS,
        "No enabled connector can offer %s. Remove it, or enable a connector that can; nothing was charged or stored."
            .formatted(
                String.join(", ", PageOffer.impossible(inCurrency, page.methods(), paid(needs)))));
  }

  /** Returns the needs of a payment that saves nothing: only these decide whether it is routed. */
  private static PaymentNeeds paid(PaymentNeeds needs) {
    return new PaymentNeeds(needs.credential(), needs.currency());
  }

  /** Rejects a credential that the connectors do not support. */
  private static Refusal notTaken(List<Connector> asked) {
    return unavailable(
        asked.stream().anyMatch(it -> it.capabilities().hosted())
            ? "The connector of this account doesn't accept card numbers. Use the type hosted, with which the payer enters the card on the provider's page."
            : "payment_method has a type that the connector of this account doesn't support. Use another type.");
  }

  /** Rejects to save a payment method without a charge where the provider can't. */
  static Refusal notSetUp() {
    return unavailable(
        "The connector of this account can't save a payment method without a charge. Save it with the first payment (save_payment_method); nothing was charged or stored.");
  }

  /** Rejects a mandate for a payment method that can't be charged again. */
  static Refusal mandateOfUnattached() {
    return Problem.BadParameters.of(
            "mandate",
            ErrorCode.PARAMETER_INVALID,
            "mandate requires save_payment_method: true, because payment_method is not attached to a customer. Nothing was charged.")
        .refusal();
  }

  /**
   * Requires that the provider can save one of the methods of its page, if the payment saves it.
   *
   * @throws Refusal if it can't
   */
  static void requireSaved(
      Connector connector, Credential.Page page, PaymentNeeds needs, Money amount) {
    PageMethods able = PageOffer.pages(needs).apply(connector);
    List<String> methods = page.methods();
    if (able.possible().isEmpty() || (methods.isEmpty() && !able.isPossible(methods))) {
      throw needs.setsUp() ? notSetUp() : notSaved();
    }
    Set<String> savable =
        needs.saves() || needs.setsUp() ? connector.savable(amount) : able.possible();
    if (!methods.isEmpty() && methods.stream().noneMatch(savable::contains)) {
      String named = String.join(", ", methods);
      throw refused(
          METHODS,
          savable.isEmpty()
              ? "The connector of this account can't save %s or another payment method with this amount and currency. Use another amount; nothing was charged or stored."
                  .formatted(named)
              : "The connector of this account can't save %s. Choose from %s, or omit hosted.methods; nothing was charged or stored."
                  .formatted(named, savable.stream().sorted().collect(Collectors.joining(", "))));
    }
  }

  /** Rejects to save what the payer enters on the page of a provider that can't save it. */
  private static Refusal notSaved() {
    return Problem.BadParameters.of(
            "save_payment_method",
            ErrorCode.PARAMETER_INVALID,
            "save_payment_method must be false with the type hosted, because this account's connector can't save what the payer enters on the provider's page. Nothing was charged.")
        .refusal();
  }

  /** Rejects to charge a card that the provider keeps while the payer is present. */
  static Refusal keptByProvider() {
    return unavailable(
        "payment_method is kept by the provider, which charges it with off_session only. While the payer is present, use the type hosted; nothing was charged.");
  }

  /** Rejects to charge a card that a provider keeps whose connector is not enabled. */
  static Refusal ofOtherConnector() {
    return unavailable(
        "payment_method is kept by the provider of a connector that is not enabled. Enable that connector again, or ask the payer to save the card again; nothing was charged.");
  }

  /** Rejects to hold an amount that can't be captured later. */
  static Refusal notHeld() {
    return Problem.BadParameters.of(
            "capture_method",
            ErrorCode.PARAMETER_INVALID,
            "capture_method must be automatic for this payment method, because it has no separate authorization.")
        .refusal();
  }

  /** Rejects to repeat a payment that has no checkout session on which the payer could pay it. */
  static Refusal notRecoverable() {
    return notRepeated(
        "recovers must be the id of an off_session payment that failed with authentication_required. Nothing was charged.");
  }

  /** Rejects a repetition of another amount: the payer may still owe the rest. */
  static Refusal otherAmount(Money amount) {
    return notRepeated(
        "recovers names a payment of %d %s. Charge the same amount, or omit recovers for another charge; nothing was charged."
            .formatted(amount.minor(), amount.currency().code()));
  }

  /** Rejects a repetition for another customer, who would pay this one's debt. */
  static Refusal otherCustomer() {
    return notRepeated("recovers names a payment of another customer. Nothing was charged.");
  }

  private static Refusal notRepeated(String message) {
    return Problem.BadParameters.of("recovers", ErrorCode.PARAMETER_INVALID, message).refusal();
  }

  private static Refusal refused(String param, String message) {
    return Problem.BadParameters.of(param, ErrorCode.PARAMETER_INVALID, message).refusal();
  }

  private static Refusal unavailable(String message) {
    return Problem.BadParameters.of("payment_method", ErrorCode.PAYMENT_METHOD_UNAVAILABLE, message)
        .refusal();
  }
}
