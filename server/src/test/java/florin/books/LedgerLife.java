package florin.books;

import florin.books.DyingProjection.Died;
import florin.books.LedgerModel.Money;
import florin.books.LedgerModel.Side;
import florin.books.LedgerRows.Place;
import florin.db.Db;
import florin.projection.FollowerStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/**
 * A random life of two realms: payments, refunds, disputes, bank transfers, what their providers
 * report, and a projection that dies between any two steps. A seed always gives the same life. It
 * keeps the balances that must come of it in a {@link LedgerModel}.
 */
final class LedgerLife {
  private static final List<Long> REALMS = List.of(2L, 3L);
  private static final List<String> CURRENCIES = List.of("eur", "usd", "jpy");
  private static final List<String> CONNECTORS = List.of("cn_one", "cn_two");
  private static final Instant BEGIN = Instant.parse("2026-10-20T08:00:00Z");

  private final Random random;
  private final Db db;
  private final FollowerStore follower;
  private final BacklogStore backlog;
  private final LedgerModel model;
  private final ProviderLife provider;
  private final List<Sale> sales = new ArrayList<>();
  private final List<Refund> refunds = new ArrayList<>();
  private final UUID account;
  private Instant now = BEGIN;

  /** A payment by card, or by bank transfer. */
  static final class Sale {
    final UUID id;
    final Place place;
    final long amount;
    final boolean isTransfer;
    long captured;
    long refunded;
    long held;
    long lost;
    boolean isSettled;
    int sequence = 1;

    Sale(UUID id, Place place, long amount, boolean isTransfer) {
      this.id = id;
      this.place = place;
      this.amount = amount;
      this.isTransfer = isTransfer;
    }
  }

  /** A refund of a payment by card. */
  static final class Refund {
    final UUID id;
    final Sale sale;
    final long amount;
    String status = "pending";
    boolean isSettled;
    int sequence = 1;

    Refund(UUID id, Sale sale, long amount) {
      this.id = id;
      this.sale = sale;
      this.amount = amount;
    }
  }

  /**
   * Begins a life.
   *
   * @param model receives the balances; lives side by side share one
   */
  LedgerLife(long seed, Db db, ProviderLife.Parts parts, LedgerModel model) {
    this.random = new Random(seed);
    this.model = model;
    this.db = db;
    this.follower = new FollowerStore(db);
    this.backlog = new BacklogStore(db);
    this.account = id();
    this.provider = new ProviderLife(random, db, parts, model, account);
  }

  /** Does something. The ledger may be behind afterwards. */
  void step() {
    now = now.plus(Duration.ofMinutes(random.nextInt(3_000)));
    switch (random.nextInt(20)) {
      case 0, 1, 2, 3 -> sell();
      case 4 -> captureOne();
      case 5, 6 -> refund();
      case 7, 8 -> endRefund();
      case 9 -> dispute();
      case 10 -> transfer();
      case 11, 12 -> provider.report(now, sales, refunds);
      case 13 -> provider.payOut(now);
      case 14, 15, 16, 17 -> provider.movePayout(now);
      case 18 -> followAndDie();
      default -> rebuildPartly();
    }
  }

  private UUID id() {
    return new UUID(random.nextLong(), random.nextLong());
  }

  private <T> Optional<T> any(List<T> all) {
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
  }

  private Place place() {
    return new Place(
        any(REALMS).orElseThrow(), any(CURRENCIES).orElseThrow(), any(CONNECTORS).orElseThrow());
  }

  private interface Change {
    void run(Connection connection) throws SQLException;
  }

  private void commit(Change change) {
    var _ =
        db.transaction(connection -> {
          change.run(connection);
          return true;
        });
  }

  private void sell() {
    var sale = new Sale(id(), place(), random.nextLong(100, 50_000), false);
    boolean isCaptured = random.nextInt(4) != 0;
    long lost = random.nextInt(20) == 0 ? sale.amount : 0;
    commit(connection -> {
      LedgerRows.payment(connection, sale.id, sale.place, "card", sale.amount, now);
      if (isCaptured) {
        capture(connection, sale, sale.amount, lost);
      } else {
        event(connection, sale, "payment.requires_capture", "");
      }
    });
    sales.add(sale);
  }

  /**
   * Captures an amount.
   *
   * @param lost the lost dispute that the provider reports with it, or zero
   */
  private void capture(Connection connection, Sale sale, long amount, long lost)
      throws SQLException {
    String dispute = lost == 0 ? null : dispute(1, "lost", lost);
    LedgerRows.capture(connection, sale.place.realm(), sale.id, amount, now, dispute);
    event(connection, sale, "payment.succeeded", dispute == null ? "" : "\"dispute\": " + dispute);
    sale.captured = amount;
    sale.lost = lost;
    move(sale, amount, "receivable", "pending");
    move(sale, lost, "pending", "dispute_losses");
  }

