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

/** `./florin bank`: bank transfers of a running service. */
@Command(
    name = "bank",
    header = "Manage bank accounts, statements and payment files; simulate transfers.",
    footer = {
      "  ./florin bank import statements/*.xml",
      "  ./florin bank simulate pay_01h455vb4pex5vsknk084sn02q --kind short"
    },
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
      header = "Import bank statements.",
      description = {
        "Florin imports each file completely or not at all. If a file fails, the command prints",
        "the reason, continues with the next file, and exits with 1."
      },
      footer = "  ./florin bank import statements/*.xml")
  int take(
      @Parameters(
              arity = "1..*",
              paramLabel = "FILE",
              description = "Statement in camt.053, camt.054 or MT940, up to 16 MiB.")
          List<Path> files,
      @Option(
              names = "--account",
              paramLabel = "ACCOUNT",
              description =
                  "Id of the only receiving account (ba_…) that the files may be for. It is required"
                      + " if the statements have an older account number instead of the IBAN.")
          Optional<String> account,
      @Mixin ServiceOptions options) {
    String query =
        account
            .map(id -> "?receiving_account=" + URLEncoder.encode(id, StandardCharsets.UTF_8))
            .orElse("");
    boolean allTaken = true;
    try (var florin = new RestClient(options)) {
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
                  ? "  already imported"
                  : "  " + statements(taken)));
      return true;
    } catch (CommandFailure | ConfigException failed) {
      err.println(file + ": " + failed.getMessage());
      return false;
    }
  }

  private static String statements(Map<String, Object> taken) {
    return taken.get("bank_statements") instanceof List<?> some
        ? some.size() + (some.size() == 1 ? " statement" : " statements")
        : "";
  }

  @Command(
      name = "simulate",
      header = "Simulate a bank transfer for a payment in test mode.",
      footer = "  ./florin bank simulate pay_01h455vb4pex5vsknk084sn02q --kind short")
  int simulate(
      @Parameters(paramLabel = "PAYMENT", description = "Id of the payment, pay_….") String payment,
      @Option(
              names = "--kind",
              description =
                  "Kind of transfer: exact, short, over, returned or unreferenced. Default: exact.")
          Optional<String> kind,
      @Option(
              names = "--amount",
              description = "Amount in the currency's smallest unit. Default: set by the kind.")
          Optional<Long> amount,
      @Mixin ServiceOptions options) {
    var body = new LinkedHashMap<String, Object>();
    body.put("payment", payment);
    kind.ifPresent(text -> body.put("kind", text));
    amount.ifPresent(minor -> body.put("amount", minor));
    try (var florin = new RestClient(options)) {
      Map<String, Object> taken = florin.post("/v2/test/bank_transfers", body).body();
      out.println(taken.get("id") + "  " + statements(taken));
    }
    return 0;
  }
}
