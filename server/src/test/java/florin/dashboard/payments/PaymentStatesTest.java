package florin.dashboard.payments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.app.App.Networks;
import florin.connector.instance.Instance;
import florin.core.Id.AttemptId;
import florin.payment.execution.CrashPoint;
import florin.team.Role;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText.Line;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.provider.Provider;
import florin.testing.provider.ProviderInstances;
import florin.testing.provider.ProviderKind;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Every sentence about money on a payment's page, dialogs included, for each state and method. The
 * payments come from the API, a bank's statements and a provider.
 *
 * <p>The approved sentences are in the resource `payment-states.txt`. If a page differs, the test
 * fails and writes the current sentences to `target/payment-states.txt`. Review that file, and copy
 * it if the sentences are true.
 */
@TestInstance(Lifecycle.PER_CLASS)
class PaymentStatesTest {
  private static final String APPROVED = "payment-states.txt";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String GOOD = "4242424242424242";
  private static final String CHALLENGED = "4000000000003220";

  /** Elements that start a new line. A term and its value share one line. */
  private static final Set<String> LINES =
      Set.of(
          "p",
          "li",
          "h1",
          "h2",
          "tr",
          "dt",
          "div",
          "section",
          "header",
          "footer",
          "form",
          "button",
          "label",
          "legend",
          "ol",
          "ul",
          "dl",
          "table",
          "thead",
          "tbody",
          "article",
          "dialog",
          "nav",
          "summary",
          "details",
          "select",
          "fieldset");

  private final Provider provider = new Provider();
  private TestApp florin;
  private BankShop bank;
  private DashboardClient owner;
  private int bookings;

  @BeforeAll
  void open() {
    florin =
        TestApp.open(
            CrashPoint.NONE,
            new Networks(
                UnaryOperator.identity(), List.of(new ProviderKind(InstantSource.system()))));
    bank = new BankShop(florin);
    owner = DashboardClient.of(florin, Role.OWNER);
  }

  @AfterAll
  void close() {
    owner.close();
    florin.close();
    provider.close();
  }

  @Test
  void every_sentence_about_every_state_is_an_approved_one() throws IOException {
    Map<String, String> payments = new LinkedHashMap<>();
    byCard(payments);
    byTransfer(payments);
    atTheProvider(payments);

    String said =
        payments.entrySet().stream()
            .map(payment -> "== " + payment.getKey() + "\n" + payment.getValue())
            .collect(Collectors.joining("\n"));

    Files.writeString(Path.of("target", APPROVED), said);
    assertThat(said).isEqualTo(approved());
  }

