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

/** `./florin bank accounts list|add|enable|disable`: asks the service that runs. */
@Command(
    name = "accounts",
    description = "List, add, enable and disable the accounts to which payers send money.")
public final class BankAccountsCommand {
  private static final String PATH = "/v2/receiving_accounts";

  private final PrintStream out;

  BankAccountsCommand(Terminal terminal) {
    this.out = terminal.out();
  }

  @Command(name = "list", description = "List the bank accounts of the key's account and mode.")
  int list(
      @Option(names = "--json", description = "Print JSON as it came.") boolean json,
      @Mixin Asking asking) {
    try (var florin = new RestClient(asking)) {
      String answer = florin.get(PATH + "?limit=100");
      if (json) {
        out.println(answer);
      } else if (Json.readObject(answer).get("data") instanceof List<?> accounts) {
        accounts.forEach(account -> print((Map<?, ?>) account));
      }
      return 0;
    }
  }

  @Command(
      name = "add",
      description = {
        "Add a bank account. In test mode the first of its currency is enabled at once; in live mode",
        "somebody enables it in the dashboard, with the password."
      })
  int add(
      @Option(names = "--iban", required = true, description = "Its number.") String iban,
      @Option(
              names = "--holder",
              required = true,
              description = "Whose it is, exactly as the bank spells it.")
          String holder,
      @Option(names = "--currency", required = true, description = "EUR, say.") String currency,
      @Option(names = "--bic", description = "Of its bank; payers in the euro area need none.")
          Optional<String> bic,
      @Option(
              names = "--statements",
              description = "In what the bank gives them: camt.053 (default), camt.054 or mt940.")
          Optional<String> format,
      @Option(names = "--json", description = "Print JSON as it came.") boolean json,
      @Mixin Asking asking) {
    var body = new LinkedHashMap<String, Object>();
    body.put("iban", iban);
    body.put("holder", holder);
    body.put("currency", currency.toLowerCase(Locale.ROOT));
    bic.ifPresent(text -> body.put("bic", text));
    format.ifPresent(text -> body.put("statement_format", text));
    try (var florin = new RestClient(asking)) {
      String answer = florin.post(PATH, body).text();
      if (json) {
        out.println(answer);
        return 0;
      }
      Map<String, Object> made = Json.readObject(answer);
      print(made);
      if ("disabled".equals(made.get("status"))) {
        out.println(
            Boolean.TRUE.equals(made.get("livemode"))
                ? "It is disabled. Next: enable it in the dashboard, under Bank accounts."
                : "It is disabled, since another of its currency is enabled.");
      }
      return 0;
    }
  }

  @Command(name = "enable", description = "Have payers send new transfers of its currency there.")
  int enable(
      @Parameters(paramLabel = "ACCOUNT", description = "ba_…") String id, @Mixin Asking asking) {
    return post(asking, id, "enable");
  }

  @Command(
      name = "disable",
      description = "Have nobody new sent there; what comes is booked all the same.")
  int disable(
      @Parameters(paramLabel = "ACCOUNT", description = "ba_…") String id, @Mixin Asking asking) {
    return post(asking, id, "disable");
  }

  private int post(Asking asking, String id, String action) {
    ReceivingAccountId account =
        ReceivingAccountId.KIND
            .parse(id)
            .orElseThrow(() ->
                new ConfigException(
                    "A bank account's id is ba_ and 26 characters; ./florin bank accounts list shows them."));
    try (var florin = new RestClient(asking)) {
      print(Json.readObject(florin.post(PATH + "/" + account + "/" + action, Map.of()).text()));
    }
    return 0;
  }

  private void print(Map<?, ?> account) {
    out.printf(
        "%s  %-8s  %-4s  %-3s  %-34s  %s%n",
        account.get("id"),
        account.get("status"),
        Boolean.TRUE.equals(account.get("livemode")) ? "live" : "test",
        String.valueOf(account.get("currency")).toUpperCase(Locale.ROOT),
        account.get("iban"),
        account.get("holder"));
  }
}