  private void captureOne() {
    any(sales.stream().filter(one -> one.captured == 0 && !one.isTransfer).toList())
        .ifPresent(sale ->
            commit(
                connection -> capture(connection, sale, random.nextLong(1, sale.amount + 1), 0)));
  }

  private void move(Sale sale, long amount, String from, String to) {
    String connector = sale.place.connector();
    model.move(
        now,
        new Money(sale.place.realm(), sale.place.currency(), amount),
        new Side(from, connector),
        new Side(to, connector));
  }

  private void event(Connection connection, Sale sale, String type, String field)
      throws SQLException {
    LedgerRows.event(connection, sale.place.realm(), type, sale.id, sale.sequence++, field, now);
  }

  private void refund() {
    any(sales.stream().filter(one -> one.captured > one.refunded).toList())
        .ifPresent(sale -> {
          var refund =
              new Refund(id(), sale, random.nextLong(1, sale.captured - sale.refunded + 1));
          sale.refunded += refund.amount;
          commit(connection -> {
            LedgerRows.refund(connection, refund.id, sale.id, sale.place, refund.amount, now);
            event(connection, refund, "refund.created");
          });
          refunds.add(refund);
        });
  }

  /** A refund succeeds, and may come back later. A success is reported twice. */
  private void endRefund() {
    any(refunds.stream().filter(one -> !one.status.equals("failed")).toList())
        .ifPresent(refund -> {
          boolean hadSucceeded = refund.status.equals("succeeded");
          refund.status = random.nextInt(hadSucceeded ? 2 : 4) == 0 ? "failed" : "succeeded";
          boolean isFailed = refund.status.equals("failed");
          commit(connection -> {
            LedgerRows.refunded(connection, refund.sale.place.realm(), refund.id, refund.status);
            if (refund.sale.isTransfer && (!hadSucceeded || isFailed)) {
              sendBack(connection, refund, hadSucceeded, isFailed);
            }
            event(connection, refund, isFailed ? "refund.failed" : "refund.succeeded");
          });
          long moved =
              isFailed ? (hadSucceeded ? -refund.amount : 0) : hadSucceeded ? 0 : refund.amount;
          if (isFailed) {
            refund.sale.refunded -= refund.amount;
          }
          if (refund.sale.isTransfer) {
            bank(refund.sale, -moved, "receivable", refund.sale.place.connector());
          } else {
            move(refund.sale, moved, "pending", "receivable");
          }
        });
  }

  private void event(Connection connection, Refund refund, String type) throws SQLException {
    String status = "\"status\": \"%s\"".formatted(refund.status);
    long realm = refund.sale.place.realm();
    LedgerRows.event(connection, realm, type, refund.id, refund.sequence++, status, now);
  }

  /** The bank sends a refund, or brings it back. */
  private void sendBack(
      Connection connection, Refund refund, boolean hadSucceeded, boolean isFailed)
      throws SQLException {
    if (isFailed && !hadSucceeded) {
      return;
    }
    Sale sale = refund.sale;
    long amount = isFailed ? refund.amount : -refund.amount;
    UUID entry = id();
    LedgerRows.entry(connection, entry, sale.place, account, amount, bankDay(now));
    LedgerRows.match(
        connection, now, id(), sale.place.realm(), entry, "payment", sale.id, refund.id, amount);
  }

  /** A dispute is opened, changes its amount, or ends. Another one may follow. */
  private void dispute() {
    any(sales.stream().filter(one -> one.captured > 0 && !one.isTransfer).toList())
        .ifPresent(sale -> {
          long amount = random.nextLong(1, sale.captured + 1);
          String status =
              any(List.of(
                      "needs_response", "under_review", "lost", "won", "warning_needs_response"))
                  .orElseThrow();
          String dispute = dispute(random.nextInt(1, 3), status, amount);
          commit(connection -> {
            LedgerRows.dispute(connection, sale.place.realm(), sale.id, dispute);
            event(
                connection,
                sale,
                random.nextBoolean() ? "payment.disputed" : "payment.dispute_updated",
                "\"dispute\": " + dispute);
          });
          long held = status.equals("needs_response") || status.equals("under_review") ? amount : 0;
          long lost = status.equals("lost") ? amount : 0;
          move(sale, held - sale.held, "pending", "disputes_held");
          move(sale, lost - sale.lost, "pending", "dispute_losses");
          sale.held = held;
          sale.lost = lost;
        });
  }

