package florin.app;

import florin.app.Features.Variant;
import florin.connector.instance.Activation;
import florin.connector.instance.ExchangeStore;
import florin.connector.instance.InstanceMetrics;
import florin.connector.instance.InstanceStore;
import florin.connector.instance.InstanceStore.CredentialSealStore;
import florin.connector.instance.Instances;
import florin.connector.instance.ProviderWebhookStore;
import florin.connector.instance.RealmConnectors;
import florin.connector.instance.Setups;
import florin.connector.instance.Setups.ConnectorKinds;
import florin.idempotency.Once;

/** Assembles the merchants' commands on their connectors. */
record ConnectorWiring(
    RealmConnectors connectors, Instances instances, Activation activation, InstanceMetrics metrics)
    implements AutoCloseable {
  static ConnectorWiring of(
      Foundation foundation,
      Variant variant,
      ConnectorKinds kinds,
      ExchangeStore exchanges,
      RealmConnectors connectors,
      Once once) {
    var store = new InstanceStore(foundation.db());
    var setups = new Setups(kinds, new CredentialSealStore(foundation.seal()), variant.base());
    var instances =
        new Instances(
            store,
            new ProviderWebhookStore(foundation.db()),
            setups,
            once,
            variant.sources().ids(),
            variant.sources().clock(),
            foundation.random());
    var activation =
        new Activation(
            store,
            setups,
            instance -> exchanges.of(instance.realm(), instance.id()),
            once,
            variant.sources().clock());
    return new ConnectorWiring(
        connectors, instances, activation, new InstanceMetrics(foundation.registry(), store));
  }

  @Override
  public void close() {
    metrics.close();
  }
}
