package florin.books;

import florin.account.SandboxClocks;
import florin.account.SandboxStore;
import florin.core.Hmac;
import florin.core.IdSource;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.PostgresAddress;
import florin.db.TestPostgres;
import florin.idempotency.Idempotency;
import florin.idempotency.IdempotentCommand;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** A database with an account in which lives take place, without a service. */
final class LedgerWorld implements AutoCloseable {
  /** The lives that one database has at the same time. */
  static final int SIDE_BY_SIDE = 20;

  final Db db;
  private final GroupCommit commits;
  private final ProviderLife.Parts parts;

  LedgerWorld() {
    PostgresAddress database = TestPostgres.freshDatabase();
    this.db = Db.unhurried(database);
    this.commits = new GroupCommit("books", database::connect, 1, GroupCommit.DEFAULT_PATIENCE);
    var clock = new ProviderLife.Clock();
    var ids = new IdSource(clock);
    var once = new IdempotentCommand(commits, new Idempotency(db, new Hmac(new byte[] {1})), clock);
    var payouts =
        new Payouts(
            new PayoutStore(db),
            commits,
            once,
            ids,
            clock,
            new SandboxClocks(new SandboxStore(db)));
    this.parts =
        new ProviderLife.Parts(
            new Settlements(new SettlementStore(db), payouts, commits, ids, clock), payouts, clock);
    db.update(
        "INSERT INTO account (number, id, name, created_at) OVERRIDING SYSTEM VALUE VALUES (1, gen_random_uuid(), 'Shop', now())");
    db.update("INSERT INTO realm (id, account_number, mode) VALUES (2, 1, 'test'), (3, 1, 'live')");
  }

  /**
   * Empties the database, and makes lives take turns there until the ledger has all of them.
   *
   * @param steps the steps of each life, on average
   * @return the balances that must come of them
   */
  LedgerModel live(long seed, int steps) {
    LedgerRows.clear(db);
    var random = new Random(seed);
    var model = new LedgerModel();
    List<LedgerLife> lives =
        Stream.generate(() -> new LedgerLife(random.nextLong(), db, parts, model))
            .limit(SIDE_BY_SIDE)
            .toList();
    for (int i = 0; i < steps * SIDE_BY_SIDE; i++) {
      lives.get(random.nextInt(SIDE_BY_SIDE)).step();
    }
    var backlog = new BacklogStore(db);
    while (backlog.step()) {}
    LedgerChecks.follow(db, 50);
    return model;
  }

  /** Derives the ledger again from nothing. */
  void rebuild() {
    var backlog = new BacklogStore(db);
    backlog.startOver();
    while (backlog.step()) {}
  }

  @Override
  public void close() {
    commits.close();
    db.close();
  }
}
