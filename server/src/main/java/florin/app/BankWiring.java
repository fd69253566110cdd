package florin.app;

import florin.app.Features.Variant;
import florin.bank.account.PayeeAccounts;
import florin.bank.account.ReceivingAccountStore;
import florin.bank.account.ReceivingAccounts;
import florin.bank.account.TransferStore;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.connector.Connector;
import florin.connector.Connectors;
import florin.connector.SafeConnector;
import florin.connector.bank.BankConnector;
import florin.connector.bank.BankConnectors;
import florin.core.IdSource;
import florin.core.Mode;
import florin.core.Sources;
import florin.db.GroupCommit;
import florin.idempotency.Once;

/** Assembles the merchants' commands on bank accounts. */
final class BankWiring {
  private final PayeeAccounts payees;
  private final ReceivingAccounts accounts;

  BankWiring(Foundation foundation, Variant variant, Once once) {
    var store = new ReceivingAccountStore(foundation.db());
    Sources sources = variant.sources();
    this.payees = new PayeeAccounts(store, variant.commits(), sources.ids(), sources.clock());
    this.accounts = new ReceivingAccounts(store, once, sources.ids(), sources.clock());
  }

  /** Adds bank transfers to other connectors. */
  static Connectors beside(Connectors others, Foundation foundation, GroupCommit commits) {
    var accounts =
        new PayeeAccounts(
            new ReceivingAccountStore(foundation.db()),
            commits,
            new IdSource(foundation.clock()),
            foundation.clock());
    return new BankConnectors(
        others,
        accounts,
        connector(Mode.LIVE, accounts, foundation, commits),
        connector(Mode.TEST, accounts, foundation, commits));
  }

  private static Connector connector(
      Mode mode, PayeeAccounts accounts, Foundation foundation, GroupCommit commits) {
    return new SafeConnector(
        new BankConnector(
            mode,
            accounts,
            new TransferStore(foundation.db()),
            new OutgoingTransferStore(foundation.db()),
            commits,
            foundation.clock(),
            foundation.config().bankTransferPatience()));
  }

  ReceivingAccounts accounts() {
    return accounts;
  }

  PayeeAccounts payees() {
    return payees;
  }
}
