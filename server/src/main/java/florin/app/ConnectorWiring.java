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
final class ConnectorWiring implements AutoCloseable {
  private final RealmConnectors connectors;
  private final InstanceMetrics metrics;
  private final Instances instances;
  private final Activation activation;

  ConnectorWiring(
      Foundation foundation,
      Variant variant,
      ConnectorKinds kinds,
      ExchangeStore exchanges,
      RealmConnectors connectors,
      Once once) {
    this.connectors = connectors;
    var store = new InstanceStore(foundation.db());
    var setups =
        new Setups(kinds, new CredentialSealStore(foundation.seal()), variant.payers().base());
    this.instances =
        new Instances(
            store,
            new ProviderWebhookStore(foundation.db()),
            setups,
            once,
            variant.sources().ids(),
            variant.sources().clock(),
            foundation.random());
    this.activation =
        new Activation(
            store,
            setups,
            instance -> exchanges.of(instance.realm(), instance.id()),
            once,
            variant.sources().clock());
    this.metrics = new InstanceMetrics(foundation.registry(), store);
  }

  Instances instances() {
    return instances;
  }

  Activation activation() {
    return activation;
  }

  /** Returns the connectors as this node sees them. */
  RealmConnectors connectors() {
    return connectors;
  }

  @Override
  public void close() {
    metrics.close();
  }
}
