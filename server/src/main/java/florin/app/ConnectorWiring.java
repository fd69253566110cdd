package florin.app;

import florin.connector.instance.Activation;
import florin.connector.instance.ConnectorKinds;
import florin.connector.instance.CredentialSealStore;
import florin.connector.instance.ExchangeStore;
import florin.connector.instance.InstanceStore;
import florin.connector.instance.Instances;
import florin.connector.instance.Setups;
import florin.idempotency.Once;

/** What merchants do with connectors of their own, put together. */
final class ConnectorWiring {
  private final Instances instances;
  private final Activation activation;

  ConnectorWiring(
      Foundation foundation,
      Variant variant,
      ConnectorKinds kinds,
      ExchangeStore exchanges,
      Once once) {
    var store = new InstanceStore(foundation.db());
    var setups =
        new Setups(kinds, new CredentialSealStore(foundation.seal()), variant.payers().base());
    this.instances =
        new Instances(
            store,
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
  }

  Instances instances() {
    return instances;
  }

  Activation activation() {
    return activation;
  }
}
