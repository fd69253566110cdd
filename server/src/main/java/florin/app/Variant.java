package florin.app;

import florin.connector.Connectors;
import florin.core.Realm;
import florin.core.Sources;
import florin.db.GroupCommit;
import florin.payment.execution.OnSuccess;
import florin.payment.execution.Probe;
import florin.webhook.WebhookWiring.DeliveryTransport;
import java.net.URI;
import java.util.Optional;
import java.util.function.Function;

/**
 * The differences between the service and a writer of demo history; {@link Features} is the same
 * for both.
 *
 * @param commits the commits of requests, with those that depend on their events
 * @param beside separate commits for work outside requests, so that requests don't wait for it
 * @param results commits the results of deliveries, separately from requests
 */
record Variant(
    Sources sources,
    GroupCommit commits,
    GroupCommit beside,
    GroupCommit results,
    Connectors connectors,
    DeliveryTransport sending,
    Payers payers,
    Probe probe) {

  /**
   * The settings for payers.
   *
   * @param base the base of their links
   * @param descriptors the text on their statements
   * @param onSuccess additional writes when a payment succeeds
   */
  record Payers(URI base, Function<Realm, Optional<String>> descriptors, OnSuccess onSuccess) {}
}
