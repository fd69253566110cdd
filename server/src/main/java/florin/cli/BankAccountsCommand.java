package florin.cli;

import florin.config.ConfigException;
import florin.core.Id.ReceivingAccountId;
import florin.http.Json;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** `./florin bank accounts list|add|enable|disable`: calls a running service. */
@Command(
    name = "accounts",
    header = "List, add, enable and disable receiving accounts.",
    footer = {
      "  ./florin bank accounts list",
      "  ./florin bank accounts add --iban DE02… --holder \"Shop GmbH\" --currency eur"
    })
public final class BankAccountsCommand {
  private static final String PATH = "/v2/receiving_accounts";

  private final PrintStream out;

  BankAccountsCommand(Terminal terminal) {
    this.out = terminal.out();
  }

  @Command(
      name = "list",
      header = "List the receiving accounts of the key's account and mode.",
      footer = "  ./florin bank accounts list")
  int list(
      @Option(names = "--json", description = "Print the JSON response of the API unchanged.")
          boolean json,
      @Mixin ServiceOptions options) {
    try (var florin = new RestClient(options)) {
      String answer = florin.get(PATH + "?limit=100");
      if (json) {
        out.println(answer);
      } else if (Json.readObject(answer).get("data") instanceof List<?> accounts) {
        table(accounts).print(out);
      }
      return 0;
    }
  }

  @Command(
      name = "add",
      header = "Add a receiving account.",
      description = {
        "In test mode, Florin enables the first account of a currency when you add it. In live mode,",
        "an owner or admin enables the account in the dashboard, with their password."
      },
      footer = "  ./florin bank accounts add --iban DE02… --holder \"Shop GmbH\" --currency eur")
  int add(
      @Option(names = "--iban", required = true, description = "IBAN of the account.") String iban,
      @Option(
              names = "--holder",
              required = true,
              description = "Name of the account holder, exactly as the bank spells it.")
          String holder,
      @Option(names = "--currency", required = true, description = "Currency, for example EUR.")
          String currency,
      @Option(
              names = "--bic",
              description = "BIC of the bank. Payers in the euro area don't need it.")
          Optional<String> bic,
      @Option(
              names = "--statements",
              description =
                  "Format of the bank's statements: camt.053, camt.054 or mt940. Default: camt.053.")
          Optional<String> format,
      @Option(names = "--json", description = "Print the JSON response of the API unchanged.")
          boolean json,
      @Mixin ServiceOptions options) {
    var body = new LinkedHashMap<String, Object>();
    body.put("iban", iban);
    body.put("holder", holder);
    body.put("currency", currency.toLowerCase(Locale.ROOT));
    bic.ifPresent(text -> body.put("bic", text));
    format.ifPresent(text -> body.put("statement_format", text));
    try (var florin = new RestClient(options)) {
      String answer = florin.post(PATH, body).text();
      if (json) {
        out.println(answer);
        return 0;
      }
      Map<String, Object> made = Json.readObject(answer);
      table(List.of(made)).printRows(out);
      if ("disabled".equals(made.get("status"))) {
        out.println(
            Boolean.TRUE.equals(made.get("livemode"))
                ? "The account is disabled. Enable it in the dashboard, under Bank accounts."
                : "The account is disabled, because another account of its currency is enabled.");
      }
      return 0;
    }
  }

  @Command(
      name = "enable",
      header = "Offer a receiving account to payers for new transfers in its currency.",
      footer = "  ./florin bank accounts enable ba_01h455vb4pex5vsknk084sn02q")
  int enable(
      @Parameters(paramLabel = "ACCOUNT", description = "Id of the receiving account, ba_….")
          String id,
      @Mixin ServiceOptions options) {
    return post(options, id, "enable");
  }

  @Command(
      name = "disable",
      header = "Stop offering a receiving account to payers.",
      description = "Florin records transfers that still arrive.",
      footer = "  ./florin bank accounts disable ba_01h455vb4pex5vsknk084sn02q")
  int disable(
      @Parameters(paramLabel = "ACCOUNT", description = "Id of the receiving account, ba_….")
          String id,
      @Mixin ServiceOptions options) {
    return post(options, id, "disable");
  }

  private int post(ServiceOptions options, String id, String action) {
    ReceivingAccountId account =
        ReceivingAccountId.KIND
            .parse(id)
            .orElseThrow(() ->
                new ConfigException(
                    "A bank account id is ba_ and 26 characters. List the ids with ./florin bank accounts list."));
    try (var florin = new RestClient(options)) {
      table(
              List.of(
                  Json.readObject(
                      florin.post(PATH + "/" + account + "/" + action, Map.of()).text())))
          .printRows(out);
    }
    return 0;
  }

  private static TextTable table(List<?> accounts) {
    var table = new TextTable("ACCOUNT", "STATUS", "MODE", "CURRENCY", "IBAN", "HOLDER");
    for (Object each : accounts) {
      var account = (Map<?, ?>) each;
      table.add(
          account.get("id"),
          account.get("status"),
          Boolean.TRUE.equals(account.get("livemode")) ? "live" : "test",
          String.valueOf(account.get("currency")).toUpperCase(Locale.ROOT),
          account.get("iban"),
          account.get("holder"));
    }
    return table;
  }
}
