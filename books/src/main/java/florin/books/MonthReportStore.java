package florin.books;

import florin.account.AccountStore;
import florin.books.ClosingStore.Sums;
import florin.books.MonthReport.Account;
import florin.books.MonthReport.AccountMonth;
import florin.books.MonthReport.Period;
import florin.books.MonthReport.RefundSums;
import florin.connector.instance.InstanceStore;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Id.ConnectorId;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Db;
import florin.projection.FollowerStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The reports of months, in the reporting time zone of the account. The report of a closed month
 * stays as it was. Its later movements are an adjustment in the first month that is open: the
 * difference between the closing balances that were reported and those of the ledger now.
 */
public final class MonthReportStore {
  /** The first month that has a report of its own. */
  static final YearMonth EARLIEST = YearMonth.of(2000, 1);

  /** The time after a day in which providers' reports of it are read, twice in normal operation. */
  static final Duration REPORTED_AFTER = SettlementJob.INTERVAL.multipliedBy(2);

  /** How far the ledger follows the events behind in normal operation. */
  private static final Duration LAG = Duration.ofSeconds(10);

  private final Db db;
  private final AccountStore accounts;
  private final InstanceStore connectors;
  private final Supplier<Instant> asOf;

  /**
   * Creates it.
   *
   * @param asOf returns the time until which all events are in the ledger
   */
  public MonthReportStore(Db db, Supplier<Instant> asOf) {
    this.db = db;
    this.accounts = new AccountStore(db);
    this.connectors = new InstanceStore(db);
    this.asOf = asOf;
  }

  /** Returns the reports for a command, which runs beside the service. */
  public static MonthReportStore of(Db db, InstantSource clock) {
    return new MonthReportStore(
        db,
        () -> {
          Instant now = clock.instant();
          return new FollowerStore(db).findOldest(new LedgerProjection()).orElse(now);
        });
  }

  /** Returns whether the ledger has all movements of now, except those of the last seconds. */
  public boolean isCurrent(Realm realm, Instant now) {
    return !asOf.get().isBefore(now.minus(LAG))
        && db.read(connection -> BalanceStore.isComplete(connection, realm));
  }

  /** Returns the time zone of the account's reports. */
  public ZoneId zone(Realm realm) {
    return accounts
        .findAccount(realm.accountNumber())
        .orElseThrow(() -> new IllegalStateException("no account has the realm " + realm.id()))
        .timeZone();
  }

  /** Returns the beginning and the end of a month. */
  public Period period(Realm realm, YearMonth month) {
    View view = view(realm);
    return db.read(connection -> period(connection, view, month));
  }

  /** Returns the report of a month. */
  public MonthReport report(Realm realm, YearMonth month) {
    View view = view(realm);
    return db.read(connection -> report(connection, view, month));
  }

  /** Returns the refunds of a month, which the accounts have only together with payments. */
  public Map<Currency, RefundSums> refunds(Realm realm, Period period) {
    return db.read(connection -> ClosingStore.sumRefunds(connection, realm, period));
  }

  /**
   * What a report depends on.
   *
   * @param asOf the time until which all events are in the ledger
   * @param connectors the enabled ones
   */
  private record View(Realm realm, ZoneId zone, Instant asOf, List<String> connectors) {
    private Instant begin(YearMonth month) {
      return month.atDay(1).atStartOfDay(zone).toInstant();
    }
  }

  private View view(Realm realm) {
    return new View(
        realm,
        zone(realm),
        asOf.get(),
        connectors.listEnabled(realm).stream().map(ConnectorId::text).toList());
  }

  private static MonthReport report(Connection connection, View view, YearMonth month)
      throws SQLException {
    Period period = period(connection, view, month);
    return new MonthReport(
        period,
        period.closed().isPresent()
            ? ClosingStore.listAccounts(connection, view.realm, month)
            : sum(connection, view.realm, period));
  }

  /** A month before the first closed one was closed with it, and has no movement. */
  private static Period period(Connection connection, View view, YearMonth month)
      throws SQLException {
    Optional<Period> closed = ClosingStore.find(connection, view.realm, month);
    if (closed.isPresent()) {
      return closed.get();
    }
    Optional<Period> last = ClosingStore.findLast(connection, view.realm);
    Optional<Period> next = last.filter(it -> it.month().isAfter(month));
    Instant from =
        last.filter(it -> it.month().plusMonths(1).equals(month))
            .map(Period::until)
            .orElseGet(() -> view.begin(month));
    Instant until = view.begin(month.plusMonths(1));
    boolean isComplete =
        next.isPresent()
            || (!view.asOf.isBefore(until.plus(REPORTED_AFTER))
                && BalanceStore.isComplete(connection, view.realm)
                && listUnread(connection, view, until).isEmpty());
    return new Period(month, view.zone, from, until, next.flatMap(Period::closed), isComplete);
  }

