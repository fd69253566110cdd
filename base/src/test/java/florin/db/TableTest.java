package florin.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.core.Mode;
import florin.core.Realm;
import florin.db.CommitResult.Committed;
import florin.db.CommitResult.Refused;
import florin.testing.StoredRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@TestInstance(Lifecycle.PER_CLASS)
class TableTest {
  private static final Realm REALM = Realm.of(1, Mode.TEST);
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00.123456Z");

  private record Boat(
      UUID id,
      int version,
      String name,
      Optional<String> harbour,
      long tons,
      boolean afloat,
      Optional<Instant> left,
      Optional<String> papers,
      List<Byte> flag) {
    Boat sailing(String next) {
      return new Boat(
          id, version + 1, next, Optional.empty(), 7, false, Optional.of(NOW), papers, flag);
    }
  }

  private static final Table<Boat> TABLE = new Table<>("boat", "b");
  private static final Column<Boat, Realm> REALM_ID =
      TABLE.column("realm_id", SqlType.REALM, _ -> REALM);
  private static final Column<Boat, UUID> ID = TABLE.column("id", SqlType.UUID, Boat::id);
  private static final Column<Boat, Integer> VERSION =
      TABLE.column("version", SqlType.INTEGER, Boat::version);
  private static final Column<Boat, String> NAME = TABLE.column("name", SqlType.TEXT, Boat::name);
  private static final Column<Boat, Optional<String>> HARBOUR =
      TABLE.optional("harbour", SqlType.TEXT, Boat::harbour);
  private static final Column<Boat, Long> TONS = TABLE.column("tons", SqlType.BIGINT, Boat::tons);
  private static final Column<Boat, Boolean> AFLOAT =
      TABLE.column("afloat", SqlType.BOOLEAN, Boat::afloat);
  private static final Column<Boat, Optional<Instant>> LEFT =
      TABLE.optional("left_at", SqlType.TIMESTAMPTZ, Boat::left);
  private static final Column<Boat, Optional<String>> PAPERS =
      TABLE.optional("papers", SqlType.JSONB, Boat::papers);
  private static final Column<Boat, List<Byte>> FLAG =
      TABLE.column(
          "flag",
          SqlType.BYTEA.as(flag -> new byte[] {flag.getFirst()}, bytes -> List.of(bytes[0])),
          Boat::flag);

  private static final RecordStatement<Boat> INSERT = TABLE.insertWithout(LEFT);
  private static final RecordStatement<Boat> INSERT_IN_BINARY =
      TABLE.insertWithout().sentAs("boat_row");
  private static final RecordStatement<Boat> SAIL = TABLE.update("boat.sail", HARBOUR, LEFT);
  private static final RecordStatement<Boat> RENAME =
      TABLE.updateWhere("boat.rename", "b.afloat", NAME);

  private final PostgresAddress database = TestPostgres.freshDatabase();
  private final Db db = new Db(database);
  private GroupCommit commits;

  @BeforeAll
  void makeTable() throws SQLException {
    Sql.execute(
        database,
        """
        CREATE TABLE boat (realm_id bigint, id uuid, version integer, name text, harbour text, tons bigint,
          afloat boolean, left_at timestamptz DEFAULT '2020-01-01 00:00:00+00', papers jsonb, flag bytea);
        CREATE TYPE boat_row AS (realm_id bigint, id uuid, version integer, name text, harbour text, tons bigint,
          afloat boolean, left_at timestamptz, papers jsonb, flag bytea)
        """);
    commits = new GroupCommit("boats", database::connect, 1, GroupCommit.DEFAULT_PATIENCE);
  }

  @AfterAll
  void close() {
    commits.close();
    db.close();
  }

  @Test
  void every_value_is_stored_in_and_read_from_the_column_with_its_name() throws SQLException {
    Boat boat = boat();
    assertThat(commits.commit(Changeset.of(INSERT.row(boat)))).isEqualTo(new Committed());

    assertThat(StoredRow.of(database, "boat", boat.id()))
        .isEqualTo(
            Map.of(
                "realm_id", Long.toString(REALM.id()),
                "id", boat.id().toString(),
                "version", "1",
                "name", "Ida",
                "harbour", "Kiel",
                "tons", "40",
                "afloat", "true",
                "left_at", "2020-01-01T00:00:00+00:00",
                "papers", "{\"a\": \"1\"}",
                "flag", "\\x07"));
    assertThat(find(boat.id()))
        .isEqualTo(
            new Boat(
                boat.id(),
                1,
                "Ida",
                Optional.of("Kiel"),
                40,
                true,
                Optional.of(Instant.parse("2020-01-01T00:00:00Z")),
                Optional.of("{\"a\": \"1\"}"),
                boat.flag()));
  }

