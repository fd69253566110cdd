package florin.checkout;

import florin.connector.Connector;
import florin.connector.ConnectorName;
import florin.connector.Connectors;
import florin.connector.Credential;
import florin.connector.PageOffer;
import florin.connector.PaymentNeeds;
import florin.core.ErrorCode;
import florin.core.Id.ConnectorId;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.payment.machine.CaptureMethod;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

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
   */
  List<PageOffer> list(CheckoutSession session, Optional<ConnectorName> first) {
    List<String> methods = Visits.ofProvider(session);
    if (methods.isEmpty() && !session.settings().methods().isEmpty()) {
      return List.of();
    }
    Cart cart = session.cart();
    var needs =
        new PaymentNeeds(
            PAGE,
            cart.amount().currency(),
            session.settings().saving().isPresent(),
            cart.captureMethod() == CaptureMethod.MANUAL,
            session.isSetup());
    try {
      List<Connector> routed =
          connectors.route(session.realm(), needs).stream()
              .filter(connector -> Visits.isPossible(session, connector))
              .sorted(
                  Comparator.comparing(connector -> !first.equals(Optional.of(connector.name()))))
              .toList();
      return PageOffer.divide(hosted(routed, session.settings().connectors()), methods);
    } catch (Refusal unusable) {
      return List.of();
    }
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
   * Requires that the named connectors are enabled, and that one of them, or any if none is named,
   * can offer each of the methods. Without a connector with a page, the methods are not checked.
   *
   * @throws Refusal if they can't be offered
   */
  void require(Realm realm, List<ConnectorId> named, List<String> methods) {
    List<Connector> enabled = connectors.listEnabled(realm);
    List<String> ids = enabled.stream().map(Connector::id).toList();
    if (named.stream().anyMatch(id -> !ids.contains(id.text()))) {
      throw refusal(
          "connectors",
          "connectors has an id that is not enabled in this account and mode. Choose from GET /v2/connectors, or omit it; nothing was created.");
    }
    List<Connector> hosted = hosted(enabled, named);
    List<String> impossible =
        methods.stream()
            .filter(method -> !method.equals(Visits.TRANSFER))
            .filter(method -> PageOffer.divide(hosted, List.of(method)).isEmpty())
            .toList();
    if (!hosted.isEmpty() && !impossible.isEmpty()) {
      throw refusal(
          "methods",
          "No enabled connector can offer %s. Remove it, or enable a connector that can; nothing was created."
              .formatted(String.join(", ", impossible)));
    }
  }

  /**
   * Requires that one of the named connectors, or any if none is named, can save a payment method
   * without a charge.
   *
   * @throws Refusal if none can
   */
  void requireSetup(Realm realm, List<ConnectorId> named) {
    List<String> ids = named.stream().map(ConnectorId::text).toList();
    boolean isPossible =
        connectors.listEnabled(realm).stream()
            .filter(connector -> ids.isEmpty() || ids.contains(connector.id()))
            .anyMatch(connector -> connector.capabilities().accepts().setsUp());
    if (!isPossible) {
      throw refusal(
          "mode",
          "No connector of this account and mode can save a payment method without a charge. Save it with a payment (save_payment_method), or enable a connector that can; nothing was created.");
    }
  }

  private static Refusal refusal(String param, String message) {
    return Problem.BadParameters.of(param, ErrorCode.PARAMETER_INVALID, message).refusal();
  }
}
