package florin.cli;

import florin.config.ConfigException;
import florin.http.Json;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** `./florin refunds create`: asks the service that runs. */
@Command(name = "refunds", description = "Refund payments of a running service.")
public final class RefundsCommand {
  private final PrintStream out;

  @Spec private CommandSpec spec = CommandSpec.create();

  RefundsCommand(Terminal terminal) {
    this.out = terminal.out();
  }

  @Command(name = "create", description = "Refund a payment, whole or in part.")
  int create(
      @Parameters(paramLabel = "PAYMENT", description = "pay_…") String payment,
      @Option(
              names = "--amount",
              description = "In the currency's smallest unit (default: all that is left).")
          Optional<Long> amount,
      @Option(names = "--reason", description = "duplicate, fraudulent or requested_by_customer.")
          Optional<String> reason,
      @Option(
              names = "--idempotency-key",
              description = "Repeat a command whose answer was lost with its key: it is done once.")
          Optional<String> idempotencyKey,
      @Option(names = "--json", description = "Print JSON as it came.") boolean json,
      @Mixin Asking asking) {
    var body = new LinkedHashMap<String, Object>();
    body.put("payment", payment);
    amount.ifPresent(minor -> body.put("amount", minor));
    reason.ifPresent(text -> body.put("reason", text));
    String key = idempotencyKey.orElseGet(() -> "cli-" + UUID.randomUUID());
    if (!key.matches("[ -~]{1,255}")) {
      throw new ConfigException("--idempotency-key must be 1 to 255 printable ASCII characters.");
    }
    // Before the answer, which may be lost; and beside what a script reads.
    spec.commandLine().getErr().println("Idempotency-Key: " + key);
    String answer;
    try (var florin = new RestClient(asking)) {
      answer = florin.post("/v2/refunds", body, key);
    }
    if (json) {
      out.println(answer);
      return 0;
    }
    Map<String, Object> refund = Json.readObject(answer);
    out.printf(
        "%s  %s  %s of %s%n",
        refund.get("id"),
        refund.get("status"),
        PaymentsCommand.amount(refund, "amount"),
        refund.get("payment"));
    return "failed".equals(refund.get("status")) ? FlorinCommand.FAILED : 0;
  }
}
