package florin.db;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The plans that `auto_explain` wrote to PostgreSQL's log, one for each statement on the payment
 * tables. Costs and values are removed, because a generic plan has parameters where a custom plan
 * has values.
 */
record PlanLog(Set<String> plans) {
  /** The lock for the log. Only one test at a time may read plans from it. */
  static final String LOCK = "the plans in PostgreSQL's log";

  private static final Pattern ENTRY =
      Pattern.compile(
          "plan:\n\tQuery Text: (?<query>[^\n]*(?:\n\t[^\n]*)*?)\n\t(?<plan>[^\n]*\\(cost=[^\n]*(?:\n\t[^\n]*)*)");

  private static final Pattern TABLES =
      Pattern.compile(
          "\\b(?:customer|payment|payment_status|payment_method|attempt|event|idempotency|simulator_operation|payment_email|figure|request_log|connector|provider_webhook|delivery_attempt|bank_entry|bank_statement|bank_file|bank_position|bank_transfer|bank_match|unapplied_funds|audit_entry)\\b");

  private static final Pattern COSTS = Pattern.compile(" +\\(cost=[^)\n]*\\)");
  private static final Pattern VALUES = Pattern.compile("'[^']*'::[a-z ]+|\\$[0-9]+");
  private static final Pattern SPACE = Pattern.compile("\\s+");

  /** Makes every new session of the database explain its statements. */
  static void begin(PostgresAddress database) throws SQLException {
    String name = Sql.query(database, "SELECT current_database()");
    for (String setting :
        new String[] {
          "session_preload_libraries = 'auto_explain'",
          "auto_explain.log_min_duration = 0",
          "auto_explain.log_parameter_max_length = 0",
          "max_parallel_workers_per_gather = 0",
          "jit = off"
        }) {
      Sql.execute(database, "ALTER DATABASE " + name + " SET " + setting);
    }
  }

  /**
   * @param begin the offset in the log at which to start
   */
  static PlanLog read(long begin) throws IOException {
    byte[] log = Files.readAllBytes(TestPostgres.log());
    String text = new String(log, (int) begin, (int) (log.length - begin), StandardCharsets.UTF_8);
    var plans = new TreeSet<String>();
    ENTRY
        .matcher(text)
        .results()
        .filter(entry -> TABLES.matcher(entry.group(1)).find())
        .forEach(entry -> plans.add(shape(entry)));
    return new PlanLog(plans);
  }

  private static String shape(MatchResult entry) {
    String query = SPACE.matcher(entry.group(1)).replaceAll(" ").strip();
    String plan = entry.group(2).replace("\n\t", "\n    ");
    return query
        + "\n    "
        + VALUES.matcher(COSTS.matcher(plan).replaceAll("")).replaceAll("…")
        + "\n";
  }

  /** Parses the output of {@link #toString}. */
  static PlanLog parse(String recorded) {
    var plans = new TreeSet<String>();
    for (String plan : recorded.split("\n\n")) {
      plans.add(plan.stripTrailing() + "\n");
    }
    return new PlanLog(plans);
  }

  /**
   * Returns the plans of the statements that are in the other log too. This removes statements of
   * background jobs.
   */
  PlanLog ofStatementsIn(PlanLog other) {
    Set<String> wanted = other.plans.stream().map(PlanLog::query).collect(Collectors.toSet());
    return new PlanLog(
        plans.stream()
            .filter(plan -> wanted.contains(query(plan)))
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  private static String query(String plan) {
    return plan.substring(0, plan.indexOf('\n'));
  }

  /** Returns the statements that scan a whole table. */
  List<String> scans() {
    return plans.stream().filter(plan -> plan.contains("Seq Scan")).map(PlanLog::query).toList();
  }

  @Override
  public String toString() {
    return String.join("\n", plans);
  }
}
