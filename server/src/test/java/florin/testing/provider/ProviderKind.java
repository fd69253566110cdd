package florin.testing.provider;

import florin.connector.Connector;
import florin.connector.ConnectorKind;
import florin.connector.ConnectorSetup;
import florin.connector.Exchanges;
import java.time.InstantSource;

/** Connectors to {@link Provider}: the setting `address`, the secrets `key` and `notices`. */
public record ProviderKind(InstantSource clock) implements ConnectorKind {
  public static final String KIND = "test_provider";

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Connector open(ConnectorSetup setup, Exchanges exchanges) {
    return new ProviderConnector(setup, exchanges, clock);
  }
}
