package florin.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** `./florin bank`: what has to do with bank transfers, at a running service. */
@Command(
    name = "bank",
    description = "Bank transfers: accounts, statements, order files, and the bank of test mode.",
    subcommands = {BankAccountsCommand.class, BankOrdersCommand.class})
public final class BankCommand {
  private final PrintStream out;

  BankCommand(Terminal terminal) {
    this.out = terminal.out();
  }

  @Command(name = "import", description = "Take bank statements: each file whole, or not at all.")
  int take(
      @Parameters(
              arity = "1..*",
              paramLabel = "FILE",
              description = "camt.053, camt.054 or MT940, up to 16 MiB.")
          List<Path> files,
      @Mixin Asking asking) {
    try (var florin = new RestClient(asking)) {
      for (Path file : files) {
        Map<String, Object> taken = florin.post("/v2/bank_statements", file).body();
        out.println(
            file
                + "  "
                + taken.get("id")
                + (Boolean.TRUE.equals(taken.get("already_known"))
                    ? "  was taken before"
                    : "  " + statements(taken)));
      }
    }
    return 0;
  }

  private static String statements(Map<String, Object> taken) {
    return taken.get("bank_statements") instanceof List<?> some ? some.size() + " statements" : "";
  }

  @Command(
      name = "simulate",
      description = "Have the bank of test mode book a transfer for a payment.")
  int simulate(
      @Parameters(paramLabel = "PAYMENT", description = "pay_…") String payment,
      @Option(
              names = "--kind",
              description = "exact (default), short, over, returned or unreferenced.")
          Optional<String> kind,
      @Option(names = "--amount", description = "In the currency's smallest unit.")
          Optional<Long> amount,
      @Mixin Asking asking) {
    var body = new LinkedHashMap<String, Object>();
    body.put("payment", payment);
    kind.ifPresent(text -> body.put("kind", text));
    amount.ifPresent(minor -> body.put("amount", minor));
    try (var florin = new RestClient(asking)) {
      Map<String, Object> taken = florin.post("/v2/test/bank_transfers", body).body();
      out.println(taken.get("id") + "  " + statements(taken));
    }
    return 0;
  }
}
