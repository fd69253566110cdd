package florin.bench.simulate;

import java.util.List;
import java.util.Map;

/**
 * The result of a simulation run.
 *
 * @param parts the parts that the seed has drawn: orders, crashes, stalls, and kinds of faults
 * @param broken violations of each broken invariant; empty if all hold
 * @param looked number of checked cases of each invariant
 * @param digest digest of the whole log
 * @param log lines of the log; empty unless requested
 */
public record WorldReport(
    List<String> parts,
    Map<String, List<String>> broken,
    Map<String, Long> looked,
    String digest,
    List<String> log) {
  public WorldReport {
    parts = List.copyOf(parts);
    log = List.copyOf(log);
  }

  /** Returns whether no invariant was broken. */
  public boolean holds() {
    return broken.isEmpty();
  }
}
