package florin.app;

import florin.api.Routes;
import florin.dashboard.DashboardRoutes;
import florin.dashboard.webhooks.DeliveryPages;
import florin.dashboard.webhooks.EventPages;
import florin.dashboard.webhooks.TestEventPages;
import florin.dashboard.webhooks.WebhookEditPages;
import florin.dashboard.webhooks.WebhookPages;
import florin.db.GroupCommit;
import florin.event.EventApi;
import florin.event.EventFeed;
import florin.event.EventLog;
import florin.event.EventStreamApi;
import florin.webhook.DeliveryApi;
import florin.webhook.VerificationApi;
import florin.webhook.WebhookEndpointApi;
import florin.webhook.WebhookModule;
import florin.webhook.WebhookModule.DeliveryTransport;

/** Events, their stream, and their delivery to webhook endpoints. */
final class EventModule {
  final EventLog events;
  final WebhookModule webhooks;

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
            new WebhookModule(
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
    var deliveries = new DeliveryApi(webhooks.deliveries);
    parts.addRoutes(Routes.events(new EventApi(events), stream, deliveries));
    parts.addRoutes(
        Routes.webhooks(
            new WebhookEndpointApi(webhooks.endpoints),
            new VerificationApi(webhooks.verification),
            deliveries));
    var pages =
        new WebhookPages(
            webhooks.endpoints,
            webhooks.deliveries,
            events,
            webhooks.health,
            webhooks.verification,
            core.config().webhooks().eventsKept(),
            core.clock());
    parts.addDashboardRoutes(
        DashboardRoutes.events(new EventPages(events, webhooks.deliveries, webhooks.endpoints)));
    parts.addDashboardRoutes(
        DashboardRoutes.webhooks(
            pages,
            new WebhookEditPages(webhooks.endpoints),
            new TestEventPages(webhooks.endpoints, webhooks.deliveries)));
    parts.addDashboardRoutes(
        DashboardRoutes.deliveries(
            pages,
            new DeliveryPages(
                webhooks.deliveries, webhooks.endpoints, events, webhooks.verification)));
  }
}
