package florin.bench.simulate;

import java.util.List;
import java.util.Map;

/**
 * What came of a world.
 *
 * @param parts what the seed has drawn: what is asked for, crashes, kinds of faults
 * @param broken by promise, what broke it; empty where all hold
 * @param looked how many cases were looked at, by promise
 * @param digest of the log, byte for byte
 * @param log empty unless it was wanted
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

  public boolean holds() {
    return broken.isEmpty();
  }
}
