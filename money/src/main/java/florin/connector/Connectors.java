package florin.connector;

import florin.core.Id.ConnectorId;
import florin.core.Realm;
import florin.core.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The connectors of this installation. Test mode and live mode never share one. */
public interface Connectors {
  /** The message for a live payment that is rejected because no connector is enabled. */
  String NO_LIVE_CONNECTOR =
      "No connector is enabled for live payments of this account. Add, check and enable one in the dashboard, in live mode under Connectors (/dashboard/connectors), or with ./florin connectors add and a live key.";

  /** The message for a bank transfer that is rejected because no receiving account is enabled. */
  String NO_RECEIVING_ACCOUNT =
      "No receiving account of this currency is enabled. Add and enable one in the dashboard under Bank accounts (/dashboard/bank-accounts), or with POST /v2/receiving_accounts.";

  /** The message for a new live key if live mode has no connector. */
  String NO_LIVE_PAYMENTS =
      "Live payments do not work yet, because no connector is enabled in live mode. Add one in the dashboard, in live mode under Connectors, or with ./florin connectors add.";

  /**
   * Returns the connectors that take a realm's new payments, the default first. One that can't be
   * used now accepts no credential.
   *
   * @throws Refusal if Florin can't tell which they are
   */
  List<Connector> listEnabled(Realm realm);

  /**
   * Returns the connectors that could take a new payment, the best first; a rule that chooses
   * between them belongs here. One that can't be used now is in the list only so that a payment
   * that no other connector fits is rejected as one to repeat.
   *
   * @throws Refusal if Florin can't tell which they are
   */
  List<Connector> route(Realm realm, PaymentNeeds needs);

  /**
   * Returns the connector of a new payment; empty if none takes the credential and the currency.
   *
   * @param wanted the connector's id if the merchant chose it
   * @throws Refusal if it can't be used now
   */
  default Optional<Connector> findFor(
      Realm realm, PaymentNeeds needs, Optional<ConnectorId> wanted) {
    return route(realm, needs).stream()
        .filter(connector -> wanted.map(id -> id.text().equals(connector.id())).orElse(true))
        .findFirst()
        .flatMap(connector -> findUsable(realm, connector.name()));
  }

  /** Returns whether the realm can take payments of any kind. */
  default boolean takesPayments(Realm realm) {
    return !listEnabled(realm).isEmpty();
  }

  /**
   * Returns the connector of an earlier attempt; empty if it no longer exists. A connector that
   * can't be used now is returned too: it sends nothing and reports no outcomes.
   */
  Optional<Connector> find(Realm realm, ConnectorName name);

  /**
   * Returns the connector for a new operation.
   *
   * @throws Refusal if it can't be used now
   */
  default Optional<Connector> findUsable(Realm realm, ConnectorName name) {
    return find(realm, name);
  }

  /** Returns a registry with a single connector for all realms of its mode. */
  static Connectors of(Connector builtIn) {
    return new Connectors() {
      @Override
      public List<Connector> listEnabled(Realm realm) {
        return Stream.of(builtIn).filter(it -> it.capabilities().live() == realm.isLive()).toList();
      }

      @Override
      public List<Connector> route(Realm realm, PaymentNeeds needs) {
        return listEnabled(realm).stream()
            .filter(it -> it.capabilities().accepts().takes(needs.credential()))
            .toList();
      }

      @Override
      public Optional<Connector> find(Realm realm, ConnectorName name) {
        return Optional.of(builtIn).filter(it -> it.id().equals(name.id()));
      }
    };
  }
}
