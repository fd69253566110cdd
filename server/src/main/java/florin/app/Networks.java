package florin.app;

import florin.connector.Connector;
import florin.connector.ConnectorKind;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What is on the other side.
 *
 * @param line what stands between us and the network of test mode, for tests of what a network can
 *     answer and the simulator does not
 * @param kinds the providers to which realms can set up connectors
 */
public record Networks(UnaryOperator<Connector> line, List<ConnectorKind> kinds) {
  /** What a service has. */
  public static final Networks OF_SERVICE = new Networks(UnaryOperator.identity(), List.of());

  public Networks {
    kinds = List.copyOf(kinds);
  }
}
