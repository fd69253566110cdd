package florin.bank.account;

import static florin.db.SqlType.BOOLEAN;
import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.bank.account.ReceivingAccount.Details;
import florin.bank.account.ReceivingAccount.FileExchange;
import florin.bank.account.ReceivingAccount.Status;
import florin.bank.statement.StatementFormat;
import florin.core.Bic;
import florin.core.Currency;
import florin.core.Iban;
import florin.core.Id.ReceivingAccountId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Column;
import florin.db.Db;
import florin.db.ListQuery;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Table;
import florin.db.Write;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Receiving accounts in PostgreSQL. */
public final class ReceivingAccountStore {
  private static final Table<ReceivingAccount> TABLE = new Table<>("receiving_account", "a");

  private static final Column<ReceivingAccount, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, ReceivingAccount::realm);
  private static final Column<ReceivingAccount, ReceivingAccountId> ID =
      TABLE.column(
          "id", UUID.as(ReceivingAccountId::uuid, ReceivingAccountId::new), ReceivingAccount::id);
  private static final Column<ReceivingAccount, Integer> VERSION =
      TABLE.column("version", INTEGER, ReceivingAccount::version);
  private static final Column<ReceivingAccount, Status> STATUS =
      TABLE.column("status", TEXT.as(Status::text, Status::of), ReceivingAccount::status);
  private static final Column<ReceivingAccount, Iban> IBAN =
      TABLE.column("iban", TEXT.as(Iban::text, Iban::new), ReceivingAccount::iban);
  private static final Column<ReceivingAccount, Optional<Bic>> BIC =
      TABLE.optional("bic", TEXT.as(Bic::text, Bic::new), it -> it.details().bic());
  private static final Column<ReceivingAccount, String> HOLDER =
      TABLE.column("holder", TEXT, it -> it.details().holder());
  private static final Column<ReceivingAccount, Currency> CURRENCY =
      TABLE.column("currency", TEXT.as(Currency::code, Currency::get), ReceivingAccount::currency);
  private static final Column<ReceivingAccount, StatementFormat> FORMAT =
      TABLE.column(
          "statement_format",
          TEXT.as(StatementFormat::text, text -> StatementFormat.find(text).orElseThrow()),
          ReceivingAccount::format);
  private static final Column<ReceivingAccount, Boolean> UPLOADS =
      TABLE.column("uploads_allowed", BOOLEAN, it -> it.files().uploadsAllowed());
  private static final Column<ReceivingAccount, Boolean> DOWNLOADS =
      TABLE.column("downloads_allowed", BOOLEAN, it -> it.files().downloadsAllowed());
  private static final Column<ReceivingAccount, Instant> CREATED_AT =
      TABLE.column("created_at", TIMESTAMPTZ, ReceivingAccount::created);

  /** Inserts an account, unless this realm already has its IBAN, or a live one in another realm. */
  private static final RecordStatement<ReceivingAccount> INSERT =
      TABLE.guarded(
          "receiving_account.insert",
          """
          INSERT INTO receiving_account (realm_id, id, version, status, iban, bic, holder, currency, statement_format, created_at)
          SELECT realm_id, id, version, status, iban, bic, holder, currency, statement_format, created_at
            FROM :rows
              ON CONFLICT DO NOTHING
          RETURNING id\
          """,
          STATUS,
          IBAN,
          BIC,
          HOLDER,
          CURRENCY,
          FORMAT,
          CREATED_AT);

  /** Updates the row if its version is still the one that was read. */
  private static final RecordStatement<ReceivingAccount> UPDATE =
      TABLE.update("receiving_account.update", STATUS, BIC, HOLDER, FORMAT, UPLOADS, DOWNLOADS);

  private static final String SELECT = "SELECT * FROM receiving_account";

  private static final String FIND = SELECT + " WHERE realm_id = ? AND id = ?";

  private static final String FIND_ENABLED =
      SELECT + " WHERE realm_id = ? AND currency = ? AND status = 'enabled'";

  /** Used by the watch folder, which names accounts without realms. */
  private static final String FIND_REALM = "SELECT realm_id FROM receiving_account WHERE id = ?";

  private static final String FIND_BY_IBAN = SELECT + " WHERE realm_id = ? AND iban = ?";

  private static final String LIST_ENABLED =
      SELECT + " WHERE realm_id = ? AND status = 'enabled' ORDER BY id";

  private static final String LIST_ENABLED_OF_ALL =
      SELECT + " WHERE status = 'enabled' ORDER BY realm_id % 2 DESC, id LIMIT ?";

  private static final String COUNT =
      """
      SELECT count(*) AS accounts
        FROM receiving_account
       WHERE realm_id = ?
      """;

  /** Finds an IBAN in the live accounts of all realms: a real account belongs to one realm. */
  private static final String IS_LIVE =
      """
      SELECT id
        FROM receiving_account
       WHERE iban = ?
         AND realm_id % 2 = 1
      """;

  private final Db db;

  public ReceivingAccountStore(Db db) {
    this.db = db;
  }

  static Write insert(ReceivingAccount account) {
    return INSERT.row(account);
  }

  /** Returns an update that fails if another writer changed the account first. */
  static Write update(ReceivingAccount account) {
    return UPDATE.row(account);
  }

  public Optional<ReceivingAccount> find(Realm realm, ReceivingAccountId id) {
    return db.findOne(FIND, ReceivingAccountStore::read, realm.id(), id.uuid());
  }

  /** Returns the realm of an account. */
  public Optional<Realm> findRealm(ReceivingAccountId id) {
    return db.findOne(FIND_REALM, row -> new Realm(row.getLong("realm_id")), id.uuid());
  }

  /** Returns the account to which payments in a currency are sent. */
  public Optional<ReceivingAccount> findEnabled(Realm realm, Currency currency) {
    return db.findOne(FIND_ENABLED, ReceivingAccountStore::read, realm.id(), currency.code());
  }

  public Optional<ReceivingAccount> find(Realm realm, Iban iban) {
    return db.findOne(FIND_BY_IBAN, ReceivingAccountStore::read, realm.id(), iban.text());
  }

  /** Returns whether any live realm has this IBAN. */
  boolean isLive(Iban iban) {
    return !db.list(IS_LIVE, row -> row.getString("id"), iban.text()).isEmpty();
  }

  public List<ReceivingAccount> listEnabled(Realm realm) {
    return db.list(LIST_ENABLED, ReceivingAccountStore::read, realm.id());
  }

  /** Returns the enabled accounts of all realms, live ones first. */
  public List<ReceivingAccount> listEnabled(int most) {
    return db.list(LIST_ENABLED_OF_ALL, ReceivingAccountStore::read, most);
  }

  /** Returns a page of accounts, newest first. */
  Page<ReceivingAccount> list(Realm realm, PageRequest page) {
    return new ListQuery(SELECT, realm).page(db, page, ReceivingAccountStore::read);
  }

  int count(Realm realm) {
    return db.list(COUNT, row -> row.getInt("accounts"), realm.id()).getFirst();
  }

  private static ReceivingAccount read(ResultSet row) throws SQLException {
    return new ReceivingAccount(
        REALM.of(row),
        ID.of(row),
        VERSION.of(row),
        STATUS.of(row),
        new Details(IBAN.of(row), BIC.of(row), HOLDER.of(row), CURRENCY.of(row)),
        new FileExchange(FORMAT.of(row), UPLOADS.of(row), DOWNLOADS.of(row)),
        CREATED_AT.of(row));
  }
}
