package florin.connector.instance;

import florin.connector.Capabilities.AcceptedCredentials;
import florin.connector.Connector;
import florin.connector.Credential;
import florin.connector.OperationKind;
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
   * @param enabled the enabled connectors in the realm's order. One that can't be used now keeps
   *     its place, because what it accepts is unknown.
   */
  static List<Connector> order(List<Connector> enabled, PaymentNeeds needs) {
    return enabled.stream()
        .filter(connector -> couldTake(connector, needs))
        .sorted(
            Comparator.<Connector, Boolean>comparing(connector -> lacks(connector, needs))
                .thenComparing(connector -> isUnchosen(connector, needs)))
        .toList();
  }

  private static boolean couldTake(Connector connector, PaymentNeeds needs) {
    if (needs.credential() instanceof Credential.Saved saved) {
      return connector.id().equals(saved.connector());
    }
    AcceptedCredentials accepts = connector.capabilities().accepts();
    return isUnusable(connector)
        || (accepts.takes(needs.credential())
            && connector.takes(needs.currency())
            && accepts.page().isPossible(methods(needs)));
  }

  /** Returns whether it can't save the credential, with or without a charge, or hold the amount. */
  private static boolean lacks(Connector connector, PaymentNeeds needs) {
    boolean canSave =
        !(needs.credential() instanceof Credential.Page)
            || connector.capabilities().accepts().saves();
    return !isUnusable(connector)
        && ((needs.saves() && !canSave)
            || (needs.setsUp() && !connector.capabilities().accepts().setsUp())
            || (needs.holds() && !connector.takes(OperationKind.CAPTURE)));
  }

  /** Returns whether the merchant's setting lacks a method that the payment names. */
  private static boolean isUnchosen(Connector connector, PaymentNeeds needs) {
    return !isUnusable(connector)
        && !connector.capabilities().accepts().page().isOffered(methods(needs));
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
