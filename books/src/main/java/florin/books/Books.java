package florin.books;

import florin.account.SandboxClocks;
import florin.account.SandboxStore;
import florin.connector.instance.RealmConnectors;
import florin.core.IdSource;
import florin.core.Realm;
import florin.core.Sources;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.idempotency.IdempotentCommand;
import florin.job.BackgroundJob;
import florin.job.DueWork;
import florin.job.WorkAcceptance;
import florin.projection.Follower;
import florin.projection.Followers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** The jobs that keep the ledger and the payouts up to date, and the endpoints that show them. */
public final class Books implements AutoCloseable, DueWork {
  private static final Duration PAUSE = Duration.ofSeconds(10);

  public final BalanceApi api;
  public final PayoutApi payouts;
  public final FeeReportApi fees;
  public final MonthReportApi months;
  public final MonthReportStore reports;
  public final FeeReportStore feeReports;
  public final PayoutReportApi payoutReport;
  public final PayoutReportStore payoutReports;
  public final Settlements settlements;
  public final SettlementJob job;
  public final SimulatedSettlements simulated;
  public final BalanceStore balances;
  public final PayoutStore payoutStore;
  public final Payouts arrivals;
  public final SettlementStore lines;
  public final SettlementPositionStore positions;
  public final MissingSettlementStore missing;
  private final Follower follower;
  private final InstantSource clock;
  private final BackgroundJob backlog;

  /**
   * Starts the jobs.
   *
   * @param db for requests
   * @param besideDb for background work: see {@link Db#unhurried}
   * @param commits for payouts
   */
  public Books(
      Db db,
      Db besideDb,
      RealmConnectors connectors,
      GroupCommit commits,
      IdempotentCommand once,
      Followers followers,
      WorkAcceptance acceptance,
      Sources sources) {
    IdSource ids = sources.ids();
    this.clock = sources.clock();
    this.follower = followers.start(new LedgerProjection());
    this.payoutStore = new PayoutStore(db);
    this.lines = new SettlementStore(db);
    this.positions = new SettlementPositionStore(db);
    this.missing = new MissingSettlementStore(db);
    this.arrivals =
        new Payouts(
            payoutStore, commits, once, ids, clock, new SandboxClocks(new SandboxStore(db)));
    this.settlements = new Settlements(lines, arrivals, commits, ids, clock);
    this.simulated =
        new SimulatedSettlements(
            new UnsettledStore(db), settlements, positions, payoutStore, follower, once, sources);
    this.balances = new BalanceStore(db);
    this.reports = new MonthReportStore(db, this::asOf);
    this.months = new MonthReportApi(reports, once, ids, clock);
    this.feeReports = new FeeReportStore(db);
    this.fees = new FeeReportApi(feeReports, reports);
    this.payoutReports = new PayoutReportStore(db);
    this.payoutReport = new PayoutReportApi(payoutReports);
    this.payouts = new PayoutApi(payoutStore, lines, arrivals, simulated);
    this.backlog =
        BackgroundJob.ofWork("ledger-backlog", PAUSE, acceptance, new BacklogStore(besideDb)::step);
    this.job =
        new SettlementJob(
            connectors, settlements, arrivals, simulated, positions, missing, clock, acceptance);
    this.api = new BalanceApi(balances, positions, job, once, follower, sources);
  }

  /** Returns the time until which all events are in the ledger. */
  public Instant asOf() {
    Instant now = clock.instant();
    return follower.behindSince().orElse(now);
  }

  @Override
  public Optional<Instant> findNext(Realm realm) {
    return simulated.findNext(realm);
  }

  @Override
  public void runDue(Realm realm) {
    simulated.settleDay(realm);
  }

  @Override
  public void close() {
    job.close();
    backlog.close();
  }
}