  private static String approved() throws IOException {
    try (InputStream in = PaymentStatesTest.class.getResourceAsStream(APPROVED)) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void byCard(Map<String, String> all) {
    say(all, "card: waits for its challenge", card("automatic", CHALLENGED));
    String unfinished = card("automatic", CHALLENGED);
    cancel(unfinished, "{}");
    say(all, "card: canceled before its challenge", unfinished);
    String abandoned = card("automatic", CHALLENGED);
    expire(abandoned);
    say(all, "card: nobody finished its challenge", until(abandoned, "canceled"));
    say(all, "card: processing", card("automatic", "4000000000840019"));
    say(all, "card: authorized", card("manual", GOOD));
    for (String reason :
        List.of("duplicate", "fraudulent", "requested_by_customer", "abandoned", "")) {
      String canceled = card("manual", GOOD);
      cancel(canceled, reason.isEmpty() ? "{}" : "{\"cancellation_reason\": \"" + reason + "\"}");
      say(all, "card: canceled, " + (reason.isEmpty() ? "without a reason" : reason), canceled);
    }
    String late = card("manual", GOOD);
    expire(late);
    say(all, "card: not captured in time", until(late, "canceled"));
    say(all, "card: succeeded", card("automatic", GOOD));
    String part = card("manual", GOOD);
    done(florin.post("/v2/payments/" + part + "/capture", "{\"amount\": 6000}"));
    say(all, "card: captured in part", part);
    String partly = card("automatic", GOOD);
    refund(partly, ", \"amount\": 4000");
    say(all, "card: refunded in part", partly);
    String wholly = card("automatic", GOOD);
    refund(wholly, "");
    say(all, "card: refunded", wholly);
    String pending = card("automatic", "4000000000007726");
    refund(pending, ", \"amount\": 4000");
    say(all, "card: refund pending", pending);
    say(all, "card: declined", card("automatic", "4000000000009995"));
    say(all, "card: a number that does not exist", card("automatic", "4242424242424241"));
    say(all, "card: elevated risk", card("automatic", "4000000000009235"));
  }

  private void byTransfer(Map<String, String> all) {
    say(all, "transfer: awaited", bank.ask(30000).id());
    Waiting partly = bank.ask(30000);
    book(partly, 10000);
    say(all, "transfer: received in part", partly.id());
    Waiting exact = bank.ask(30000);
    book(exact, 30000);
    say(all, "transfer: received", until(exact.id(), "succeeded"));
    Waiting parts = bank.ask(30000);
    book(parts, 10000);
    book(parts, 20000);
    say(all, "transfer: received in two parts", until(parts.id(), "succeeded"));
    Waiting over = bank.ask(30000);
    book(over, 45000);
    say(all, "transfer: overpaid", until(over.id(), "succeeded"));
    Waiting twice = bank.ask(30000);
    book(twice, 30000);
    book(twice, 30000);
    say(all, "transfer: paid twice", until(twice.id(), "succeeded"));
    Waiting taken = bank.ask(30000);
    book(taken, 10000);
    bank.book(taken.iban(), Line.reversal(10000, "B" + bookings, taken.reference()));
    bank.awaitMatched();
    say(all, "transfer: received in part and taken back", taken.id());
    Waiting canceled = bank.ask(30000);
    cancel(canceled.id(), "{}");
    say(all, "transfer: canceled", canceled.id());
    Waiting late = bank.ask(30000);
    cancel(late.id(), "{\"cancellation_reason\": \"requested_by_customer\"}");
    book(late, 30000);
    say(all, "transfer: came after it was canceled", late.id());
    Waiting left = bank.ask(30000);
    book(left, 10000);
    cancel(left.id(), "{}");
    bank.awaitMatched();
    say(all, "transfer: canceled with a part received", left.id());
    Waiting expired = bank.ask(30000);
    expire(expired.id());
    say(all, "transfer: expired", until(expired.id(), "canceled"));
    Waiting refunded = bank.ask(30000);
    book(refunded, 30000);
    refund(until(refunded.id(), "succeeded"), ", \"amount\": 5000");
    say(all, "transfer: refund ordered", refunded.id());
  }

  /**
   * Runs after the card payments, because from here on the account's payments go to the provider.
   */
  private void atTheProvider(Map<String, String> all) {
    Instance connector = ProviderInstances.add(florin, provider, Map.of("hosted", "true"));
    await().atMost(PATIENCE).until(() -> post(hosted("automatic")).status() == 200);
    say(all, "hosted: waits for the payer", post(hosted("automatic")).text("/id"));
    String canceled = post(hosted("automatic")).text("/id");
    cancel(canceled, "{}");
    say(all, "hosted: canceled", canceled);
    say(all, "hosted: authorized", acted("manual", true, "requires_capture"));
    say(all, "hosted: paid", acted("automatic", true, "succeeded"));
    say(all, "hosted: declined", acted("automatic", false, "failed"));
    for (String status :
        List.of("", "warning_needs_response", "warning_closed", "under_review", "won", "lost")) {
      String id = acted("automatic", true, "succeeded");
      provider.dispute(
          reference(id), "product_not_received" + (status.isEmpty() ? "" : ":" + status));
      notify(connector, id);
      await()
          .atMost(PATIENCE)
          .until(() -> florin.get("/v2/payments/" + id).json().at("/dispute").isObject());
      say(all, "hosted: disputed, " + (status.isEmpty() ? "needs_response" : status), id);
    }
  }

  /** Records the page immediately, because some states do not last. */
  private void say(Map<String, String> all, String state, String payment) {
    all.put(state, page(payment));
  }

  private String acted(String captureMethod, boolean pays, String status) {
    String id = post(hosted(captureMethod)).text("/id");
    provider.payerActs(reference(id), pays);
    expire(id);
    return until(id, status);
  }

  private void notify(Instance connector, String payment) {
    String body = provider.webhook("evt_" + UUID.randomUUID(), reference(payment), "changed");
    florin
        .client()
        .send(
            florin
                .client()
                .request("/connectors/" + connector.webhookToken() + "/webhooks")
                .header("Provider-Signature", Provider.sign(body, Instant.now()))
                .POST(BodyPublishers.ofString(body))
                .build());
  }

  private String reference(String payment) {
    return florin.get("/v2/payments/" + payment + "?expand%5B%5D=attempts").text("/attempts/0/id");
  }

  private String card(String captureMethod, String number) {
    Reply made =
        post(
            """
            {"amount": 9900, "currency": "eur", "capture_method": "%s", "payment_method": {"type": "card",
                "card": {"number": "%s", "exp_month": 12, "exp_year": 2040, "cvc": "123"}}}\
            """
                .formatted(captureMethod, number));
    return made.payment();
  }

  private static String hosted(String captureMethod) {
    return """
    {"amount": 9900, "currency": "eur", "capture_method": "%s", "payment_method": {"type": "hosted"}}\
    """
        .formatted(captureMethod);
  }

  private Reply post(String payment) {
    return florin.post("/v2/payments", payment);
  }

  private void book(Waiting payment, long cents) {
    bank.book(payment.iban(), Line.credit(cents, "B" + ++bookings, payment.reference()));
    bank.awaitMatched();
  }

  private void cancel(String payment, String body) {
    done(florin.post("/v2/payments/" + payment + "/cancel", body));
  }

  private void refund(String payment, String more) {
    done(florin.post("/v2/refunds", "{\"payment\": \"" + payment + "\"" + more + "}"));
  }

  private static void done(Reply reply) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
  }

