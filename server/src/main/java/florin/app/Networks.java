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
 * What is on the other side.
 *
 * @param line what stands between us and the network of test mode, for tests of what a network can
 *     answer and the simulator does not
 * @param kinds the providers to which realms can set up connectors; what of them can be closed is,
 *     with the service
 */
public record Networks(UnaryOperator<Connector> line, List<ConnectorKind> kinds) {
  public Networks {
    kinds = List.copyOf(kinds);
  }

  /**
   * What a service has.
   *
   * @param stripe what stands in for Stripe
   */
  public static Networks ofService(Optional<URI> stripe) {
    return new Networks(
        UnaryOperator.identity(), List.of(new StripeKind(stripe, InstantSource.system())));
  }
}
