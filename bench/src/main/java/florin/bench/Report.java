package florin.bench;

import florin.bench.service.Machine;
import java.util.List;
import java.util.Locale;

/** What a full run came to. */
record Report(Machine machine, double loadBefore, List<Measurement> lines, List<Goal> goals) {
  private static final String NOTE =
      """
        Plain JDBC runs the very statements that the service sends for a payment, heard at its driver in this run, one row each, prepared, on connections
        set up as the service's, in its three transactions (begin, the simulator's book, finish), with no HTTP, no JSON and no cryptography. All processes
        share the machine. Load is closed-loop: each connection sends when it is answered.
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
