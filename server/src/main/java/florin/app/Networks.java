package florin.app;

import florin.connector.Connector;
import florin.connector.ConnectorKind;
import florin.connector.stripe.StripeKind;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The networks to which this process connects.
 *
 * @param line wraps the network of test mode, for tests of responses that the simulator does not
 *     give
 * @param kinds the providers for which realms can set up connectors; those that can be closed are
 *     closed with the service
 */
public record Networks(UnaryOperator<Connector> line, List<ConnectorKind> kinds) {
  public Networks {
    kinds = List.copyOf(kinds);
  }

  /**
   * Returns the networks of a service.
   *
   * @param stripe the Stripe emulator, if any
   */
  public static Networks ofService(Optional<URI> stripe) {
    return new Networks(
        UnaryOperator.identity(), List.of(new StripeKind(stripe, InstantSource.system())));
  }
}