  @Test
  void every_value_is_the_same_in_binary_and_in_text() {
    Boat full = boat().sailing("Eva");
    Boat old =
        new Boat(
            UUID.randomUUID(),
            Integer.MIN_VALUE,
            "Zoë 🚣 " + "long ".repeat(2_000),
            Optional.of(""),
            Long.MIN_VALUE,
            true,
            Optional.of(Instant.parse("0001-02-03T04:05:06.000001Z")),
            Optional.of("[\"é\"]"),
            List.of((byte) -1));
    Boat fine =
        new Boat(
            UUID.randomUUID(),
            1,
            "Ida",
            Optional.empty(),
            0,
            false,
            Optional.of(Instant.parse("2026-11-22T12:00:00.9999995Z")),
            Optional.empty(),
            List.of((byte) 0));
    Changeset inserts =
        Changeset.of(
            INSERT_IN_BINARY.row(full), INSERT_IN_BINARY.row(old), INSERT_IN_BINARY.row(fine));

    assertThat(commits.commit(inserts)).isEqualTo(new Committed());

    assertThat(find(full.id())).isEqualTo(withPapers(full, "{\"a\": \"1\"}"));
    assertThat(find(old.id())).isEqualTo(old);
    assertThat(find(fine.id()).left()).contains(Instant.parse("2026-11-22T12:00:01Z"));
  }

  @Test
  void an_update_sets_only_the_named_columns_and_requires_its_version() {
    Boat boat = boat();
    Write sail = SAIL.row(boat.sailing("another name"));
    assertThat(commits.commit(Changeset.of(INSERT.row(boat)))).isEqualTo(new Committed());

    assertThat(commits.commit(Changeset.of(sail))).isEqualTo(new Committed());
    assertThat(commits.commit(Changeset.of(sail))).isEqualTo(new Refused(sail));
    assertThat(find(boat.id()))
        .isEqualTo(
            new Boat(
                boat.id(),
                2,
                "Ida",
                Optional.empty(),
                40,
                true,
                Optional.of(NOW),
                Optional.of("{\"a\": \"1\"}"),
                boat.flag()));
  }

  @Test
  void an_update_with_a_condition_applies_only_if_it_is_met() throws SQLException {
    Boat boat = boat();
    Write rename = RENAME.row(boat.sailing("Eva"));
    assertThat(commits.commit(Changeset.of(INSERT.row(boat)))).isEqualTo(new Committed());
    Sql.execute(database, "UPDATE boat SET afloat = false WHERE id = '" + boat.id() + "'");

    assertThat(commits.commit(Changeset.of(rename))).isEqualTo(new Refused(rename));
  }

  @Test
  void a_non_null_column_with_null_names_itself() throws SQLException {
    Boat boat = boat();
    assertThat(commits.commit(Changeset.of(INSERT.row(boat)))).isEqualTo(new Committed());
    Sql.execute(database, "UPDATE boat SET tons = NULL WHERE id = '" + boat.id() + "'");

    assertThatThrownBy(() -> find(boat.id()))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("tons");
  }

  private static Boat withPapers(Boat boat, String papers) {
    return new Boat(
        boat.id(),
        boat.version(),
        boat.name(),
        boat.harbour(),
        boat.tons(),
        boat.afloat(),
        boat.left(),
        Optional.of(papers),
        boat.flag());
  }

  private Boat find(UUID id) {
    return db.findOne("SELECT * FROM boat WHERE id = ?", TableTest::read, id).orElseThrow();
  }

  private static Boat read(ResultSet row) throws SQLException {
    assertThat(REALM_ID.of(row)).isEqualTo(REALM);
    return new Boat(
        ID.of(row),
        VERSION.of(row),
        NAME.of(row),
        HARBOUR.of(row),
        TONS.of(row),
        AFLOAT.of(row),
        LEFT.of(row),
        PAPERS.of(row),
        FLAG.of(row));
  }

  private static Boat boat() {
    return new Boat(
        UUID.randomUUID(),
        1,
        "Ida",
        Optional.of("Kiel"),
        40,
        true,
        Optional.empty(),
        Optional.of("{\"a\":\"1\"}"),
        List.of((byte) 7));
  }
}
