package florin.cli;

import florin.config.ConfigException;
import florin.webhook.WebhookSigner;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** `./florin drill shop`: tests the program of a merchant. */
@Command(
    name = "shop",
    header = "Test a shop: lose, repeat and delay its webhooks, and compare its orders.",
    description = {
      "The drill buys in the shop, pays on Florin's page in test mode, and sends the webhooks itself:",
      "twice, late, in reverse order, or with a wrong signature. Then it compares the shop's orders",
      "with Florin's payments. The shop needs two routes: POST /orders/{reference} starts an order",
      "and returns the address of its page; GET /orders returns",
      "[{\"reference\": \"…\", \"paid\": true, \"shipped\": 1, \"refunded\": false}].",
      "Start the shop with a test key, and without a webhook endpoint in Florin."
    },
    exitCodeList = {
      "0:All orders agree with the payments.",
      "1:The drill has found a problem, or the shop or the service didn't respond.",
      "2:A command, option, argument or setting is wrong."
    },
    footer = "  ./florin drill shop http://127.0.0.1:3000 --secret whsec_…")
final class ShopDrillCommand implements Callable<Integer> {
  private static final int LONGEST_PATIENCE = 600;

  private final PrintStream out;

  @Mixin private final ServiceOptions options;

  @Parameters(paramLabel = "URL", description = "Address of the shop, to which /orders is added.")
  private URI shop = URI.create("");

  @Option(
      names = "--secret",
      required = true,
      description = "Signing secret with which the shop verifies webhooks, whsec_….")
  private String secret = "";

  @Option(
      names = "--webhooks",
      paramLabel = "PATH",
      defaultValue = "/webhooks",
      description = "Path at which the shop receives webhooks. Default: ${DEFAULT-VALUE}.")
  private String webhooks = "";

  @Option(
      names = "--events",
      split = ",",
      paramLabel = "TYPE",
      defaultValue = "checkout_session.completed,payment.succeeded,payment.refunded",
      description =
          "Types of events that the shop's webhook endpoint has enabled. Default: ${DEFAULT-VALUE}.")
  private Set<String> events = Set.of();

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description =
          "How long the shop may take to update an order after a webhook. Default: ${DEFAULT-VALUE}.")
  private int patience;

  ShopDrillCommand(Terminal terminal) {
    this.out = terminal.out();
    this.options = new ServiceOptions(terminal);
  }

  @Override
  public Integer call() throws InterruptedException {
    if (shop.getHost() == null
        || !Set.of("http", "https").contains(String.valueOf(shop.getScheme()))) {
      throw new ConfigException(
          "The address of the shop must be an http or https URL, for example http://127.0.0.1:3000.");
    }
    if (!webhooks.startsWith("/")) {
      throw new ConfigException("--webhooks must be a path, for example /webhooks.");
    }
    if (patience < 1 || patience > LONGEST_PATIENCE) {
      throw new ConfigException("--patience must be 1 to " + LONGEST_PATIENCE + " seconds.");
    }
    if (options.isLive()) {
      throw new ConfigException("The drill needs a key of test mode. Nothing was bought.");
    }
    try (var florin = new RestClient(options);
        var client = new Shop(shop, webhooks, signer())) {
      return new ShopDrill(florin, client, events, Duration.ofSeconds(patience), out).run()
          ? 0
          : FlorinCommand.FAILED;
    }
  }

  private WebhookSigner signer() {
    try {
      return WebhookSigner.of(secret);
    } catch (IllegalArgumentException malformed) {
      throw new ConfigException("--secret must be a signing secret, whsec_… and 44 characters.");
    }
  }
}
