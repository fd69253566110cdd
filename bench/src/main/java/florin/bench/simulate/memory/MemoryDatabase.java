package florin.bench.simulate.memory;

import florin.bench.simulate.memory.SelectPlan.RowSource;
import florin.bench.simulate.memory.WritePlan.Written;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An in-memory database that runs the SQL of the stores. Statements run one at a time, and a
 * changeset is applied completely or not at all.
 */
public final class MemoryDatabase {
  /** The result of a query. */
  public record Rows(List<String> names, List<@Nullable Object[]> values) {
    public Rows {
      names = List.copyOf(names);
    }
  }

  private static final List<TableShape> SHAPES = MemorySchema.read();
  private static final Map<String, ViewShape> VIEWS = MemorySchema.readViews(SHAPES);

  /**
   * The implementations of queries that the SQL parser doesn't support, by a part of their text.
   */
  private static final Map<String, Meaning> MEANINGS =
      Map.of(
          "SELECT realm_id, endpoint_id, count(*) AS pending", MemoryDatabase::pendingDeliveries,
          "AS asked(endpoint_id, room)", MemoryDatabase::claimDeliveries);

  @FunctionalInterface
  private interface Meaning {
    Rows of(MemoryDatabase database, @Nullable Object[] parameters);
  }

  @FunctionalInterface
  private interface Plan {
    Rows run(Env env, MemoryTransaction transaction);
  }

  private record PlanKey(String sql, List<String> incoming) {}

  /**
   * The parsed statements. They depend only on the tables' definitions, so all databases share
   * them.
   */
  private static final Map<PlanKey, Plan> PLANS = new ConcurrentHashMap<>();

  private final Map<String, MemoryTable> tables = new LinkedHashMap<>();
  private final InstantSource clock;
  private long transactions;

  /**
   * Creates a database.
   *
   * @param clock clock of the database
   */
  public MemoryDatabase(InstantSource clock) {
    this.clock = clock;
    SHAPES.forEach(shape -> tables.put(shape.name(), new MemoryTable(shape)));
  }

  MemoryTable table(String name) {
    MemoryTable table = tables.get(name);
    if (table == null) {
      throw new IllegalStateException("there is no table " + name + " in memory");
    }
    return table;
  }

  static Optional<ViewShape> view(String name) {
    return Optional.ofNullable(VIEWS.get(name));
  }

  long transaction() {
    return transactions;
  }

  /** Returns the columns of each table in their order. */
  public Map<String, List<String>> columns() {
    var columns = new LinkedHashMap<String, List<String>>();
    tables.forEach((name, table) -> columns.put(name, table.shape().columns()));
    return columns;
  }

  /** Returns the columns of each table's unique keys. */
  public Map<String, Set<List<String>>> keys() {
    var keys = new LinkedHashMap<String, Set<List<String>>>();
    tables.forEach((name, table) -> {
      var of = new HashSet<List<String>>();
      table.shape().keys().forEach(key -> of.add(key.names()));
      keys.put(name, of);
    });
    return keys;
  }

  /** Runs a statement in a transaction of its own. */
  public Rows query(String sql, @Nullable Object... parameters) {
    @Nullable Object[] kept = Arrays.stream(parameters).map(SqlValues::kept).toArray();
    for (Map.Entry<String, Meaning> meaning : MEANINGS.entrySet()) {
      if (sql.contains(meaning.getKey())) {
        return meaning.getValue().of(this, kept);
      }
    }
    transactions++;
    var transaction = new MemoryTransaction();
    try {
      return plan(sql, List.of()).run(env(kept, new Object[0], clock.instant()), transaction);
    } catch (RuntimeException failed) {
      transaction.rollback();
      throw failed;
    }
  }

  public Instant now() {
    return clock.instant();
  }

  /**
   * Applies all writes or none, like a batch of one changeset. Statements run in the order of their
   * names.
   */
  public MemoryResult commit(List<MemoryWrite> writes, Instant begun) {
    transactions++;
    var transaction = new MemoryTransaction();
    var missed = new HashSet<Integer>();
    var made = new ArrayList<List<Object>>();
    List<Integer> order =
        IntStream.range(0, writes.size())
            .boxed()
            .sorted(
                Comparator.<Integer, String>comparing(i -> writes.get(i).statement())
                    .thenComparing(i -> writes.get(i).key()))
            .toList();
    try {
      for (int i : order) {
        if (!holds(writes.get(i), begun, transaction, made)) {
          missed.add(i);
        }
      }
    } catch (RejectedRow rejected) {
      transaction.rollback();
      return new MemoryResult.Turned(
          rejected.sqlState(), rejected.constraint(), String.valueOf(rejected.getMessage()));
    }
    if (missed.isEmpty()) {
      return new MemoryResult.Kept(made);
    }
    transaction.rollback();
    return new MemoryResult.Missed(missed.stream().min(Integer::compare).get());
  }

  private boolean holds(
      MemoryWrite write, Instant now, MemoryTransaction transaction, List<List<Object>> made) {
    @Nullable Object[] incoming = Arrays.stream(write.values()).map(SqlValues::kept).toArray();
    Rows touched =
        plan(write.sql(), write.columns()).run(env(new Object[0], incoming, now), transaction);
    if (write.effect() == MemoryWrite.Effect.SPREAD) {
      touched.values().forEach(row -> made.add(Arrays.<Object>asList(row)));
    }
    return write.effect() != MemoryWrite.Effect.GUARD
        || touched.values().stream().anyMatch(row -> write.key().equals(row[0]));
  }

