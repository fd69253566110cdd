package florin.bench.crash;

import florin.bench.service.FolderOption;
import florin.bench.service.SeedOption;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The common options of drills whose clients pay by card: the number of clients, the seed, and the
 * folder.
 */
final class DrillOptions {
  @Option(
      names = "--clients",
      defaultValue = "8",
      description = "Clients that pay by card (default ${DEFAULT-VALUE}).")
  private int clients;

  @Mixin private SeedOption seed = new SeedOption();

  @Mixin private FolderOption folder = new FolderOption();

  int clients() {
    return clients;
  }

  long seed() {
    return seed.seed();
  }

  Path folder() {
    return folder.path();
  }
}
