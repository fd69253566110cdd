package florin.app;

import florin.account.Accounts;
import florin.alert.AlertChecks;
import florin.alert.AlertMails;
import florin.alert.AlertStore;
import florin.alert.AlertTopics;
import florin.alert.Alerts;
import florin.config.BaseUrl;
import florin.payment.Payments;
import florin.webhook.Deliveries;

/** The checks for alerts, and the mails about them. */
final class AlertModule {
  final AlertStore store;

  AlertModule(
      CoreServices core,
      RuntimeProfile profile,
      Accounts accounts,
      Payments payments,
      Deliveries deliveries) {
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
                    new AlertTopics(core.db(), payments::find, deliveries::findLastFailure),
                    smtp,
                    accounts,
                    BaseUrl.byName(profile.base()),
                    core.clock())));
  }
}
