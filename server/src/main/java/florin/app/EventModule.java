package florin.app;

import florin.api.Route;
import florin.api.Routes;
import florin.db.GroupCommit;
import florin.event.EventApi;
import florin.event.EventFeed;
import florin.event.EventLog;
import florin.event.EventStreamApi;
import florin.webhook.DeliveryApi;
import florin.webhook.VerificationApi;
import florin.webhook.WebhookEndpointApi;
import florin.webhook.WebhookWiring;
import florin.webhook.WebhookWiring.DeliveryTransport;
import java.util.List;
import java.util.stream.Stream;

/** Events, their stream, and their delivery to webhook endpoints. */
final class EventModule implements FeatureModule {
  final EventLog events;
  final WebhookWiring webhooks;
  private final CoreServices core;

  /**
   * Creates the parts.
   *
   * @param results commits the results of deliveries, separately from requests
   */
  EventModule(
      CoreServices core, RuntimeProfile profile, GroupCommit results, DeliveryTransport transport) {
    this.core = core;
    this.events = new EventLog(core.db());
    this.webhooks =
        core.open(
            new WebhookWiring(
                core.config().webhooks(),
                core.db(),
                core.queueDb(),
                events,
                results,
                transport,
                core.seal(),
                profile.once(),
                core.registry(),
                profile.sources()));
  }

  @Override
  public void start() {
    core.open(webhooks.start(core.clock()));
  }

  @Override
  public List<Route<?>> routes() {
    var stream = core.parts().openAtEdge(new EventStreamApi(new EventFeed(core.db())));
    var deliveries = new DeliveryApi(webhooks.deliveries());
    return Stream.of(
            Routes.events(new EventApi(events), stream, deliveries),
            Routes.webhooks(
                new WebhookEndpointApi(webhooks.endpoints()),
                new VerificationApi(webhooks.verification()),
                deliveries))
        .flatMap(List::stream)
        .toList();
  }
}