  private Env env(@Nullable Object[] parameters, @Nullable Object[] incoming, Instant now) {
    return new Env(this, new @Nullable Object[0][], parameters, incoming, now, null);
  }

  private Plan plan(String sql, List<String> incoming) {
    return PLANS.computeIfAbsent(new PlanKey(sql, incoming), this::read);
  }

  private Plan read(PlanKey key) {
    var words = new SqlWords(key.sql());
    var parser = new SqlParser(words, Optional.of(this), key.incoming());
    if (words.sees("select")) {
      SelectPlan select = parser.select().of(new Scope(Optional.empty()));
      requireEnd(words);
      return (env, _) -> new Rows(select.names(), select.rows(env));
    }
    WritePlan write = WritePlan.read(words, parser);
    requireEnd(words);
    return (env, transaction) -> {
      Written written = write.run(env, transaction);
      return new Rows(written.names(), written.returned());
    };
  }

  private static void requireEnd(SqlWords words) {
    if (!words.isAtEnd()) {
      throw words.notUnderstood();
    }
  }

  /** Implements the query of `DeliveryQueueStore` for endpoints with pending deliveries. */
  private static Rows pendingDeliveries(MemoryDatabase database, @Nullable Object[] parameters) {
    List<String> columns = database.table("delivery").shape().columns();
    int endpoint = columns.indexOf("endpoint_id");
    int due = columns.indexOf("due_at");
    var found = new LinkedHashMap<Object, @Nullable Object[]>();
    database.pending(parameters).stream()
        .filter(row -> SqlValues.compare(given(row, endpoint), given(parameters, 1)) > 0)
        .limit((Long) given(parameters, 2))
        .forEach(row -> {
          boolean isDue = SqlValues.compare(given(row, due), given(parameters, 0)) <= 0;
          found.merge(
              given(row, endpoint),
              new Object[] {row[columns.indexOf("realm_id")], row[endpoint], 1L, isDue ? 1L : 0L},
              (a, b) ->
                  new Object[] {
                    a[0], a[1], (Long) given(a, 2) + 1, (Long) given(a, 3) + (Long) given(b, 3)
                  });
        });
    return new Rows(
        List.of("realm_id", "endpoint_id", "pending", "due"), List.copyOf(found.values()));
  }

  /**
   * Implements the statement of `DeliveryQueueStore` that leases due deliveries of a realm's
   * endpoints, oldest first.
   */
  private static Rows claimDeliveries(MemoryDatabase database, @Nullable Object[] parameters) {
    MemoryTable deliveries = database.table("delivery");
    Env env = database.env(parameters, new Object[0], database.clock.instant());
    List<String> columns = deliveries.shape().columns();
    int realm = columns.indexOf("realm_id");
    int endpoint = columns.indexOf("endpoint_id");
    int due = columns.indexOf("due_at");
    int version = columns.indexOf("version");
    int attempts = columns.indexOf("attempts");
    List<?> asked = (List<?>) given(parameters, 0);
    List<?> rooms = (List<?>) given(parameters, 1);
    var taken = new LinkedHashMap<Object, Integer>();
    List<@Nullable Object[]> claimed = new ArrayList<>();
    for (@Nullable Object[] row : database.pending(parameters)) {
      Object of = given(row, endpoint);
      long room = asked.contains(of) ? (Long) rooms.get(asked.indexOf(of)) : 0;
      if (given(row, realm).equals(given(parameters, 2))
          && SqlValues.compare(given(row, due), given(parameters, 3)) <= 0
          && taken.getOrDefault(of, 0) < room) {
        taken.merge(of, 1, Integer::sum);
        @Nullable Object[] after = row.clone();
        int counted = ((Long) given(row, attempts)).intValue() + 1;
        List<?> next = (List<?>) given(parameters, 5);
        long seconds = (Long) next.get(Math.min(counted, next.size()) - 1);
        after[due] = ((Instant) given(parameters, 4)).plusSeconds(seconds);
        after[attempts] = (long) counted;
        after[version] = (Long) given(row, version) + 1;
        deliveries.update(deliveries.row(row), after, env, new MemoryTransaction());
        claimed.add(after);
      }
    }
    List<String> names = List.of("realm_id", "id", "endpoint_id", "event_id", "version");
    return new Rows(
        names,
        claimed.stream()
            .<@Nullable Object[]>map(
                row -> names.stream().map(name -> row[columns.indexOf(name)]).toArray())
            .toList());
  }

  /** Returns deliveries with a due time, in the order of their index. */
  private List<@Nullable Object[]> pending(@Nullable Object[] parameters) {
    Env env = env(parameters, new Object[0], clock.instant());
    List<String> columns = table("delivery").shape().columns();
    int endpoint = columns.indexOf("endpoint_id");
    int due = columns.indexOf("due_at");
    RowSource all = new SqlParser.TableRows("delivery");
    List<@Nullable Object[]> sorted = new ArrayList<>(all.rows(env));
    sorted.removeIf(row -> row[due] == null);
    sorted.sort(
        Comparator.<@Nullable Object[], Object>comparing(
                row -> given(row, endpoint), SqlValues::compare)
            .thenComparing(row -> given(row, due), SqlValues::compare));
    return sorted;
  }

  private static Object given(@Nullable Object[] values, int at) {
    return Objects.requireNonNull(values[at]);
  }
}
