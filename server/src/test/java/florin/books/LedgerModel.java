package florin.books;

import florin.db.Db;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The balances that a ledger must have, kept by hand: a life books here what it does, without the
 * queries of the product.
 */
final class LedgerModel {
  private static final String BALANCES =
      """
      SELECT realm_id || ' ' || currency || ' ' || role || ' ' || party AS account, sum(debits - credits)::bigint AS balance
        FROM ledger_balance
       GROUP BY realm_id, currency, role, party
      HAVING sum(debits - credits) <> 0
      """;

  private record Balance(String account, long amount) {}

  private final SortedMap<String, Long> balances = new TreeMap<>();

  /** An account of a realm, as role and party. */
  record Side(String role, String party) {}

  /** Moves money between two accounts. A negative amount moves the other way. */
  void move(long realm, String currency, long amount, Side from, Side to) {
    add(realm, currency, from, -amount);
    add(realm, currency, to, amount);
  }

  private void add(long realm, String currency, Side side, long amount) {
    balances.merge(
        "%d %s %s %s".formatted(realm, currency, side.role(), side.party()), amount, Long::sum);
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
