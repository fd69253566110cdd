package florin.doctor;

import florin.db.Migrations;
import florin.db.ServerCheck;
import florin.db.StartFailure;
import florin.doctor.DoctorStore.ServerWork;
import florin.job.DatabaseClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** The checks of PostgreSQL: whether Florin supports it, and its health. */
record DatabaseChecks(DoctorStore store, InstantSource clock) {
  private static final String SUBJECT = "database";
  private static final int ROUNDS = 5;
  private static final Duration FAR = Duration.ofMillis(10);
  private static final Duration TOO_LONG = Duration.ofMinutes(5);
  private static final Duration DRIFTS = Duration.ofMillis(250);

  /**
   * The age from which to warn: PostgreSQL stops accepting writes at 2 billion, and starts its own
   * cleanup at 200 million.
   */
  private static final long OLD_TRANSACTIONS = 1_000_000_000;

  private static final double FEW_LEFT = 0.8;

  List<DoctorFinding> server(boolean embedded) {
    ServerCheck server;
    try {
      server = store.server();
    } catch (StartFailure wrong) {
      return List.of(
          DoctorFinding.wrong(
              SUBJECT,
              String.valueOf(wrong.getMessage()),
              "The service can't start with this database."));
    }
    Duration trip = roundTrip();
    String words =
        "PostgreSQL %d, %s, %.1f ms away"
            .formatted(
                server.version(), embedded ? "brought along" : "your own", trip.toNanos() / 1e6);
    if (!server.durability().isFull()) {
      String missing = String.join(", ", server.durability().missing());
      String remedy = "Switch on: " + missing + ".";
      return List.of(
          store.hasLiveKeysIfKnown()
              ? DoctorFinding.wrong(
                  SUBJECT, words + "; a power loss can lose live payments", remedy)
              : DoctorFinding.look(
                  SUBJECT,
                  words + "; a power loss can lose payments, so live keys can't be created",
                  remedy));
    }
    return List.of(
        trip.compareTo(FAR) > 0
            ? DoctorFinding.look(
                SUBJECT,
                words,
                "Each payment makes several round trips. Move Florin closer to the database, and check its load.")
            : DoctorFinding.ok(SUBJECT, words));
  }

  private Duration roundTrip() {
    var trips = new ArrayList<Duration>();
    for (int i = 0; i < ROUNDS; i++) {
      long begun = System.nanoTime();
      store.now();
      trips.add(Duration.ofNanos(System.nanoTime() - begun));
    }
    trips.sort(null);
    return trips.get(ROUNDS / 2);
  }

  List<DoctorFinding> work() {
    ServerWork work = store.work();
    var findings = new ArrayList<DoctorFinding>();
    String words =
        "%,d MB; %d of %d connections are used"
            .formatted(work.bytes() / 1_000_000, work.connections(), work.mostConnections());
    findings.add(
        work.connections() > FEW_LEFT * work.mostConnections()
            ? DoctorFinding.look(
                SUBJECT, words, "Raise max_connections. A node uses up to 40 connections.")
            : DoctorFinding.ok(SUBJECT, words));
    if (work.oldest().compareTo(TOO_LONG) > 0) {
      findings.add(
          DoctorFinding.look(
              SUBJECT,
              "A transaction has been open for %d minutes".formatted(work.oldest().toMinutes()),
              "The transaction delays the dashboard's metrics and the cleanup of old rows. Find its owner in pg_stat_activity."));
    }
    if (work.age() > OLD_TRANSACTIONS) {
      findings.add(
          DoctorFinding.wrong(
              SUBJECT,
              "The oldest transaction id is %,d transactions old".formatted(work.age()),
              "At 2 billion, PostgreSQL stops accepting writes. Let autovacuum run, or run VACUUM."));
    }
    return findings;
  }

  List<DoctorFinding> difference() {
    Instant asked = clock.instant();
    Instant there = store.now();
    Instant here = asked.plus(Duration.between(asked, clock.instant()).dividedBy(2));
    Duration off = Duration.between(here, there).abs();
    String words = "%d ms off the database's".formatted(off.toMillis());
    String remedy =
        "Synchronize both machines with the same time servers (chrony, systemd-timesyncd).";
    if (off.compareTo(DatabaseClock.TOLERANCE) > 0) {
      return List.of(
          DoctorFinding.wrong(
              "clock", words + ": with this difference, a node accepts no work", remedy));
    }
    return List.of(
        off.compareTo(DRIFTS) > 0
            ? DoctorFinding.look("clock", words, remedy)
            : DoctorFinding.ok("clock", words));
  }

  List<DoctorFinding> schema() {
    String subject = "schema";
    int newest = Migrations.newest();
    int there = store.schema();
    if (there == newest) {
      return List.of(DoctorFinding.ok(subject, "Version " + there + ", the current one"));
    }
    if (Migrations.isFromBefore(there)) {
      return List.of(
          DoctorFinding.wrong(
              subject,
              "Version %d, from before the first release; this version of Florin can't read it"
                  .formatted(there),
              "Export your data with the older build. Then start this version on a new data folder or an empty database."));
    }
    return List.of(
        Migrations.knows(there) || there == 0
            ? DoctorFinding.look(
                subject,
                "Version %d; this version of Florin needs %d".formatted(there, newest),
                "The next start migrates the schema. Make a backup first, and stop all other nodes if the changelog says so.")
            : DoctorFinding.wrong(
                subject,
                "Version %d; this version of Florin supports %d".formatted(there, newest),
                "Start the newer version of Florin, or restore a backup."));
  }
}
