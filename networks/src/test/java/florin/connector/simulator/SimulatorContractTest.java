package florin.connector.simulator;

import florin.connector.Connector;
import florin.connector.OperationRef;
import florin.connector.OwnReferencesContract;
import florin.connector.Shopper;
import florin.core.Money;
import florin.core.Pan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@TestInstance(Lifecycle.PER_CLASS)
class SimulatorContractTest extends OwnReferencesContract {
  private final TestNetwork network = new TestNetwork();
  private final Connector connector = network.node(Thread::sleep);

  @AfterAll
  void closeNetwork() {
    network.close();
  }

  @Override
  protected Connector connector() {
    return connector;
  }

  @Override
  protected Connector anotherNode() {
    return network.node(Thread::sleep);
  }

  @Override
  protected Shopper shopper() {
    return new Shopper.CardHolder(
        new Pan("4242424242424242"), new Pan("4000000000000002"), new Pan("4000000000840084"));
  }

  @Override
  protected Money net(OperationRef authorization) {
    return network.net(authorization);
  }
}