  private static String dispute(int number, String status, long amount) {
    return "{\"id\": \"dp_%d\", \"status\": \"%s\", \"amount\": %d}"
        .formatted(number, status, amount);
  }

  /** A payer's transfer: in parts, too much, or without a reference and then assigned. */
  private void transfer() {
    Place at = place();
    var sale =
        new Sale(
            id(),
            new Place(at.realm(), at.currency(), "cn_bank"),
            random.nextLong(100, 9_000),
            true);
    long more = random.nextInt(3) == 0 ? random.nextLong(1, 500) : 0;
    boolean isNamed = random.nextBoolean();
    long first = random.nextBoolean() ? sale.amount : random.nextLong(1, sale.amount);
    commit(connection -> {
      LedgerRows.payment(connection, sale.id, sale.place, "bank_transfer", sale.amount, now);
      event(connection, sale, "payment.processing", "");
    });
    if (isNamed) {
      commit(connection -> {
        arrive(connection, sale, first + (first == sale.amount ? more : 0), first);
        event(connection, sale, "payment.updated", "");
      });
      if (first < sale.amount) {
        long rest = sale.amount - first;
        commit(connection -> arrive(connection, sale, rest + more, rest));
      }
    } else {
      commit(connection -> assign(connection, sale, sale.amount + more));
    }
    commit(connection -> {
      LedgerRows.capture(connection, sale.place.realm(), sale.id, sale.amount, now, null);
      event(connection, sale, "payment.succeeded", "");
    });
    sale.captured = sale.amount;
    sales.add(sale);
  }

  /** A bank entry, of which a payment gets a part, and a customer credit the rest. */
  private void arrive(Connection connection, Sale sale, long booked, long part)
      throws SQLException {
    long realm = sale.place.realm();
    UUID entry = id();
    LedgerRows.entry(connection, entry, sale.place, account, booked, bankDay(now));
    LedgerRows.match(connection, now, id(), realm, entry, "payment", sale.id, null, part);
    bank(sale, part, "receivable", sale.place.connector());
    if (booked > part) {
      UUID credit = id();
      LedgerRows.funds(
          connection, credit, sale.place, "credit", booked - part, account, entry, sale.id);
      LedgerRows.match(connection, now, id(), realm, entry, "credit", credit, null, booked - part);
      LedgerRows.event(connection, realm, "customer_credit.created", credit, 1, "", now);
      bank(sale, booked - part, "customer_credit", "");
    }
  }

  /** An unmatched transfer, of which a person assigns the amount of a payment. */
  private void assign(Connection connection, Sale sale, long booked) throws SQLException {
    long realm = sale.place.realm();
    UUID entry = id();
    UUID funds = id();
    LedgerRows.entry(connection, entry, sale.place, account, booked, bankDay(now));
    LedgerRows.funds(connection, funds, sale.place, "unmatched", booked, account, entry, sale.id);
    LedgerRows.match(connection, now, id(), realm, entry, "unmatched", funds, null, booked);
    LedgerRows.match(connection, now, id(), realm, entry, "unmatched", funds, null, -sale.amount);
    LedgerRows.match(connection, now, id(), realm, entry, "payment", sale.id, null, sale.amount);
    LedgerRows.event(connection, realm, "unmatched_transfer.assigned", funds, 1, "", now);
    bank(sale, booked - sale.amount, "unmatched_transfers", "");
    bank(sale, sale.amount, "receivable", sale.place.connector());
  }

  private void bank(Sale sale, long amount, String from, String party) {
    model.move(
        bankDay(now),
        new Money(sale.place.realm(), sale.place.currency(), amount),
        new Side(from, party),
        new Side("bank", account.toString()));
  }

  /** Florin reads a statement up to three days after the bank's day. */
  static Instant bankDay(Instant now) {
    return now.minus(Duration.ofDays(now.getEpochSecond() / 60 % 4));
  }

  private void followAndDie() {
    try {
      follower.follow(
          new DyingProjection(random.nextInt(3 * LedgerProjection.STEPS.size())),
          1 + random.nextInt(9));
    } catch (Died expected) {
      // The next follower begins where this one began.
    }
  }

  /** Begins a rebuild in some lives, which the process may not survive. */
  private void rebuildPartly() {
    if (random.nextInt(5) == 0) {
      backlog.startOver();
    }
    for (int steps = random.nextInt(3); steps > 0; steps--) {
      backlog.step();
    }
  }
}
