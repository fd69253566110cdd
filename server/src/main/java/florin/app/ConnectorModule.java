package florin.app;

import florin.alert.AlertChecks;
import florin.api.Routes;
import florin.app.App.Networks;
import florin.bank.account.PayeeAccounts;
import florin.bank.account.ReceivingAccountStore;
import florin.bank.account.TransferStore;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.connector.Connector;
import florin.connector.ConnectorKind;
import florin.connector.Connectors;
import florin.connector.Exchanges;
import florin.connector.SafeConnector;
import florin.connector.bank.BankConnector;
import florin.connector.bank.BankConnectors;
import florin.connector.instance.Activation;
import florin.connector.instance.ExchangeRetention;
import florin.connector.instance.ExchangeRetentionStore;
import florin.connector.instance.ExchangeStore;
import florin.connector.instance.Instance;
import florin.connector.instance.InstanceApi;
import florin.connector.instance.InstanceMetrics;
import florin.connector.instance.InstanceStore;
import florin.connector.instance.InstanceStore.CredentialSealStore;
import florin.connector.instance.Instances;
import florin.connector.instance.ProviderWebhookApi;
import florin.connector.instance.ProviderWebhookRetention;
import florin.connector.instance.ProviderWebhookStore;
import florin.connector.instance.ProviderWebhooks;
import florin.connector.instance.RealmConnectors;
import florin.connector.instance.RestoreReview;
import florin.connector.instance.RestoreReviewStore;
import florin.connector.instance.Setups;
import florin.connector.instance.Setups.ConnectorKinds;
import florin.connector.simulator.Simulator;
import florin.core.Mode;
import florin.dashboard.DashboardRoutes;
import florin.dashboard.connectors.ConnectorEditPages;
import florin.dashboard.connectors.ConnectorPages;
import florin.db.Db;
import florin.payment.store.AttemptStore;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The connectors to all networks: the simulator of test mode, the providers that realms have set
 * up, and banks.
 */
final class ConnectorModule {
  final RealmConnectors ofRealms;
  final Connectors all;
  final Instances instances;
  final Activation activation;

  /**
   * Creates the connectors.
   *
   * @param epoch invalidates cached connectors
   */
  ConnectorModule(
      CoreServices core,
      RuntimeProfile profile,
      ServiceCommits commits,
      Networks networks,
      LongSupplier epoch,
      BooleanSupplier isDiskScarce) {
    Parts parts = core.parts();
    for (ConnectorKind kind : networks.kinds()) {
      if (kind instanceof AutoCloseable connections) {
        parts.open(connections);
      }
    }
    var exchanges =
        new ExchangeStore(
            networks.kinds().isEmpty()
                ? Optional.empty()
                : Optional.of(commits.openWhenNeeded("exchange")),
            core.db(),
            core.clock());
    Function<Instance, Exchanges> exchangesOf =
        instance -> exchanges.of(instance.realm(), instance.id());
    var store = new InstanceStore(core.db());
    var credentials = new CredentialSealStore(core.seal());
    Db book = parts.open(Db.forRequests(core.database()));
    this.ofRealms =
        new RealmConnectors(
            new SafeConnector(
                networks.line().apply(new Simulator(commits.openBook(), book, profile.clock()))),
            networks.kinds(),
            store,
            credentials,
            exchangesOf,
            epoch,
            System::nanoTime,
            core.config().http().limits().budgets().running() / 2);
    this.all = new ConnectorsWithRoom(withBanks(core, profile), isDiskScarce);
    ConnectorMetrics.register(core.registry(), ofRealms);
    var webhooks = new ProviderWebhookStore(core.db());
    var setups = new Setups(new ConnectorKinds(networks.kinds()), credentials, profile.base());
    this.instances =
        new Instances(
            store, webhooks, setups, profile.once(), profile.ids(), profile.clock(), core.random());
    this.activation = new Activation(store, setups, exchangesOf, profile.once(), profile.clock());
    parts.addRoutes(Routes.connectors(new InstanceApi(instances, activation)));
    parts.addDashboardRoutes(
        DashboardRoutes.connectors(
            new ConnectorPages(instances, activation, ofRealms),
            new ConnectorEditPages(instances)));
    parts.addPages(
        Routes.providerWebhooks(
            new ProviderWebhookApi(
                new ProviderWebhooks(
                    ofRealms, exchanges, profile.commits(), core.seal(), AttemptStore::nudge))));
    parts.addAlertCheck(AlertChecks.ofConnectors(ofRealms::listHealth));
    parts.addJob(() -> new InstanceMetrics(core.registry(), store));
    parts.addJob(() -> new ProviderWebhookRetention(webhooks, core.clock(), core.clock()));
    parts.addJob(() ->
        new ExchangeRetention(new ExchangeRetentionStore(core.db()), core.clock(), core.clock()));
    parts.addJob(() -> startReview(core));
  }

  private Connectors withBanks(CoreServices core, RuntimeProfile profile) {
    var accounts =
        new PayeeAccounts(
            new ReceivingAccountStore(core.db()),
            profile.commits(),
            profile.ids(),
            profile.clock());
    return new BankConnectors(
        ofRealms,
        accounts,
        bank(Mode.LIVE, accounts, core, profile),
        bank(Mode.TEST, accounts, core, profile));
  }

  private static Connector bank(
      Mode mode, PayeeAccounts accounts, CoreServices core, RuntimeProfile profile) {
    return new SafeConnector(
        new BankConnector(
            mode,
            accounts,
            new TransferStore(core.db()),
            new OutgoingTransferStore(core.db()),
            profile.commits(),
            profile.clock(),
            core.config().bankTransferPatience()));
  }

  private RestoreReview startReview(CoreServices core) {
    var review =
        new RestoreReview(ofRealms, new RestoreReviewStore(core.db()), core.clock(), core.clock());
    ConnectorMetrics.register(core.registry(), review);
    return review;
  }
}
