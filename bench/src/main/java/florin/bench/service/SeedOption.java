package florin.bench.service;

import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option `--seed` of commands that use random numbers. */
public final class SeedOption {
  @Option(names = "--seed", description = "Seed of all random values (default: a new one).")
  private @Nullable Long seed;

  /** Returns the seed. It is the same for each call, even if it was generated. */
  public long seed() {
    Long chosen = seed;
    if (chosen == null) {
      chosen = ThreadLocalRandom.current().nextLong();
      seed = chosen;
    }
    return chosen;
  }
}
