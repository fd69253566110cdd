package florin.cli;

import florin.config.BaseUrl;
import florin.config.ConfigException;
import florin.core.Currency;
import florin.core.Id.PaymentId;
import florin.http.Json;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** `./florin payments list|show`: calls a running service. */
@Command(
    name = "payments",
    header = "List and show payments of a running service.",
    footer = {
      "  ./florin payments list --status failed --limit 5",
      "  ./florin payments show pay_01h455vb4pex5vsknk084sn02q"
    })
public final class PaymentsCommand {
  private final PrintStream out;
  private final PrintStream err;
  private final Display display;

  PaymentsCommand(Terminal terminal) {
    this.display = terminal.display();
    this.out = terminal.out();
    this.err = terminal.err();
  }

  @Command(
      name = "list",
      header = "List payments, newest first.",
      footer = "  ./florin payments list --status failed --limit 5")
  int list(
      @Option(
              names = "--limit",
              defaultValue = "20",
              description = "Number of payments, 1 to 100. Default: ${DEFAULT-VALUE}.")
          int limit,
      @Option(
              names = "--status",
              description = "List payments with this status, for example `failed`.")
          Optional<String> status,
      @Option(names = "--customer", description = "List payments of this customer, cus_….")
          Optional<String> customer,
      @Option(names = "--after", description = "List payments older than this payment, pay_….")
          Optional<String> after,
      @Option(names = "--json", description = "Print the JSON response of the API unchanged.")
          boolean json,
      @Mixin ServiceOptions options) {
    String query =
        "/v2/payments?limit="
            + limit
            + parameter("status", status)
            + parameter("customer", customer)
            + parameter("starting_after", after);
    String body = get(options, query);
    if (json) {
      out.println(body);
      return 0;
    }
    Map<String, Object> page = Json.readObject(body);
    List<Map<?, ?>> payments = objects(page.get("data"));
    if (display.isTerminal()) {
      text().list(out, payments);
    } else {
      printPlain(payments);
    }
    if (Boolean.TRUE.equals(page.get("has_more"))) {
      Map<?, ?> last = objects(page.get("data")).getLast();
      err.println("There are more payments. Continue with --after " + last.get("id"));
    }
    return 0;
  }

  private PaymentText text() {
    return new PaymentText(display, Instant.now());
  }

  private void printPlain(List<Map<?, ?>> payments) {
    var table =
        new TextTable("PAYMENT", "CREATED", TextTable.AMOUNT, TextTable.STATUS, "PAID WITH");
    payments.forEach(payment ->
        table.add(
            payment.get("id"),
            time(payment.get("created")),
            amount(payment, "amount"),
            payment.get("status"),
            PaymentText.method(payment)));
    table.print(out);
  }

  @Command(
      name = "show",
      header = "Show a payment and its attempts at the card network or provider.",
      footer = "  ./florin payments show pay_01h455vb4pex5vsknk084sn02q")
  int show(
      @Parameters(paramLabel = "PAYMENT", description = "Id of the payment, pay_….") String id,
      @Option(names = "--json", description = "Print the JSON response of the API unchanged.")
          boolean json,
      @Mixin ServiceOptions options) {
    PaymentId payment =
        PaymentId.KIND
            .parse(id)
            .orElseThrow(() ->
                new ConfigException(
                    "A payment id is pay_ and 26 characters. List the ids with ./florin payments list."));
    String body = get(options, "/v2/payments/" + payment + "?expand%5B%5D=attempts");
    if (json) {
      out.println(body);
      return 0;
    }
    Map<String, Object> shown = Json.readObject(body);
    if (display.isTerminal()) {
      text().show(out, shown, BaseUrl.byName(options.url()) + "/dashboard/payments/" + payment);
    } else {
      printPlain(shown);
    }
    return 0;
  }

  private void printPlain(Map<String, Object> shown) {
    line("payment", shown.get("id"));
    line("status", shown.get("status"));
    line("amount", amount(shown, "amount"));
    line("captured", amount(shown, "amount_captured"));
    line("refunded", amount(shown, "amount_refunded"));
    line("created", time(shown.get("created")));
    line("paid with", PaymentText.method(shown));
    line("customer", shown.get("customer"));
    line("description", shown.get("description"));
    if (shown.get("failure") instanceof Map<?, ?> failure) {
      line("failed", failure.get("code") + ": " + failure.get("message"));
    }
    line("mode", Boolean.TRUE.equals(shown.get("livemode")) ? "live" : "test");
    objects(shown.get("attempts"))
        .forEach(attempt ->
            line(
                "attempt",
                "%s  %s  %s %s%s"
                    .formatted(
                        attempt.get("id"),
                        time(attempt.get("created")),
                        attempt.get("operation"),
                        attempt.get("status"),
                        otherAmount(attempt))));
  }

  /**
   * Returns the approved amount in smallest units, because its currency can differ from the
   * requested one.
   */
  private static String otherAmount(Map<?, ?> attempt) {
    return attempt.get("amount_approved") == null
        ? ""
        : ", asked for %s, approved %s %s"
            .formatted(
                attempt.get("amount"),
                attempt.get("amount_approved"),
                attempt.get("currency_approved"));
  }

  private static String get(ServiceOptions options, String path) {
    try (var florin = new RestClient(options)) {
      return florin.get(path);
    }
  }

  private void line(String name, @Nullable Object value) {
    if (value != null) {
      out.printf("%-12s %s%n", name, value);
    }
  }

  private static List<Map<?, ?>> objects(@Nullable Object list) {
    return list instanceof List<?> elements
        ? elements.stream().<Map<?, ?>>map(element -> (Map<?, ?>) element).toList()
        : List.of();
  }

  static String amount(Map<?, ?> payment, String field) {
    Currency currency = Currency.get(String.valueOf(payment.get("currency")));
    long minor = payment.get(field) instanceof Number number ? number.longValue() : 0;
    return BigDecimal.valueOf(minor, currency.exponent()).toPlainString() + " " + currency.code();
  }

  private static String time(@Nullable Object seconds) {
    return seconds instanceof Number number
        ? Instant.ofEpochSecond(number.longValue()).toString()
        : "";
  }

  private static String parameter(String name, Optional<String> value) {
    return value.map(text -> "&" + name + "=" + encoded(text)).orElse("");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
