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
              SUBJECT, String.valueOf(wrong.getMessage()), "The service does not start on it."));
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
                  SUBJECT, words + "; a loss of power loses live payments", remedy)
              : DoctorFinding.look(
                  SUBJECT,
                  words + "; a loss of power loses payments, so no live key is made",
                  remedy));
    }
    return List.of(
        trip.compareTo(FAR) > 0
            ? DoctorFinding.look(
                SUBJECT,
                words,
                "Each payment asks it several times: put Florin nearer to it, and look at its load.")
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
                SUBJECT, words, "Raise max_connections: a node takes up to 40 of them.")
            : DoctorFinding.ok(SUBJECT, words));
    if (work.oldest().compareTo(TOO_LONG) > 0) {
      findings.add(
          DoctorFinding.look(
              SUBJECT,
              "A transaction is open for %d minutes".formatted(work.oldest().toMinutes()),
              "It holds up the dashboard's figures and the clearing of old rows: pg_stat_activity says whose it is."));
    }
    if (work.age() > OLD_TRANSACTIONS) {
      findings.add(
          DoctorFinding.wrong(
              SUBJECT,
              "%,d transactions were not cleared yet".formatted(work.age()),
              "At 2 billion PostgreSQL takes no writes any more: let its autovacuum run, or run VACUUM."));
    }
    return findings;
  }

  List<DoctorFinding> difference() {
    Instant asked = clock.instant();
    Instant there = store.now();
    Instant here = asked.plus(Duration.between(asked, clock.instant()).dividedBy(2));
    Duration off = Duration.between(here, there).abs();
    String words = "%d ms off the database's".formatted(off.toMillis());
    String remedy = "Have both machines set by the same time servers (chrony, systemd-timesyncd).";
    if (off.compareTo(DatabaseClock.TOLERANCE) > 0) {
      return List.of(
          DoctorFinding.wrong(
              "clock", words + ": a node that is so far off takes no work", remedy));
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
      return List.of(DoctorFinding.ok(subject, "Version " + there + ", this Florin's"));
    }
    return List.of(
        Migrations.knows(there) || there == 0
            ? DoctorFinding.look(
                subject,
                "Version %d; this Florin has %d".formatted(there, newest),
                "The next start brings it up. Make a backup before, and stop all other nodes where the changelog says so.")
            : DoctorFinding.wrong(
                subject,
                "Version %d; this Florin knows %d".formatted(there, newest),
                "Start the Florin that has written it, or restore a backup."));
  }
}
