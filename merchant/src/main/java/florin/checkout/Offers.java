package florin.checkout;

import florin.checkout.CheckoutSession.PageSettings;
import florin.connector.Connector;
import florin.connector.ConnectorName;
import florin.connector.Connectors;
import florin.connector.Credential;
import florin.connector.PageOffer;
import florin.connector.PaymentNeeds;
import florin.core.ErrorCode;
import florin.core.Id.ConnectorId;
import florin.core.Money;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.payment.machine.CaptureMethod;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The pages of providers that a session offers, each with its payment methods. */
public final class Offers {
  private static final Credential.Page PAGE = new Credential.Page(List.of());

  private final Connectors connectors;

  public Offers(Connectors connectors) {
    this.connectors = connectors;
  }

  /**
   * Returns the pages between which the payer chooses, in order.
   *
   * @param first the connector that comes first, because it keeps the card of a declined charge
   * @param renews whether a connector's page saves the payment method again
   */
  List<PageOffer> list(
      CheckoutSession session, Optional<ConnectorName> first, Predicate<Connector> renews) {
    List<String> methods = CheckoutState.ofProvider(session);
    if (methods.isEmpty() && !session.settings().methods().isEmpty()) {
      return List.of();
    }
    PaymentNeeds needs = needs(session.cart(), session.settings());
    try {
      List<Connector> routed =
          connectors.route(session.realm(), needs).stream()
              .filter(connector -> CheckoutState.isPossible(session, connector))
              .sorted(
                  Comparator.comparing(connector -> !first.equals(Optional.of(connector.name()))))
              .toList();
      return PageOffer.divide(
          hosted(routed, session.settings().connectors()),
          methods,
          connector ->
              PageOffer.pages(renews.test(connector) ? needs.saving() : needs).apply(connector));
    } catch (Refusal unusable) {
      return List.of();
    }
  }

  private static PaymentNeeds needs(Cart cart, PageSettings settings) {
    return new PaymentNeeds(
        PAGE,
        cart.amount().currency(),
        settings.saving().isPresent(),
        cart.captureMethod() == CaptureMethod.MANUAL,
        cart.amount().isZero());
  }

  /** Returns the connectors with a page: the named ones in the named order, or all. */
  private static List<Connector> hosted(List<Connector> connectors, List<ConnectorId> named) {
    List<String> ids = named.stream().map(ConnectorId::text).toList();
    return connectors.stream()
        .filter(connector -> connector.capabilities().accepts().takes(PAGE))
        .filter(connector -> ids.isEmpty() || ids.contains(connector.id()))
        .sorted(Comparator.comparingInt(connector -> ids.indexOf(connector.id())))
        .toList();
  }

  /**
   * Requires that the payer can pay on a page: that the named connectors are enabled, that they, or
   * all if none is named, take the currency and can offer each of the methods, and that they can
   * save what is to be saved. Without a connector with a page, nothing else is checked.
   *
   * @param canTransfer whether a bank transfer could be offered too
   * @throws Refusal if a page could not offer it
   */
  void require(Realm realm, Cart cart, PageSettings settings, boolean canTransfer) {
    List<Connector> enabled = connectors.listEnabled(realm);
    List<String> ids = enabled.stream().map(Connector::id).toList();
    if (settings.connectors().stream().anyMatch(id -> !ids.contains(id.text()))) {
      throw refusal(
          "connectors",
          "connectors has an id that is not enabled in this account and mode. Choose from GET /v2/connectors, or omit it; nothing was created.");
    }
    PaymentNeeds needs = needs(cart, settings);
    if (needs.setsUp()) {
      requireSetup(realm, enabled, settings);
    }
    List<Connector> hosted = hosted(enabled, settings.connectors());
    if (hosted.isEmpty()) {
      return;
    }
    List<Connector> fit = hosted.stream().filter(it -> it.takes(needs.currency())).toList();
    if (fit.isEmpty() && !(canTransfer && offersTransfer(realm, cart, settings))) {
      throw refusal(
          "currency",
          "No %s connector takes %s. Use another currency, or enable a connector or a receiving account that takes it; nothing was created."
              .formatted(
                  settings.connectors().isEmpty() ? "enabled" : "named", needs.currency().code()));
    }
    requireMethods(fit, settings.methods(), needs, cart.amount());
  }

