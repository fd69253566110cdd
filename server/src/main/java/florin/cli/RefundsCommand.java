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

/** `./florin refunds create`: calls a running service. */
@Command(
    name = "refunds",
    header = "Refund payments of a running service.",
    footer = "  ./florin refunds create pay_01h455vb4pex5vsknk084sn02q --amount 400")
public final class RefundsCommand {
  private final PrintStream out;

  @Spec private CommandSpec spec = CommandSpec.create();

  RefundsCommand(Terminal terminal) {
    this.out = terminal.out();
  }

  @Command(
      name = "create",
      header = "Refund a payment, in full or in part.",
      description = {
        "The command prints its idempotency key before it sends the request. If the response is",
        "lost, repeat the command with that key: the refund is made once."
      },
      footer = "  ./florin refunds create pay_01h455vb4pex5vsknk084sn02q --amount 400")
  int create(
      @Parameters(paramLabel = "PAYMENT", description = "Id of the payment, pay_….") String payment,
      @Option(
              names = "--amount",
              description =
                  "Amount in the currency's smallest unit. Default: the amount that is not refunded yet.")
          Optional<Long> amount,
      @Option(
              names = "--reason",
              description = "Reason: `duplicate`, `fraudulent` or `requested_by_customer`.")
          Optional<String> reason,
      @Option(
              names = "--idempotency-key",
              description =
                  "Key of an earlier command whose response was lost. Default: a new key.")
          Optional<String> idempotencyKey,
      @Option(names = "--json", description = "Print the JSON response of the API unchanged.")
          boolean json,
      @Mixin ServiceOptions options) {
    var body = new LinkedHashMap<String, Object>();
    body.put("payment", payment);
    amount.ifPresent(minor -> body.put("amount", minor));
    reason.ifPresent(text -> body.put("reason", text));
    String key = idempotencyKey.orElseGet(() -> "cli-" + UUID.randomUUID());
    if (!key.matches("[ -~]{1,255}")) {
      throw new ConfigException("--idempotency-key must be 1 to 255 printable ASCII characters.");
    }
    // The key is printed before the request, so that it is known if the response is lost. Standard
    // error keeps it out of the output that scripts read.
    spec.commandLine().getErr().println("Idempotency-Key: " + key);
    String answer;
    try (var florin = new RestClient(options)) {
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
