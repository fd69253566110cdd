package florin.books.fee;

import static florin.db.SqlType.BIGINT;
import static florin.db.SqlType.DATE;
import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.books.fee.FeeContract.Conditions;
import florin.books.fee.FeeContract.Price;
import florin.books.fee.FeeContract.Validity;
import florin.core.Currency;
import florin.core.Id.FeeContractId;
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
import florin.vault.Brand;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Fee contracts in PostgreSQL. */
public final class FeeContractStore {
  private static final Table<FeeContract> TABLE = new Table<>("fee_contract", "f");

  private static final Column<FeeContract, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, FeeContract::realm);
  private static final Column<FeeContract, FeeContractId> ID =
      TABLE.column("id", UUID.as(FeeContractId::uuid, FeeContractId::new), FeeContract::id);
  private static final Column<FeeContract, Integer> VERSION =
      TABLE.column("version", INTEGER, FeeContract::version);
  private static final Column<FeeContract, String> CONNECTOR =
      TABLE.column("connector", TEXT, it -> it.conditions().connector());
  private static final Column<FeeContract, Optional<Brand>> BRAND =
      TABLE.optional("brand", TEXT.as(Brand::text, Brand::ofText), it -> it.conditions().brand());
  private static final Column<FeeContract, Optional<Region>> REGION =
      TABLE.optional("region", TEXT.as(Region::text, Region::new), it -> it.conditions().region());
  private static final Column<FeeContract, Optional<Currency>> CURRENCY =
      TABLE.optional(
          "currency", TEXT.as(Currency::code, Currency::get), it -> it.conditions().currency());
  private static final Column<FeeContract, Integer> RATE =
      TABLE.column("rate", INTEGER, it -> it.price().rate());
  private static final Column<FeeContract, Long> FIXED =
      TABLE.column("fixed", BIGINT, it -> it.price().fixed());
  private static final Column<FeeContract, Long> MINIMUM =
      TABLE.column("minimum", BIGINT, it -> it.price().minimum());
  private static final Column<FeeContract, LocalDate> VALID_FROM =
      TABLE.column("valid_from", DATE, it -> it.validity().from());
  private static final Column<FeeContract, Optional<LocalDate>> VALID_UNTIL =
      TABLE.optional("valid_until", DATE, it -> it.validity().until());
  private static final Column<FeeContract, Instant> CREATED_AT =
      TABLE.column("created_at", TIMESTAMPTZ, FeeContract::created);

  /** Inserts a contract, unless one with the same conditions begins on the same day. */
  private static final RecordStatement<FeeContract> INSERT =
      TABLE.guarded(
          "fee_contract.insert",
          """
          INSERT INTO fee_contract (realm_id, id, version, connector, brand, region, currency, rate, fixed, minimum, valid_from, valid_until, created_at)
          SELECT realm_id, id, version, connector, brand, region, currency, rate, fixed, minimum, valid_from, valid_until, created_at
            FROM :rows
              ON CONFLICT DO NOTHING
          RETURNING id\
          """,
          CONNECTOR,
          BRAND,
          REGION,
          CURRENCY,
          RATE,
          FIXED,
          MINIMUM,
          VALID_FROM,
          VALID_UNTIL,
          CREATED_AT);

  /** Updates the row if its version is still the one that was read. */
  private static final RecordStatement<FeeContract> UPDATE =
      TABLE.update("fee_contract.update", VALID_UNTIL);

  private static final String SELECT = "SELECT * FROM fee_contract";

  private static final String FIND = SELECT + " WHERE realm_id = ? AND id = ?";

  private static final String LIST_OF_CONNECTORS =
      SELECT + " WHERE realm_id = ? AND connector = ANY(?)";

  private static final String COUNT =
      """
      SELECT count(*) AS contracts
        FROM fee_contract
       WHERE realm_id = ?
      """;

  private final Db db;

  public FeeContractStore(Db db) {
    this.db = db;
  }

  static Write insert(FeeContract contract) {
    return INSERT.row(contract);
  }

  /** Returns an update that fails if another writer changed the contract first. */
  static Write update(FeeContract contract) {
    return UPDATE.row(contract);
  }

  Optional<FeeContract> find(Realm realm, FeeContractId id) {
    return db.findOne(FIND, FeeContractStore::read, realm.id(), id.uuid());
  }

  /** Returns all contracts of these connectors: up to {@link FeeContractCommands#MAX_OF_REALM}. */
  List<FeeContract> listOf(Realm realm, Collection<String> connectors) {
    return db.list(
        LIST_OF_CONNECTORS, FeeContractStore::read, realm.id(), connectors.toArray(String[]::new));
  }

  /** Returns a page of contracts, newest first. */
  Page<FeeContract> list(Realm realm, Optional<String> connector, PageRequest page) {
    return new ListQuery(SELECT, realm)
        .and("connector = ?", connector)
        .page(db, page, FeeContractStore::read);
  }

  int count(Realm realm) {
    return db.list(COUNT, row -> row.getInt("contracts"), realm.id()).getFirst();
  }

  private static FeeContract read(ResultSet row) throws SQLException {
    return new FeeContract(
        REALM.of(row),
        ID.of(row),
        VERSION.of(row),
        new Conditions(CONNECTOR.of(row), BRAND.of(row), REGION.of(row), CURRENCY.of(row)),
        new Price(RATE.of(row), FIXED.of(row), MINIMUM.of(row)),
        new Validity(VALID_FROM.of(row), VALID_UNTIL.of(row)),
        CREATED_AT.of(row));
  }
}
