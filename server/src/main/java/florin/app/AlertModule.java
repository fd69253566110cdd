package florin.app;

import florin.account.Accounts;
import florin.alert.AlertChecks;
import florin.alert.AlertMails;
import florin.alert.AlertStore;
import florin.alert.Alerts;
import florin.webhook.WebhookEndpointStore;

/** The checks for alerts, and the mails about them. */
final class AlertModule {
  final AlertStore store;

  AlertModule(CoreServices core, RuntimeProfile profile, Accounts accounts) {
    Parts parts = core.parts();
    this.store = new AlertStore(core.db());
    AlertChecks.ofDatabase(core.db()).forEach(parts::addAlertCheck);
    parts.addAlertCheck(AlertChecks.ofClock(core.clock()::isOff));
    parts.addJob(
        () -> new Alerts(core.db(), store, parts.alertChecks(), core.clock(), core.registry()));
    core.config()
        .smtp()
        .ifPresent(smtp ->
            parts.addJob(() ->
                new AlertMails(
                    store,
                    new WebhookEndpointStore(core.db()),
                    smtp,
                    accounts,
                    profile.base(),
                    core.clock())));
  }
}
