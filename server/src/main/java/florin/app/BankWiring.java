package florin.app;

import florin.bank.account.PayeeAccounts;
import florin.bank.account.ReceivingAccountStore;
import florin.bank.account.TransferStore;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.connector.Connector;
import florin.connector.Connectors;
import florin.connector.SafeConnector;
import florin.connector.bank.BankConnector;
import florin.connector.bank.BankConnectors;
import florin.core.IdSource;
import florin.core.Mode;
import florin.db.GroupCommit;

/** Assembles the connectors of bank transfers. */
final class BankWiring {
  private BankWiring() {}

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
}
