package florin.connector;

import florin.core.Currency;
import florin.core.Realm;
import florin.core.Refusal;
import java.util.Optional;

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
   * Returns the connector of a new payment; empty if the realm has none.
   *
   * @throws Refusal if the realm has one that can't be used now
   */
  Optional<Connector> findFor(Realm realm);

  /**
   * Returns the connector of a new payment with this credential and currency; empty if no connector
   * of the realm accepts them.
   *
   * @throws Refusal if the realm has one that can't be used now
   */
  default Optional<Connector> findFor(Realm realm, Credential credential, Currency currency) {
    return findFor(realm);
  }

  /** Returns whether the realm can take payments of any kind. */
  default boolean takesPayments(Realm realm) {
    return findFor(realm).isPresent();
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
      public Optional<Connector> findFor(Realm realm) {
        return Optional.of(builtIn).filter(it -> it.capabilities().live() == realm.isLive());
      }

      @Override
      public Optional<Connector> find(Realm realm, ConnectorName name) {
        return Optional.of(builtIn).filter(it -> it.id().equals(name.id()));
      }
    };
  }
}