  private static List<String> listUnread(Connection connection, View view, Instant until)
      throws SQLException {
    return SettlementPositionStore.listUnread(connection, view.realm, view.connectors, until);
  }

  /**
   * Sums the accounts of an open month. The first one after closed months continues with their
   * closing balances, and has the adjustments.
   */
  private static List<AccountMonth> sum(Connection connection, Realm realm, Period period)
      throws SQLException {
    YearMonth before = period.month().minusMonths(1);
    boolean isFirst = ClosingStore.find(connection, realm, before).isPresent();
    var opening = new HashMap<Account, Long>();
    ClosingStore.listAccounts(connection, realm, before)
        .forEach(account -> opening.put(account.account(), account.closing()));
    Map<Account, Sums> sums = ClosingStore.sum(connection, realm, period.from(), period.until());
    var accounts = new ArrayList<AccountMonth>();
    sums.forEach((account, sum) -> {
      long opened = isFirst ? opening.getOrDefault(account, 0L) : sum.opening();
      accounts.add(
          new AccountMonth(
              account.currency(),
              account.role(),
              account.party(),
              opened,
              sum.opening() - opened,
              sum.debits() - sum.debitsBefore(),
              sum.credits() - sum.creditsBefore()));
    });
    return accounts;
  }

  /**
   * Closes a month, and all open months before it. A closed month stays as it is. Each month has a
   * transaction of its own, because the ledger waits for it. After a crash, the months that were
   * closed first stay closed, and the same call closes the others.
   *
   * @param audit runs in the transaction of this month, if it was open
   * @throws Refusal if the month isn't complete, as {@link Period#isComplete()} describes
   */
  public MonthReport close(Realm realm, YearMonth month, Instant now, Db.Work<?> audit) {
    View view = view(realm);
    boolean hasMore = true;
    while (hasMore) {
      hasMore = db.transaction(connection -> closeNext(connection, view, month, now, audit));
    }
    return report(realm, month);
  }

  /** Closes the first open month, and returns whether the wanted one is later. */
  private static boolean closeNext(
      Connection connection, View view, YearMonth month, Instant now, Db.Work<?> audit)
      throws SQLException {
    LedgerStore.lockLines(connection, view.realm);
    LedgerStore.lock(connection);
    Period period = period(connection, view, month);
    if (period.closed().isPresent()) {
      return false;
    }
    if (!period.isComplete()) {
      throw new Problem.BadRequest(
              ErrorCode.MONTH_NOT_COMPLETE,
              incomplete(listUnread(connection, view, period.until())))
          .refusal();
    }
    YearMonth next = findFirstOpen(connection, view, month);
    ClosingStore.add(connection, view.realm, report(connection, view, next), now);
    if (next.isBefore(month)) {
      return true;
    }
    audit.run(connection);
    return false;
  }

  private static String incomplete(List<String> unread) {
    String rule =
        "A month can be closed two hours after its end, once the ledger has all events until then and the reports of all enabled connectors were read. ";
    return unread.isEmpty()
        ? rule + "Try again later; nothing was changed."
        : rule
            + "Not read until the end of the month: %s. Try again later, fix the problem that the page Balance shows, or disable the connector; nothing was changed."
                .formatted(String.join(", ", unread));
  }

  /** Returns the month after the closed ones, or the first month with a movement. */
  private static YearMonth findFirstOpen(Connection connection, View view, YearMonth latest)
      throws SQLException {
    Optional<Period> last = ClosingStore.findLast(connection, view.realm);
    if (last.isPresent()) {
      return last.get().month().plusMonths(1);
    }
    YearMonth first =
        ClosingStore.findFirstBooking(connection, view.realm)
            .map(time -> YearMonth.from(time.atZone(view.zone)))
            .orElse(latest);
    return first.isAfter(latest) ? latest : first.isBefore(EARLIEST) ? EARLIEST : first;
  }
}
