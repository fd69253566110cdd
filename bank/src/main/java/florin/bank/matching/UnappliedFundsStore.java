package florin.bank.matching;

import static florin.db.SqlType.BIGINT;
import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.bank.matching.UnappliedFunds.FundsOrigin;
import florin.bank.matching.UnappliedFunds.Kind;
import florin.bank.matching.UnappliedFunds.Status;
import florin.core.Currency;
import florin.core.Id.BankEntryId;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.PayoutId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Money;
import florin.core.Page;
import florin.core.Page.Count;
import florin.core.Page.Findings;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Column;
import florin.db.Db;
import florin.db.IdTime;
import florin.db.ListQuery;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Table;
import florin.db.Write;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** Unapplied funds in PostgreSQL: customer credits and unmatched transfers. */
public final class UnappliedFundsStore {
  private static final Table<UnappliedFunds> TABLE = new Table<>("unapplied_funds", "h");

  private static final Column<UnappliedFunds, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, UnappliedFunds::realm);
  private static final Column<UnappliedFunds, java.util.UUID> ID =
      TABLE.column("id", UUID, UnappliedFunds::id);
  private static final Column<UnappliedFunds, Kind> KIND =
      TABLE.column("kind", TEXT.as(Kind::text, Kind::of), UnappliedFunds::kind);
  private static final Column<UnappliedFunds, Integer> VERSION =
      TABLE.column("version", INTEGER, UnappliedFunds::version);
  private static final Column<UnappliedFunds, Status> STATUS =
      TABLE.column("status", TEXT.as(Status::text, Status::of), UnappliedFunds::status);
  private static final Column<UnappliedFunds, UnappliedReason> REASON =
      TABLE.column(
          "reason", TEXT.as(UnappliedReason::text, UnappliedReason::of), UnappliedFunds::reason);
  private static final Column<UnappliedFunds, Long> AMOUNT =
      TABLE.column("amount", BIGINT, holding -> holding.amount().minor());
  private static final Column<UnappliedFunds, Long> REMAINING =
      TABLE.column("remaining", BIGINT, holding -> holding.remaining().minor());
  private static final Column<UnappliedFunds, Currency> CURRENCY =
      TABLE.column(
          "currency",
          TEXT.as(Currency::code, Currency::get),
          holding -> holding.amount().currency());
  private static final Column<UnappliedFunds, ReceivingAccountId> ACCOUNT =
      TABLE.column(
          "receiving_account_id",
          UUID.as(ReceivingAccountId::uuid, ReceivingAccountId::new),
          holding -> holding.origin().account());
  private static final Column<UnappliedFunds, BankEntryId> ENTRY =
      TABLE.column(
          "entry_id",
          UUID.as(BankEntryId::uuid, BankEntryId::new),
          holding -> holding.origin().entry());
  private static final Column<UnappliedFunds, Optional<PaymentId>> PAYMENT =
      TABLE.optional(
          "payment_id",
          UUID.as(PaymentId::uuid, PaymentId::new),
          holding -> holding.origin().payment());
  private static final Column<UnappliedFunds, Optional<CustomerId>> CUSTOMER =
      TABLE.optional(
          "customer_id",
          UUID.as(CustomerId::uuid, CustomerId::new),
          holding -> holding.origin().customer());
  private static final Column<UnappliedFunds, Optional<PayoutId>> PAYOUT =
      TABLE.optional(
          "payout_id",
          UUID.as(PayoutId::uuid, PayoutId::new),
          holding -> holding.origin().payout());
  private static final Column<UnappliedFunds, Instant> CREATED_AT =
      TABLE.column("created_at", TIMESTAMPTZ, holding -> holding.origin().created());

  private static final RecordStatement<UnappliedFunds> INSERT = TABLE.insertWithout();

  /** Updates the row if its version is still the one that was read. */
  private static final RecordStatement<UnappliedFunds> UPDATE =
      TABLE.update("unapplied_funds.update", STATUS, REASON, REMAINING, PAYMENT, PAYOUT);

  private static final String SELECT = "SELECT * FROM unapplied_funds";

  private static final String FIND = SELECT + " WHERE realm_id = ? AND id = ?";

  /** The most rows of an index that a search reads one by one. */
  static final int LOOKED_THROUGH = 5_000;

  private static final String AMONG = "SELECT * FROM (%s) AS holding";

  private final Db db;

  /** The conditions of a list of unapplied funds. */
  public record UnappliedFundsFilter(
      Kind kind, Optional<Status> status, Optional<PaymentId> payment) {
    public static UnappliedFundsFilter of(Kind kind, Status status) {
      return new UnappliedFundsFilter(kind, Optional.of(status), Optional.empty());
    }
  }

  public UnappliedFundsStore(Db db) {
    this.db = db;
  }

  static Write insert(UnappliedFunds holding) {
    return INSERT.row(holding);
  }

  static Write update(UnappliedFunds holding) {
    return UPDATE.row(holding);
  }

  Optional<UnappliedFunds> find(Realm realm, java.util.UUID id) {
    return db.findOne(FIND, UnappliedFundsStore::read, realm.id(), id);
  }

  UnappliedFunds get(Realm realm, java.util.UUID id) {
    return find(realm, id)
        .orElseThrow(() -> new IllegalStateException("a holding was there and is gone"));
  }

  /** Returns a page, newest first. */
  Page<UnappliedFunds> list(Realm realm, UnappliedFundsFilter filter, PageRequest page) {
    return query(SELECT, realm, filter).page(db, page, UnappliedFundsStore::read);
  }

  /**
   * Returns a page of search results. For conditions without an index it reads up to {@link
   * #LOOKED_THROUGH} rows, the nearest to the cursor.
   */
  Findings<UnappliedFunds> look(Realm realm, UnappliedFundsSearch sought, PageRequest page) {
    ListQuery all = query(SELECT, realm, sought.filter()).createdIn(sought.created());
    if (!sought.isNarrowed()) {
      return Findings.of(all.page(db, page, UnappliedFundsStore::read));
    }
    ListQuery walked = all.from(page);
    Page<UnappliedFunds> found =
        ListQuery.among(walked, page, LOOKED_THROUGH, AMONG, "id", realm)
            .and("receiving_account_id = ?", sought.account().map(ReceivingAccountId::uuid))
            .and(sought.amountCondition())
            .page(db, page, UnappliedFundsStore::read);
    return new Findings<>(
        found,
        found.hasMore()
            ? Optional.empty()
            : walked
                .findAt(db, page, LOOKED_THROUGH)
                .map(last -> new Findings.Stop(last, LOOKED_THROUGH)));
  }

  Count count(Realm realm, UnappliedFundsFilter filter, IdTime.Span created) {
    return query("SELECT id FROM unapplied_funds", realm, filter).createdIn(created).count(db);
  }

  private static ListQuery query(String select, Realm realm, UnappliedFundsFilter filter) {
    return new ListQuery(select, realm)
        .and("kind = ?", filter.kind().text())
        .and("status = ?", filter.status().map(Status::text))
        .and("payment_id = ?", filter.payment().map(PaymentId::uuid));
  }

  private static UnappliedFunds read(ResultSet row) throws SQLException {
    Currency currency = CURRENCY.of(row);
    return new UnappliedFunds(
        REALM.of(row),
        ID.of(row),
        KIND.of(row),
        VERSION.of(row),
        STATUS.of(row),
        REASON.of(row),
        new Money(AMOUNT.of(row), currency),
        new Money(REMAINING.of(row), currency),
        new FundsOrigin(
            ACCOUNT.of(row),
            ENTRY.of(row),
            PAYMENT.of(row),
            CUSTOMER.of(row),
            PAYOUT.of(row),
            CREATED_AT.of(row)));
  }
}
