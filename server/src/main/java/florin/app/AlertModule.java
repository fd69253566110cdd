package florin.app;

import florin.account.Accounts;
import florin.alert.Alert;
import florin.alert.AlertConditions;
import florin.alert.AlertMails;
import florin.alert.AlertStore;
import florin.alert.Alerts;
import florin.backup.ScheduledBackups;
import florin.backup.ScheduledBackups.BackupPlan;
import florin.backup.ScheduledBackups.BackupSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The checks for alerts, the mails about them, and the scheduled backups. */
final class AlertModule implements FeatureModule {
  final AlertStore store;
  private final CoreServices core;
  private final RuntimeProfile profile;
  private final Accounts accounts;
  private final ConnectorModule connectors;
  private final BankModule bank;

  AlertModule(
      CoreServices core,
      RuntimeProfile profile,
      Accounts accounts,
      ConnectorModule connectors,
      BankModule bank) {
    this.core = core;
    this.profile = profile;
    this.accounts = accounts;
    this.connectors = connectors;
    this.bank = bank;
    this.store = new AlertStore(core.db());
  }

  @Override
  public void start() {
    var conditions = AlertConditions.of(core.db());
    Optional<ScheduledBackups> backups = core.config().backups().map(this::startBackups);
    core.open(
        new Alerts(
            core.db(),
            store,
            conditions,
            connectors.ofRealms::listHealth,
            () -> listOfNode(backups),
            core.clock(),
            core.registry()));
    core.config()
        .smtp()
        .ifPresent(smtp ->
            core.open(
                new AlertMails(store, conditions, smtp, accounts, profile.base(), core.clock())));
  }

  private ScheduledBackups startBackups(BackupPlan plan) {
    return core.open(
        new ScheduledBackups(
            plan,
            new BackupSource(
                core.config().data(), core.database(), core.config().keysFile(), App.version()),
            core.random(),
            core.clock(),
            core.registry()));
  }

  /** Returns the alerts about conditions that only this node sees. */
  private List<Alert> listOfNode(Optional<ScheduledBackups> backups) {
    return Stream.of(
            bank.listRefused().stream(),
            backups.filter(ScheduledBackups::isOverdue).map(_ -> Alert.ofBackups()).stream(),
            core.clock().isOff() ? Stream.of(Alert.ofClock()) : Stream.<Alert>empty())
        .flatMap(alerts -> alerts)
        .toList();
  }
}
