package florin.bench.books;

import florin.bench.books.BooksDrill.Plan;
import florin.bench.drill.Screen;
import florin.bench.service.FolderOption;
import florin.bench.service.SeedOption;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Implements `./florin drill books`. */
@Command(
    name = "books",
    description = {
      "Run a shop for a past month: simulated cards, the emulators of Stripe and Mollie, bank transfers, and payouts on bank statements. Compare the ledger of each day with the emulators' ledgers, the statements, the balance, the report of the month, and with hledger and beancount.",
      "With --plant, a fault is planted, and the verification must find it.",
      "Exits with 1 if records differ."
    },
    mixinStandardHelpOptions = true)
public final class BooksCommand implements Callable<Integer> {
  @Option(
      names = "--sales",
      defaultValue = "2",
      description = "Number of sales of each kind on a day (default ${DEFAULT-VALUE}).")
  private int sales;

  @Option(
      names = "--plant",
      description = "Plant this fault, and check that it is found: ${COMPLETION-CANDIDATES}.")
  private @Nullable PlantedDifference plant;

  @Option(names = "--plant-all", description = "Plant each fault, one after the other.")
  private boolean plantAll;

  @Mixin private SeedOption seed = new SeedOption();

  @Mixin private FolderOption folder = new FolderOption();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Screen screen = Screen.of(spec);
    screen.say("seed " + seed.seed());
    List<String> differences =
        BooksDrill.run(new Plan(sales, seed.seed(), folder.path(), plants()), screen::say);
    differences.forEach(screen::say);
    screen.say(differences.isEmpty() ? "all records agree" : "records differ");
    return differences.isEmpty() ? 0 : 1;
  }

  private Set<PlantedDifference> plants() {
    if (plantAll) {
      return EnumSet.allOf(PlantedDifference.class);
    }
    return plant == null ? Set.of() : Set.of(plant);
  }
}
