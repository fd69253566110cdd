package florin.doctor;

import florin.app.AddressFile;
import florin.app.CommandFailure;
import florin.app.Database;
import florin.config.Config;
import florin.config.ConfigException;
import florin.config.Setting;
import florin.config.SettingNames;
import florin.db.Db;
import florin.db.StartFailure;
import florin.vault.KeyringStore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Checks an installation from outside, running or not: its settings, its machine, its database and
 * the service's own metrics. It changes nothing. If no service runs, it starts the embedded
 * database for the duration of the checks. It reports checks that are impossible and continues.
 */
public final class Doctor {
  private final Path data;
  private final Map<String, String> environment;
  private final InstantSource clock;
  private final List<DoctorFinding> findings = new ArrayList<>();

  private Doctor(Path data, Map<String, String> environment, InstantSource clock) {
    this.data = data;
    this.environment = environment;
    this.clock = clock;
  }

  public static DoctorReport examine(
      Path data, Map<String, String> environment, InstantSource clock) {
    var doctor = new Doctor(data, environment, clock);
    doctor.examine();
    return new DoctorReport(doctor.findings);
  }

  private void examine() {
    Optional<Config> config = configuration();
    if (config.isEmpty()) {
      findings.add(
          DoctorFinding.unseen(
              "other checks", "The database address is in the settings, which are invalid."));
      return;
    }
    var service = new ServiceCheck(AddressFile.in(data));
    look("service", service::look);
    var machine = new MachineChecks(config.get(), clock);
    look("certificate", machine::certificate);
    try (Database database = Database.attach(config.get());
        var db = new Db(database.address())) {
      var store = new DoctorStore(db);
      boolean usable = lookAtDatabase(config.get(), db, store);
      boolean live = usable && store.hasLiveKeysIfKnown();
      lookAtMachine(machine, live);
      if (usable) {
        lookAtBusiness(config.get(), db, service, live);
      }
    } catch (StartFailure | CommandFailure | IllegalStateException away) {
      findings.add(
          DoctorFinding.wrong(
              "database",
              String.valueOf(away.getMessage()),
              "Florin needs the database. Check the database's log; docs/operations/backup.md describes a restore."));
      lookAtMachine(machine, false);
      look("keys", () -> new KeysCheck(config.get().keysFile()).alone());
      findings.add(
          DoctorFinding.unseen(
              "other checks",
              "Schema, connectors, endpoints and bank accounts can't be checked without the database."));
    }
  }

  /** Checks the database, and returns whether its content can be read. */
  private boolean lookAtDatabase(Config config, Db db, DoctorStore store) {
    var database = new DatabaseChecks(store, clock);
    look("database", () -> database.server(config.database().isEmpty()));
    look("database", database::work);
    look("clock", database::difference);
    int before = findings.size();
    look("schema", database::schema);
    boolean usable =
        findings.subList(before, findings.size()).stream()
            .noneMatch(finding -> finding.grade().compareTo(DoctorFinding.Grade.LOOK) >= 0);
    if (usable) {
      look("keys", () -> new KeysCheck(config.keysFile()).with(KeyringStore.expected(db)));
    } else {
      look("keys", () -> new KeysCheck(config.keysFile()).alone());
      findings.add(
          DoctorFinding.unseen(
              "other checks", "The database has the schema of another version of Florin."));
    }
    return usable;
  }

  private void lookAtMachine(MachineChecks machine, boolean live) {
    look("disk", machine::disk);
    look("backups", () -> machine.backups(live));
    look("mail", () -> machine.mail(live));
    look("bank folder", machine::bankFolder);
  }

  private void lookAtBusiness(Config config, Db db, ServiceCheck service, boolean live) {
    var business = new BusinessChecks(db, config, clock);
    look("connectors", () -> business.connectors(live, service.openCircuits()));
    look("endpoints", business::endpoints);
    look("bank accounts", business::bankAccounts);
    look("alerts", business::alerts);
    look("restore", business::restore);
  }

  private Optional<Config> configuration() {
    try {
      Config config = Config.of("127.0.0.1", 0, data, environment);
      List<String> unknown = SettingNames.unknown(environment.keySet());
      long set = Setting.all().stream().filter(it -> environment.containsKey(it.name())).count();
      findings.add(
          unknown.isEmpty()
              ? DoctorFinding.ok(
                  "configuration",
                  "%d settings are valid; data folder %s"
                      .formatted(set, data.toAbsolutePath().normalize()))
              : DoctorFinding.look(
                  "configuration",
                  "Unknown settings: " + String.join(", ", unknown),
                  "Unknown settings have no effect. docs/reference/configuration.md lists all settings."));
      return Optional.of(config);
    } catch (ConfigException wrong) {
      findings.add(
          DoctorFinding.wrong(
              "configuration",
              String.valueOf(wrong.getMessage()),
              "The service can't start with this setting."));
      return Optional.empty();
    }
  }

  /** Runs one part; if it fails, the others continue. */
  private void look(String subject, Supplier<List<DoctorFinding>> part) {
    try {
      findings.addAll(part.get());
    } catch (RuntimeException failed) {
      findings.add(DoctorFinding.unseen(subject, "The check failed: " + failed.getMessage()));
    }
  }
}
