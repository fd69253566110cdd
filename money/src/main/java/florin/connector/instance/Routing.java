package florin.connector.instance;

import florin.connector.Capabilities.AcceptedCredentials;
import florin.connector.Connector;
import florin.connector.Credential;
import florin.connector.OperationKind;
import florin.connector.PageOffer;
import florin.connector.PaymentNeeds;
import java.util.Comparator;
import java.util.List;

/**
 * The choice between the connectors of a realm for a new payment. Rules of the merchant would be
 * applied here. The same connectors and payment always give the same order ([decision
 * 049](../../../../../../../../docs/decisions/049-several-connectors.md)).
 */
final class Routing {
  private Routing() {}

  /**
   * Returns the connectors that could take a payment, the best first: those that can do all that it
   * needs and whose setting has its methods, then the others. Otherwise the realm's order counts.
   *
   * @param enabled the enabled connectors in the realm's order. What one accepts that can't be used
   *     now is unknown, so it comes after those that can do all: their payments are not rejected
   *     because of it. It is in the list so that a payment which only it might take is rejected as
   *     one to repeat.
   */
  static List<Connector> order(List<Connector> enabled, PaymentNeeds needs) {
    return enabled.stream()
        .filter(connector -> couldTake(connector, needs))
        .sorted(Comparator.comparing(connector -> Fit.of(connector, needs)))
        .toList();
  }

  /** How well a connector suits a payment, the best first. */
  private enum Fit {
    CHOSEN,
    /** The merchant's setting lacks a method that the payment names. */
    UNCHOSEN,
    UNKNOWN,
    /** It can't save the credential, with or without a charge, or hold the amount. */
    LACKING;

    static Fit of(Connector connector, PaymentNeeds needs) {
      if (isUnusable(connector)) {
        return UNKNOWN;
      }
      if (lacks(connector, needs)) {
        return LACKING;
      }
      return PageOffer.pages(needs).apply(connector).isOffered(methods(needs)) ? CHOSEN : UNCHOSEN;
    }
  }

  private static boolean couldTake(Connector connector, PaymentNeeds needs) {
    if (needs.credential() instanceof Credential.Saved saved) {
      return connector.id().equals(saved.connector());
    }
    AcceptedCredentials accepts = connector.capabilities().accepts();
    return isUnusable(connector)
        || (accepts.takes(needs.credential())
            && connector.takes(needs.currency())
            && accepts.pages().paying().isPossible(methods(needs)));
  }

  private static boolean lacks(Connector connector, PaymentNeeds needs) {
    return (needs.setsUp() && !connector.capabilities().accepts().setsUp())
        || (needs.credential() instanceof Credential.Page
            && !PageOffer.pages(needs).apply(connector).isPossible(methods(needs)))
        || (needs.holds() && !connector.takes(OperationKind.CAPTURE));
  }

  private static List<String> methods(PaymentNeeds needs) {
    return needs.credential() instanceof Credential.Page(List<String> methods)
        ? methods
        : List.of();
  }

  private static boolean isUnusable(Connector connector) {
    return connector instanceof UnusableConnector;
  }
}
