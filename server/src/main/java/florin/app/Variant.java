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
 * Wherein the service and whoever writes history differ; all else {@link Features} does alike for
 * both.
 *
 * @param commits of requests, with what follows from their events
 * @param beside the same of what is done beside requests, so that these do not wait for it
 * @param results commits what came of deliveries, apart from requests
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
   * What payers get to see.
   *
   * @param base where their links lead
   * @param descriptors what stands on their statements
   * @param onSuccess what else is written when a payment succeeds
   */
  record Payers(URI base, Function<Realm, Optional<String>> descriptors, OnSuccess onSuccess) {}
}
