package emulator.provider;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The page at `/`: the objects, ledgers, requests and webhooks of an emulator, and buttons for its
 * commands. It works without scripts.
 */
final class HomePage {
  /** The number of rows of each table. */
  private static final int ROWS = 50;

  private static final String STYLE = style();

  private final Emulator emulator;
  private final StringBuilder html = new StringBuilder(16 << 10);

  HomePage(Emulator emulator) {
    this.emulator = emulator;
  }

  Answer answer(ControlApi.Content content) {
    add("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">");
    add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    add("<title>%s emulator</title>", content.name());
    html.append("<style>").append(STYLE).append("</style><main>");
    add("<h1>%s emulator</h1>", content.name());
    add("<p>No money moves. All data is in memory, and a restart deletes it. ");
    add("This page shows the state at its loading. <a href=\"/\">Reload</a>");
    connection(content);
    items(content);
    ledger();
    faults("Faults of requests", "faults", emulator.faults(), "POST /v1/refunds");
    faults("Faults of webhooks", "webhook_faults", emulator.webhookFaults(), "refund");
    add("<p>");
    form("faults/clear", "<button>Remove all faults</button>");
    requests();
    webhooks();
    add("</main></html>");
    return Answer.page(200, html.toString());
  }

  /** Returns the page for a command that was rejected. */
  static Answer error(int status, String message) {
    return Answer.page(
        status,
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Nothing was changed</title><style>"
            + STYLE
            + "</style><main><h1>Nothing was changed</h1><p>"
            + escaped(message)
            + ".<p><a href=\"/\">Back</a></main></html>");
  }

  private void connection(ControlApi.Content content) {
    add(
        "<h2>Connection</h2><dl><dt>Address, in place of the provider’s<dd><code>%s</code>",
        emulator.url());
    content.keys().forEach((use, key) -> add("<dt>%s<dd><code>%s</code>", use, key));
    add("</dl><form method=\"post\" action=\"/emulator/listen\">");
    add(
        "<label>Address of your server <input name=\"url\" type=\"url\" size=\"40\" required></label>");
    if (content.signsWebhooks()) {
      add("<label>Secret <input name=\"secret\" placeholder=\"whsec_…\" required></label>");
    }
    add("<button>Send webhooks there</button></form>");
  }

  private void items(ControlApi.Content content) {
    add("<h2>Objects</h2>");
    content.tools().forEach(this::action);
    if (content.items().isEmpty()) {
      add("<p>No objects. Create a payment with your program.");
      return;
    }
    head("ID", "Amount", "Status", "Actions");
    for (Item item : content.items().stream().limit(ROWS).toList()) {
      add("<tr><td><code>%s</code><td>%s<td>%s<td>", item.id(), item.text(), item.status());
      if (!item.page().isEmpty()) {
        add("<a href=\"%s\">Payer’s page</a> ", item.page());
      }
      item.actions().forEach(this::action);
    }
    add("</table></div>");
    left(content.items().size());
  }

  private void action(Item.Action action) {
    var fields = new StringBuilder();
    action
        .fields()
        .forEach((name, value) ->
            fields.append(
                "<input type=\"hidden\" name=\"%s\" value=\"%s\">"
                    .formatted(escaped(name), escaped(value))));
    form(action.path(), fields + "<button>" + escaped(action.label()) + "</button>");
  }

  private void form(String path, String content) {
    add("<form method=\"post\" action=\"/emulator/%s\">", path);
    html.append(content).append("</form> ");
  }

  private void ledger() {
    add("<h2>Ledger of payments</h2>");
    for (String fault : emulator.book().faults()) {
      add("<p class=\"bad\">%s", fault);
    }
    List<Ledger.Standing> all = emulator.book().standings();
    if (all.isEmpty()) {
      add("<p>No money has moved.");
    } else {
      head(
          "Payment",
          "Reference",
          "Charges",
          "Authorized",
          "Captured",
          "Refunded",
          "Charged back",
          "Net");
      for (Ledger.Standing one : all.reversed().stream().limit(ROWS).toList()) {
        add(
            "<tr><td><code>%s</code><td>%s<td>%s",
            one.names().payment(), one.names().reference(), one.charges());
        for (long sum :
            List.of(
                one.authorized(), one.captured(), one.refunded(), one.chargedBack(), one.net())) {
          add("<td class=\"n\">%s %s", sum, one.currency());
        }
      }
      add("</table></div>");
      left(all.size());
    }
    balances();
  }

  private void balances() {
    add("<h2>Balances of the merchant</h2>");
    if (emulator.balances().movements().isEmpty()) {
      add("<p>No money has moved.");
      return;
    }
    add("<p>In the smallest unit of the currency.");
    head("Currency", "Account", "Balance");
    emulator
        .balances()
        .balances()
        .forEach((currency, accounts) ->
            accounts.forEach((account, sum) ->
                add("<tr><td>%s<td>%s<td class=\"n\">%s", currency, words(account), sum)));
    add("</table></div>");
  }

  private <F extends Enum<F> & Plan.Injected> void faults(
      String title, String path, Plan<F> plan, String example) {
    add("<h2>%s</h2><form method=\"post\" action=\"/emulator/%s\">", title, path);
    add(
        "<label>The next one that matches <input name=\"about\" placeholder=\"%s\" required></label> ",
        example);
    add("<label>has the fault <select name=\"fault\">");
    List<F> all = plan.all();
    all.forEach(fault -> add("<option value=\"%s\">%s</option>", name(fault), words(fault)));
    add("</select></label> <button>Add fault</button></form>");
    add("<details><summary>At random, and what each fault does</summary>");
    add("<form method=\"post\" action=\"/emulator/%s/mix\">", path);
    head("Fault", "Effect", "Of 1,000", "So far");
    Map<F, Integer> happened = plan.happened();
    for (F fault : all) {
      add("<tr><td>%s<td>%s", words(fault), fault.effect());
      add(
          "<td><input type=\"number\" min=\"0\" max=\"1000\" name=\"%s\" value=\"%s\" aria-label=\"%s, of 1,000\">",
          name(fault), plan.rate(fault), words(fault));
      add("<td class=\"n\">%s", happened.getOrDefault(fault, 0));
    }
    add("</table></div><button>Set rates</button></form></details>");
  }

  private void requests() {
    add("<h2>Requests</h2>");
    List<Journal.Heard> latest = emulator.journal().latest(ROWS);
    if (latest.isEmpty()) {
      add("<p>No requests.");
      return;
    }
    head("Request", "Idempotency key", "Status", "Fault");
    for (Journal.Heard one : latest) {
      add(
          "<tr><td><code>%s</code><td><code>%s</code><td>%s<td>%s",
          one.line(),
          one.key(),
          one.status() == 0 ? "not executed" : one.status(),
          one.fault() == Fault.NONE ? "" : words(one.fault()));
    }
    add("</table></div>");
  }

  private void webhooks() {
    add("<h2>Webhooks</h2>");
    List<Webhooks.Delivery> all = emulator.webhooks().deliveries();
    if (all.isEmpty()) {
      add("<p>No webhooks were sent.");
      return;
    }
    head("ID", "Type", "Status");
    for (Webhooks.Delivery one : all.reversed().stream().limit(ROWS).toList()) {
      add(
          "<tr><td><code>%s</code><td>%s<td>%s",
          one.id(), one.type(), one.status() == 0 ? "no response" : one.status());
    }
    add("</table></div>");
  }

  private void head(String... names) {
    add("<div class=\"wide\"><table><tr>");
    for (String name : names) {
      add("<th>%s", name);
    }
  }

  private void left(int all) {
    if (all > ROWS) {
      add("<p>The latest %s of %s.", ROWS, all);
    }
  }

  /** Adds HTML, with values that are escaped. */
  private void add(String format, Object... values) {
    Object[] texts = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      texts[i] = escaped(values[i].toString());
    }
    html.append(values.length == 0 ? format : format.formatted(texts)).append('\n');
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static String words(Enum<?> constant) {
    return name(constant).replace('_', ' ');
  }

  private static String style() {
    try (InputStream in = HomePage.class.getResourceAsStream("home.css")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
