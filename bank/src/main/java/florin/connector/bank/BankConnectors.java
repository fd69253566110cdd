package florin.connector.bank;

import florin.bank.account.PayeeAccounts;
import florin.connector.Connector;
import florin.connector.ConnectorName;
import florin.connector.Connectors;
import florin.connector.Credential;
import florin.connector.PaymentNeeds;
import florin.core.Realm;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The connectors of this installation, plus bank transfers for all realms with a receiving account.
 */
public final class BankConnectors implements Connectors {
  private final Connectors others;
  private final PayeeAccounts accounts;
  private final Connector live;
  private final Connector test;

  public BankConnectors(Connectors others, PayeeAccounts accounts, Connector live, Connector test) {
    this.others = others;
    this.accounts = accounts;
    this.live = live;
    this.test = test;
  }

  @Override
  public List<Connector> listEnabled(Realm realm) {
    return others.listEnabled(realm);
  }

  @Override
  public List<Connector> route(Realm realm, PaymentNeeds needs) {
    return needs.credential() instanceof Credential.Transfer
        ? Stream.of(realm.isLive() ? live : test)
            .filter(_ -> accounts.isAvailable(realm, needs.currency()))
            .toList()
        : others.route(realm, needs);
  }

  @Override
  public boolean takesPayments(Realm realm) {
    return others.takesPayments(realm) || accounts.isAvailable(realm);
  }

  @Override
  public Optional<Connector> find(Realm realm, ConnectorName name) {
    Optional<Connector> bank = findBank(name);
    return bank.isPresent() ? bank : others.find(realm, name);
  }

  @Override
  public Optional<Connector> findUsable(Realm realm, ConnectorName name) {
    Optional<Connector> bank = findBank(name);
    return bank.isPresent() ? bank : others.findUsable(realm, name);
  }

  private Optional<Connector> findBank(ConnectorName name) {
    return Stream.of(live, test).filter(bank -> bank.name().equals(name)).findFirst();
  }
}
