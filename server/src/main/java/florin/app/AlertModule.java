package florin.app;

import florin.account.Accounts;
import florin.alert.Alert;
import florin.alert.AlertConditions;
import florin.alert.AlertMails;
import florin.alert.AlertStore;
import florin.alert.Alerts;
import java.util.List;

/** The checks for alerts, and the mails about them. */
final class AlertModule {
  final AlertStore store;

  AlertModule(
      CoreServices core, RuntimeProfile profile, Accounts accounts, ConnectorModule connectors) {
    Parts parts = core.parts();
    this.store = new AlertStore(core.db());
    var conditions = AlertConditions.of(core.db());
    parts.addAlerts(() -> core.clock().isOff() ? List.of(Alert.ofClock()) : List.of());
    parts.addJob(() ->
        new Alerts(
            core.db(),
            store,
            conditions,
            connectors.ofRealms::listHealth,
            parts::alerts,
            core.clock(),
            core.registry()));
    core.config()
        .smtp()
        .ifPresent(smtp ->
            parts.addJob(() ->
                new AlertMails(store, conditions, smtp, accounts, profile.base(), core.clock())));
  }
}
