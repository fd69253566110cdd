package florin.cli;

import florin.app.CommandFailure;
import florin.config.ConfigException;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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
    description = "Bank transfers: accounts, statements, payment files, and the bank of test mode.",
    subcommands = {BankAccountsCommand.class, PaymentFilesCommand.class})
public final class BankCommand {
  private final PrintStream out;
  private final PrintStream err;

  BankCommand(Terminal terminal) {
    this.out = terminal.out();
    this.err = terminal.err();
  }

  @Command(
      name = "import",
      description = {
        "Import bank statements: each file whole, or not at all.",
        "A file that fails is named, and the next one is imported; then the exit code is 1."
      })
  int take(
      @Parameters(
              arity = "1..*",
              paramLabel = "FILE",
              description = "camt.053, camt.054 or MT940, up to 16 MiB.")
          List<Path> files,
      @Option(
              names = "--account",
              paramLabel = "ACCOUNT",
              description = {
                "The only bank account (ba_…) that the files may be for. Required if the bank names",
                "the account by an older number than its IBAN."
              })
          Optional<String> account,
      @Mixin Asking asking) {
    String query =
        account
            .map(id -> "?receiving_account=" + URLEncoder.encode(id, StandardCharsets.UTF_8))
            .orElse("");
    boolean allTaken = true;
    try (var florin = new RestClient(asking)) {
      for (Path file : files) {
        allTaken &= take(florin, file, query);
      }
    }
    return allTaken ? 0 : FlorinCommand.FAILED;
  }

  private boolean take(RestClient florin, Path file, String query) {
    try {
      Map<String, Object> taken = florin.post("/v2/bank_statements" + query, file).body();
      out.println(
          file
              + "  "
              + taken.get("id")
              + (Boolean.TRUE.equals(taken.get("already_known"))
                  ? "  was imported before"
                  : "  " + statements(taken)));
      return true;
    } catch (CommandFailure | ConfigException failed) {
      err.println(file + ": " + failed.getMessage());
      return false;
    }
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