  private void expire(String payment) {
    florin.update(
        "UPDATE attempt SET version = version + 1, due_at = now(), expires_at = now() WHERE id = ?",
        AttemptId.KIND.parse(reference(payment)).orElseThrow().uuid());
  }

  private String until(String payment, String status) {
    await()
        .atMost(PATIENCE)
        .until(() -> florin.get("/v2/payments/" + payment).text("/status").equals(status));
    return payment;
  }

  /** Returns the page's visible text, with one line for each paragraph, row, button and field. */
  private String page(String payment) {
    Document page = Jsoup.parse(owner.get("/dashboard/payments/" + payment).body());
    Element detail = page.expectFirst("#detail");
    detail.select("svg, input[type=hidden], #metadata, .close, .back, .tabs, .lead.known").remove();
    detail.select("details.more, #dialog-transfer, section:has(textarea)").remove();
    detail.select("time").forEach(time -> time.replaceWith(new TextNode("(time)")));
    detail
        .select("input")
        .forEach(input -> input.replaceWith(new TextNode(" [" + input.attr("value") + "]")));
    detail.select("dt").forEach(term -> term.appendText(": "));
    detail.select("option:gt(0)").remove();
    var lines = new ArrayList<String>();
    lines.add("");
    read(detail, lines);
    return lines.stream()
        .map(PaymentStatesTest::steady)
        .filter(line -> !line.isBlank())
        .map(line -> "  " + line + "\n")
        .collect(Collectors.joining());
  }

  private static void read(Element element, List<String> lines) {
    String name = element.normalName();
    boolean isLine = LINES.contains(name) || element.hasClass("button");
    if (isLine) {
      lines.add(element.normalName().equals("dialog") ? "-- dialog " + element.id() : "");
      if (name.equals("dialog")) {
        lines.add("");
      }
    }
    for (Node child : element.childNodes()) {
      if (child instanceof TextNode text) {
        lines.set(lines.size() - 1, lines.getLast() + text.getWholeText());
      } else if (child instanceof Element inner) {
        lines.set(lines.size() - 1, lines.getLast() + " ");
        read(inner, lines);
      }
    }
    if (isLine && !name.equals("dt")) {
      lines.add("");
    }
  }

  /** Removes the parts that differ between runs. */
  private static String steady(String line) {
    return line.strip()
        .replaceAll("[\\s\u00a0]+", " ")
        // The request log has the key's name, and Florin writes that log a moment later.
        .replace(" by the key “First secret key”", "")
        .replaceAll("\\bob_\\d+", "ob_…")
        .replaceAll("https?://\\S+", "(address)")
        .replaceAll("\\b([a-z]{2,4})_[0-9a-z]{20,}\\b", "$1_…")
        .replaceAll("\\bRF\\d\\d[ A-Z0-9]*", "RF… ")
        .replaceAll("\\b\\d{1,2} [A-Z][a-z]{2} \\d{4}\\b", "(day)")
        .strip();
  }
}
