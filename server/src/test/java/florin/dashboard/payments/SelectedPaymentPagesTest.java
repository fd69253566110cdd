package florin.dashboard.payments;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.PaymentId;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Actions on several selected payments of the list. */
@TestInstance(Lifecycle.PER_CLASS)
class SelectedPaymentPagesTest {
  private static final String LIST = "/dashboard/payments";

  private TestApp florin;
  private DashboardClient support;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    support = DashboardClient.of(florin, Role.SUPPORT);
  }

  @AfterAll
  void close() {
    support.close();
    florin.close();
  }

  @Test
  void selected_payments_are_captured_once_and_the_others_are_counted() {
    String first = held(1000);
    String second = held(2000);
    String paid = pay(TestApp.payment(3000, "4242424242424242"));
    Reply page = support.get(LIST);
    assertThat(page.body())
        .contains(
            "<input type=\"checkbox\" name=\"payment\" value=\"" + first + "\" form=\"selected\">",
            "formaction=\"/dashboard/lists/payments/capture\"");
    List<String> selected = List.of(first, second, paid, "pay_nothing", first);

    Reply done = send(page, SelectedPaymentPages.CAPTURE_PATH, selected, Map.of());

    assertThat(done.header("Location")).contains(LIST);
    assertThat(support.follow(done).body())
        .contains("toast good", "2 payments captured. 1 didn't wait for capture.");
    assertThat(status(first)).isEqualTo("succeeded");
    assertThat(status(second)).isEqualTo("succeeded");
    Reply again = send(page, SelectedPaymentPages.CAPTURE_PATH, selected, Map.of());
    assertThat(support.follow(again).body())
        .contains("toast bad", "0 payments captured. 3 didn't wait for capture.");
    assertThat(audited(first, second))
        .containsExactly(first + " done $10.00", second + " done $20.00");
    assertThat(
            florin.query(
                "SELECT detail FROM audit_entry WHERE action = 'payment.capture' AND outcome = 'refused' AND object = ''"))
        .containsExactly("none of 3 payments waited for capture");
    assertThat(support.get(LIST + "/" + first).body()).contains("by Jo March");
  }

  @Test
  void a_failed_capture_names_its_reason_and_stops_no_other() {
    String lapsed = held(4000);
    String good = held(5000);
    florin.update(
        "UPDATE payment SET connector = 'gone' WHERE id = '%s'"
            .formatted(PaymentId.KIND.parse(lapsed).orElseThrow().uuid()));

    Reply done =
        send(support.get(LIST), SelectedPaymentPages.CAPTURE_PATH, List.of(lapsed, good), Map.of());

    assertThat(support.follow(done).body()).contains("toast bad", "1 payment captured. 1 failed: ");
    assertThat(status(good)).isEqualTo("succeeded");
    assertThat(status(lapsed)).isEqualTo("requires_capture");
  }

  @Test
  void the_audit_log_tells_which_captures_the_network_declined() {
    String declined = held("4000000000840134", 6000);
    String good = held(7000);

    send(support.get(LIST), SelectedPaymentPages.CAPTURE_PATH, List.of(declined, good), Map.of());

    assertThat(status(declined)).isEqualTo("requires_capture");
    List<String> entries = audited(declined, good);
    assertThat(entries).hasSize(2).contains(good + " done $70.00");
    assertThat(entries.getFirst()).startsWith(declined + " refused $60.00: ");
  }

  @Test
  void the_selected_are_exported_in_the_order_of_the_list() {
    String older = pay(TestApp.payment(700, "4242424242424242"));
    String newer = pay(TestApp.payment(800, "4242424242424242"));

    Reply file =
        send(support.get(LIST), SelectedPaymentPages.EXPORT_PATH, List.of(newer, older), Map.of());

    assertThat(file.header("Content-Type")).contains("text/csv; charset=utf-8");
    assertThat(file.body().lines().skip(1).map(line -> line.split(",", 2)[0]))
        .containsExactly(newer, older);
    assertThat(
            florin.query(
                "SELECT detail FROM audit_entry WHERE action = 'payment.export' AND outcome = 'done'"))
        .containsExactly("2 payments");
  }

  @Test
  void a_note_is_added_to_each() {
    String one = pay(TestApp.payment(100, "4242424242424242"));
    String two = pay(TestApp.payment(200, "4242424242424242"));
    List<String> both = List.of(one, two);

    Reply done =
        send(support.get(LIST), SelectedPaymentPages.NOTE_PATH, both, Map.of("text", "To look at"));

    assertThat(support.follow(done).body()).contains("Note added to 2 payments.");
    both.forEach(id -> assertThat(support.get(LIST + "/" + id).body()).contains("To look at"));
    Reply page = support.get(LIST);
    send(page, SelectedPaymentPages.NOTE_PATH, both, Map.of("text", "Sent twice"));
    send(page, SelectedPaymentPages.NOTE_PATH, both, Map.of("text", "Sent twice"));
    assertThat(florin.query("SELECT 1 FROM note WHERE text = 'Sent twice'")).hasSize(2);
    Reply empty =
        send(support.get(LIST), SelectedPaymentPages.NOTE_PATH, both, Map.of("text", " "));
    assertThat(support.follow(empty).body()).contains("toast bad", "Note: ");
  }

  @Test
  void nothing_and_too_many_are_rejected_and_the_way_back_is_a_page_of_the_dashboard() {
    Reply nothing =
        send(
            support.get(LIST),
            SelectedPaymentPages.CAPTURE_PATH,
            List.of(),
            Map.of("back", "//elsewhere.example"));
    assertThat(nothing.header("Location")).contains(LIST);
    assertThat(support.follow(nothing).body()).contains("Select payments first.");

    List<String> many =
        IntStream.rangeClosed(0, SelectedPaymentPages.MOST)
            .mapToObj(i -> new PaymentId(new UUID(7, i)).text())
            .toList();
    Reply much =
        send(
            support.get(LIST),
            SelectedPaymentPages.EXPORT_PATH,
            many,
            Map.of("back", LIST + "?status=failed"));
    assertThat(much.header("Location")).contains(LIST + "?status=failed");
    assertThat(support.follow(much).body()).contains("Select at most 50 payments.");
  }

  @Test
  void a_viewer_selects_nothing() {
    try (var viewer = DashboardClient.of(florin, Role.VIEWER)) {
      pay(TestApp.payment(300, "4242424242424242"));
      assertThat(viewer.get(LIST).body()).doesNotContain("form=\"selected\"");
    }
  }

  private Reply send(Reply page, String action, List<String> selected, Map<String, String> fields) {
    var all = new HashMap<>(fields);
    all.put("once", once(page));
    all.put("csrf", DashboardClient.formToken(page));
    String body =
        Stream.concat(
                selected.stream().map(id -> "payment=" + id),
                all.entrySet().stream()
                    .map(field ->
                        field.getKey()
                            + "="
                            + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8)))
            .collect(Collectors.joining("&"));
    return support.send(
        support
            .request(action)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Origin", support.origin())
            .header("Referer", support.origin() + LIST)
            .POST(BodyPublishers.ofString(body))
            .build());
  }

  private static String once(Reply page) {
    return page.body().replaceFirst("(?s).*name=\"once\" value=\"([^\"]+)\".*", "$1");
  }

  private List<String> audited(String first, String second) {
    return florin.query(
        "SELECT concat_ws(' ', object, outcome, detail) FROM audit_entry WHERE object IN ('%s', '%s') ORDER BY number"
            .formatted(first, second));
  }

  private String held(int amount) {
    return held("4242424242424242", amount);
  }

  private String held(String card, int amount) {
    return pay(
        TestApp.payment(amount, card).replaceFirst("\\{", "{\"capture_method\": \"manual\", "));
  }

  private String pay(String body) {
    return florin.post("/v2/payments", body).payment();
  }

  private String status(String payment) {
    return florin.get("/v2/payments/" + payment).text("/status");
  }
}
