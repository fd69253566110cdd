package florin.connector;

import florin.core.Currency;
import florin.core.Realm;
import florin.core.Refusal;
import java.util.Optional;

/** The connectors of this installation. Test mode and live mode never share one. */
public interface Connectors {
  /** For whoever is refused in live mode since nothing there takes payments: what is to be done. */
  String NO_LIVE_CONNECTOR =
      "No connector is enabled for live payments of this account. Add one in the dashboard, in live mode under Connectors (/dashboard/connectors), or by ./florin connectors add with a live key; then check it and enable it. A test key tries payments without moving money.";

  /** For whoever is refused since nobody could send the money anywhere: what is to be done. */
  String NO_RECEIVING_ACCOUNT =
      "No receiving account of this currency is enabled, so there is nowhere to send the money to. Add one in the dashboard under Bank accounts (/dashboard/bank-accounts), or by POST /v2/receiving_accounts, and enable it.";

  /** For whoever makes a live key where there is none for live mode. */
  String NO_LIVE_PAYMENTS =
      "Live payments do not work yet: no connector is enabled in live mode, so a live card is refused. Add one in the dashboard, in live mode under Connectors, or by ./florin connectors add.";

  /**
   * Where a new payment goes; empty when there is none for the realm.
   *
   * @throws Refusal when there is one, and it cannot be used just now
   */
  Optional<Connector> findFor(Realm realm);

  /**
   * Where a new payment goes that is paid so; empty when nothing of the realm takes that at all.
   *
   * @throws Refusal when there is one, and it cannot be used just now
   */
  default Optional<Connector> findFor(Realm realm, Credential credential, Currency currency) {
    return findFor(realm);
  }

  /** Whether anything can be paid in the realm, by whatever it is. */
  default boolean takesPayments(Realm realm) {
    return findFor(realm).isPresent();
  }

  /**
   * Where an earlier attempt of the realm went; empty when that is not there any more. One that
   * cannot be used just now is there all the same: it sends nothing, and knows of nothing.
   */
  Optional<Connector> find(Realm realm, ConnectorName name);

  /**
   * The same, for something new.
   *
   * @throws Refusal when it cannot be used just now
   */
  default Optional<Connector> findUsable(Realm realm, ConnectorName name) {
    return find(realm, name);
  }

  /** This one for all realms of its mode, and no other. */
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
