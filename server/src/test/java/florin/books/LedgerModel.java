package florin.books;

import florin.db.Db;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The balances of each day (UTC) that a ledger must have, kept by hand: a life books here what it
 * does, without the queries of the product.
 */
final class LedgerModel {
  private static final String BALANCES =
      """
      SELECT day || ' ' || realm_id || ' ' || currency || ' ' || role || ' ' || party AS account, sum(debits - credits)::bigint AS balance
        FROM ledger_balance
       GROUP BY day, realm_id, currency, role, party
      HAVING sum(debits - credits) <> 0
      """;

  private record Balance(String account, long amount) {}

  private final SortedMap<String, Long> balances = new TreeMap<>();

  /** An amount in minor units. */
  record Money(long realm, String currency, long amount) {}

  /** An account of a realm, as role and party. */
  record Side(String role, String party) {}

  /** Moves money between two accounts. A negative amount moves the other way. */
  void move(Instant at, Money money, Side from, Side to) {
    add(at, money, from, -money.amount());
    add(at, money, to, money.amount());
  }

  private void add(Instant at, Money money, Side side, long amount) {
    balances.merge(
        "%s %d %s %s %s"
            .formatted(
                LocalDate.ofInstant(at, ZoneOffset.UTC),
                money.realm(),
                money.currency(),
                side.role(),
                side.party()),
        amount,
        Long::sum);
  }

  /** Returns the balances that are not zero, by account. */
  SortedMap<String, Long> balances() {
    var all = new TreeMap<>(balances);
    all.values().removeIf(amount -> amount == 0);
    return all;
  }

  /** Returns the balances of the product's ledger, in the same form. */
  static SortedMap<String, Long> of(Db db) {
    var all = new TreeMap<String, Long>();
    db.list(BALANCES, row -> new Balance(row.getString("account"), row.getLong("balance")))
        .forEach(it -> all.put(it.account(), it.amount()));
    return all;
  }
}
