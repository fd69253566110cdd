package florin.app;

import florin.alert.AlertChecks;
import florin.backup.ScheduledBackups;
import florin.backup.ScheduledBackups.BackupPlan;
import florin.backup.ScheduledBackups.BackupSource;

/** The scheduled backups of the embedded database. */
final class BackupModule {
  BackupModule(CoreServices core) {
    core.config().backups().ifPresent(plan -> core.parts().addJob(() -> start(core, plan)));
  }

  private static ScheduledBackups start(CoreServices core, BackupPlan plan) {
    var backups =
        new ScheduledBackups(
            plan,
            new BackupSource(
                core.config().data(), core.database(), core.config().keysFile(), App.version()),
            core.random(),
            core.clock(),
            core.registry());
    core.parts().addAlertCheck(AlertChecks.ofBackups(backups::isOverdue));
    return backups;
  }
}
