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
 * Every statement that names a table of realms says of which realm, once for each time it names
 * one: so no realm is ever shown or changed by another's ids, and the tables can be spread over
 * several servers by realm. What takes rows from under other nodes' hands, or deletes some at a
 * time, names it by its value: locks are for one server to give. Which statements are for all
 * realms, and why, stands in {@code for-all-realms.txt}. Keys are the directory that says of which
 * realm a request is, and the book of the simulator's network is no part of the service.
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

  /** Locks that nobody waits for, and batches that are deleted. */
  private static final Pattern TAKES =
      Pattern.compile("\\bSKIP LOCKED\\b|\\bDELETE FROM\\b.*\\bLIMIT\\b");

  private static final Pattern SPACE = Pattern.compile("\\s+");
  private static final Pattern NUMBER = Pattern.compile("\\$\\d+");

  private final Set<String> tables;
  private final Set<String> excepted;

  /** What was found to be right is not looked at again. */
  private final Set<String> right = ConcurrentHashMap.newKeySet();

  /**
   * @param tables those whose rows are of one realm each
   */
  RealmBinding(Set<String> tables) {
    this.tables = Set.copyOf(tables);
    this.excepted = read("/for-all-realms.txt");
  }

  /**
   * Fails where one of these is not bound.
   *
   * @param database any of this version
   */
  static void require(PostgresAddress database, Set<String> statements) {
    Set<String> unbound = of(database).unbound(statements);
    assertThat(unbound).as("statements on tables of realms that do not say of which").isEmpty();
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

  /** Those that name a table of realms and no realm, and are not excepted. */
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
