package florin.bench;

import florin.bench.service.Machine;
import java.util.List;
import java.util.Locale;

/** The results of a full run. */
record Report(Machine machine, double loadBefore, List<Measurement> lines, List<Goal> goals) {
  private static final String NOTE =
      """
        Three plain inserts are one transaction over plain JDBC: a payment of 11 columns, an event of 1 KB, each with an index, a response of 900 bytes; prepared,
        on the service's PostgreSQL, with no HTTP, no JSON and no cryptography. WAL is PostgreSQL's write-ahead log for each request. All processes
        share the machine. Load is closed-loop: each connection sends after its previous response.
      """;

  Report {
    lines = List.copyOf(lines);
    goals = List.copyOf(goals);
  }

  String text() {
    return machine
        + load("  load average %.1f before%n%n")
        + Measurement.table(lines).text()
        + "\n"
        + Goal.table(goals).text()
        + "\n"
        + NOTE;
  }

  String markdown() {
    return "```\n"
        + machine
        + load("  load average %.1f before%n")
        + "```\n\n"
        + Measurement.table(lines).markdown()
        + "\n"
        + Goal.table(goals).markdown()
        + "\n"
        + NOTE.replaceAll("(?m)^ +", "");
  }

  private String load(String format) {
    return String.format(Locale.ROOT, format, loadBefore);
  }
}
