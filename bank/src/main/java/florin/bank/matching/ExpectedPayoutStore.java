package florin.bank.matching;

import florin.bank.PayoutReference;
import florin.core.Currency;
import florin.core.Id.PayoutId;
import florin.core.Money;
import florin.core.Realm;
import florin.db.Db;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads payouts, which the module `books` keeps, for their bank entries. */
public final class ExpectedPayoutStore {
  private static final String FIND =
      """
      SELECT *
        FROM payout_for_bank
       WHERE realm_id = ?
         AND id = ?
      """;

  private static final String LIST_NAMED =
      """
      SELECT *
        FROM payout_for_bank
       WHERE realm_id = ?
         AND arrives_on BETWEEN ? AND ?
         AND bank_reference IS NOT NULL
       ORDER BY arrives_on, id
       LIMIT ?
      """;

  private static final String LIST_ALIKE =
      """
      SELECT *
        FROM payout_for_bank
       WHERE realm_id = ?
         AND arrives_on BETWEEN ? AND ?
         AND amount = ?
         AND currency = ?
         AND arrived_amount = 0
       ORDER BY arrives_on, id
       LIMIT ?
      """;

  private static final String LIST_WITHOUT_MONEY =
      """
      SELECT *
        FROM payout_for_bank
       WHERE arrived_amount = 0
         AND bank_reference IS NOT NULL
         AND (arrives_on, realm_id, id) > (?, ?, ?)
       ORDER BY arrives_on, realm_id, id
       LIMIT ?
      """;

  private static final String LIST_NAMES =
      """
      SELECT id, connector, arrives_on
        FROM payout_name
       WHERE realm_id = ?
         AND id = ANY(?)
      """;

  private static final UUID BEFORE_ALL = new UUID(0, 0);

  private final Db db;

  /** The connector of a payout, and the day on which it arrives. */
  public record PayoutName(PayoutId id, String connector, LocalDate arrivesOn) {}

  public ExpectedPayoutStore(Db db) {
    this.db = db;
  }

  /** Returns a payout that a bank entry can be matched to. */
  public Optional<ExpectedPayout> find(Realm realm, PayoutId id) {
    return db.findOne(FIND, ExpectedPayoutStore::read, realm.id(), id.uuid());
  }

  /** Returns payouts with a bank reference that arrive in a range of days. */
  List<ExpectedPayout> listNamed(Realm realm, LocalDate first, LocalDate last, int most) {
    return db.list(LIST_NAMED, ExpectedPayoutStore::read, realm.id(), first, last, most);
  }

  /** Returns payouts without money that bring this amount in a range of days. */
  List<ExpectedPayout> listAlike(
      Realm realm, Money amount, LocalDate first, LocalDate last, int most) {
    return db.list(
        LIST_ALIKE,
        ExpectedPayoutStore::read,
        realm.id(),
        first,
        last,
        amount.minor(),
        amount.currency().code(),
        most);
  }

  /**
   * Returns payouts of all realms with a bank reference and without money, after another one.
   *
   * @param since the first day on which they arrive
   */
  List<ExpectedPayout> listWithoutMoney(LocalDate since, Optional<ExpectedPayout> last, int most) {
    return db.list(
        LIST_WITHOUT_MONEY,
        ExpectedPayoutStore::read,
        last.map(ExpectedPayout::arrivesOn).orElse(since),
        last.map(it -> it.realm().id()).orElse(0L),
        last.map(it -> it.id().uuid()).orElse(BEFORE_ALL),
        most);
  }

  List<PayoutName> listNames(Realm realm, List<PayoutId> ids) {
    return ids.isEmpty()
        ? List.of()
        : db.list(
            LIST_NAMES,
            row ->
                new PayoutName(
                    new PayoutId(row.getObject("id", UUID.class)),
                    row.getString("connector"),
                    row.getObject("arrives_on", LocalDate.class)),
            realm.id(),
            ids.stream().map(PayoutId::uuid).toArray(UUID[]::new));
  }

  private static ExpectedPayout read(ResultSet row) throws SQLException {
    long amount = row.getLong("amount");
    return new ExpectedPayout(
        new Realm(row.getLong("realm_id")),
        new PayoutId(row.getObject("id", UUID.class)),
        row.getString("connector"),
        new Money(Math.abs(amount), Currency.get(row.getString("currency"))),
        amount < 0,
        Optional.ofNullable(row.getString("bank_reference")).flatMap(PayoutReference::find),
        row.getObject("arrives_on", LocalDate.class));
  }
}