  private static void requireMethods(
      List<Connector> fit, List<String> methods, PaymentNeeds needs, Money amount) {
    List<String> hosted =
        methods.stream().filter(method -> !method.equals(CheckoutState.TRANSFER)).toList();
    var paid = new PaymentNeeds(PAGE, needs.currency());
    List<String> impossible = without(fit, hosted, paid);
    if (!impossible.isEmpty()) {
      throw refusal(
          "methods",
          "No enabled connector can offer %s. Remove it, or enable a connector that can; nothing was created."
              .formatted(String.join(", ", impossible)));
    }
    boolean isSaved =
        hosted.isEmpty()
            ? !PageOffer.divide(fit, List.of(), PageOffer.pages(needs)).isEmpty()
            : without(fit, hosted, needs).size() < hosted.size()
                && (!(needs.saves() || needs.setsUp())
                    || fit.stream()
                        .anyMatch(it -> hosted.stream().anyMatch(it.savable(amount)::contains)));
    if (!isSaved && !fit.isEmpty() && !methods.equals(List.of(CheckoutState.TRANSFER))) {
      throw hosted.isEmpty()
          ? refusal(
              "save_payment_method",
              "No enabled connector can save a payment method of its page. Omit save_payment_method, or enable a connector that can; nothing was created.")
          : refusal(
              "methods",
              "No enabled connector can save %s. Add a method that can be saved, such as card; nothing was created."
                  .formatted(String.join(", ", hosted)));
    }
  }

  /** Returns the methods that no connector can offer for the purpose. */
  private static List<String> without(
      List<Connector> fit, List<String> methods, PaymentNeeds needs) {
    return methods.stream()
        .filter(method -> PageOffer.divide(fit, List.of(method), PageOffer.pages(needs)).isEmpty())
        .toList();
  }

  /**
   * Returns whether a session can offer a bank transfer. It can't be authorized first. A page of
   * named connectors offers one only if it is named too.
   */
  boolean offersTransfer(Realm realm, Cart cart, PageSettings settings) {
    return !cart.amount().isZero()
        && settings.offers(CheckoutState.TRANSFER)
        && (settings.connectors().isEmpty() || settings.methods().contains(CheckoutState.TRANSFER))
        && cart.captureMethod() == CaptureMethod.AUTOMATIC
        && connectors
            .findFor(
                realm,
                new PaymentNeeds(new Credential.Transfer(), cart.amount().currency()),
                Optional.empty())
            .isPresent();
  }

  /**
   * Requires that one of the connectors can save a payment method without a charge.
   *
   * @throws Refusal if none can, or if one of them can't be used now
   */
  private void requireSetup(Realm realm, List<Connector> enabled, PageSettings settings) {
    List<String> ids = settings.connectors().stream().map(ConnectorId::text).toList();
    List<Connector> asked =
        enabled.stream()
            .filter(connector -> ids.isEmpty() || ids.contains(connector.id()))
            .toList();
    boolean isPossible =
        asked.stream()
            .map(connector -> connector.capabilities().accepts())
            .anyMatch(accepts ->
                accepts.setsUp()
                    && accepts.pages().settingUp().isPossibleWithOneOf(settings.methods()));
    if (!isPossible) {
      asked.forEach(connector -> connectors.findUsable(realm, connector.name()));
      throw refusal(
          "mode",
          "No connector of this account and mode can save a payment method without a charge. Save it with a payment (save_payment_method), or enable a connector that can; nothing was created.");
    }
  }

  private static Refusal refusal(String param, String message) {
    return Problem.BadParameters.of(param, ErrorCode.PARAMETER_INVALID, message).refusal();
  }
}
