package florin.app;

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

/** Events, their stream, and their delivery to webhook endpoints. */
final class EventModule {
  final EventLog events;
  final WebhookWiring webhooks;

  /**
   * Creates the parts.
   *
   * @param results commits the results of deliveries, separately from requests
   */
  EventModule(
      CoreServices core, RuntimeProfile profile, GroupCommit results, DeliveryTransport transport) {
    Parts parts = core.parts();
    this.events = new EventLog(core.db());
    this.webhooks =
        parts.open(
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
    parts.addJob(() -> webhooks.start(core.clock()));
    var stream = parts.openAtEdge(new EventStreamApi(new EventFeed(core.db())));
    var deliveries = new DeliveryApi(webhooks.deliveries());
    parts.addRoutes(Routes.events(new EventApi(events), stream, deliveries));
    parts.addRoutes(
        Routes.webhooks(
            new WebhookEndpointApi(webhooks.endpoints()),
            new VerificationApi(webhooks.verification()),
            deliveries));
  }
}
