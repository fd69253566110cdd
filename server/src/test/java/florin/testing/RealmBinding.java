package florin.testing;

import static java.util.stream.Collectors.toUnmodifiableSet;
import static org.assertj.core.api.Assertions.assertThat;

import florin.db.PostgresAddress;
import florin.db.Sql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks that every statement restricts each table that has a realm to one realm. No request can
 * then read or change another realm's rows, and the tables can be distributed over several servers
 * by realm. A statement that locks rows with SKIP LOCKED or deletes a batch must name the realm by
 * value, since only one server can lock its rows. {@code for-all-realms.txt} lists the statements
 * for all realms, with reasons. Two tables are exempt: API keys are the directory that finds the
 * realm of a request, and the simulator's ledger isn't part of the service.
 */
final class RealmBinding {
  private static final String TABLES =
      """
      SELECT string_agg(table_name, ' ')
      FROM information_schema.columns
      WHERE column_name = 'realm_id'
        AND table_schema = current_schema()
        AND table_name NOT IN ('api_key', 'simulator_operation')
      """;

  private static volatile @Nullable RealmBinding instance;

  private static final Pattern TABLE =
      Pattern.compile(
          "\\b(?:FROM|JOIN|UPDATE|INTO)\\s+(?:ONLY\\s+)?(?<table>[a-z_]+)\\b",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern REALM = Pattern.compile("\\brealm_id\\b");
  private static final Pattern REALM_BY_VALUE = Pattern.compile("\\brealm_id = \\?");

  /** Locks that skip locked rows, and deletions in batches. */
  private static final Pattern TAKES =
      Pattern.compile("\\bSKIP LOCKED\\b|\\bDELETE FROM\\b.*\\bLIMIT\\b");

  private static final Pattern SPACE = Pattern.compile("\\s+");
  private static final Pattern NUMBER = Pattern.compile("\\$\\d+");

  private final Set<String> tables;
  private final Set<String> excepted;

  /** Valid statements, which aren't checked again. */
  private final Set<String> right = ConcurrentHashMap.newKeySet();

  /**
   * Creates a check.
   *
   * @param tables the tables whose rows belong to one realm each
   */
  RealmBinding(Set<String> tables) {
    this.tables = Set.copyOf(tables);
    this.excepted = read("/for-all-realms.txt");
  }

  /**
   * Asserts that each of these statements names a realm.
   *
   * @param database any database with this version's schema
   */
  static void require(PostgresAddress database, Set<String> statements) {
    Set<String> unbound = of(database).unbound(statements);
    assertThat(unbound).as("statements on tables with a realm that name no realm").isEmpty();
  }

  private static RealmBinding of(PostgresAddress database) {
    RealmBinding made = instance;
    if (made == null) {
      try {
        made = new RealmBinding(Set.of(Sql.query(database, TABLES).split(" ")));
      } catch (SQLException failed) {
        throw new AssertionError("the tables of realms could not be listed", failed);
      }
      instance = made;
    }
    return made;
  }

  /** Returns the statements on a table with a realm that name no realm and aren't listed. */
  public Set<String> unbound(Set<String> statements) {
    var found = new TreeSet<String>();
    for (String statement : statements) {
      if (!right.contains(statement)) {
        String plain = plain(statement);
        if (isBound(plain) || excepted.contains(plain)) {
          right.add(statement);
        } else {
          found.add(plain);
        }
      }
    }
    return found;
  }

  private boolean isBound(String statement) {
    long named =
        TABLE
            .matcher(statement)
            .results()
            .map(found -> found.group(1))
            .filter(tables::contains)
            .count();
    Pattern binding = TAKES.matcher(statement).find() ? REALM_BY_VALUE : REALM;
    return binding.matcher(statement).results().count() >= named;
  }

  private static String plain(String statement) {
    return NUMBER.matcher(SPACE.matcher(statement).replaceAll(" ").strip()).replaceAll("?");
  }

  private static Set<String> read(String name) {
    try (var in = RealmBinding.class.getResourceAsStream(name)) {
      return Arrays.stream(new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n"))
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .collect(toUnmodifiableSet());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
