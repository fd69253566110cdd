package florin.bench.service;

import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** `--seed`, of every command that draws. */
public final class SeedOption {
  @Option(names = "--seed", description = "Of all that is drawn (default: a new one).")
  private @Nullable Long seed;

  /** The same every time, also where nobody chose it. */
  public long seed() {
    Long chosen = seed;
    if (chosen == null) {
      chosen = ThreadLocalRandom.current().nextLong();
      seed = chosen;
    }
    return chosen;
  }
}
