package florin.dashboard.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Staff block and allow cards, addresses and networks, and see what the lists have stopped. */
class ListEntryPagesTest {
  private static final String PATH = "/dashboard/fraud/lists";
  private static final String CARD = "4242424242424242";

  private TestApp florin;
  private DashboardClient support;

  @BeforeEach
  void open() {
    florin = TestApp.open();
    support = DashboardClient.of(florin, Role.SUPPORT);
  }

  @AfterEach
  void close() {
    support.close();
    florin.close();
  }

  @Test
  void a_card_is_blocked_from_the_page_of_its_payment() {
    Reply good = florin.post("/v2/payments", TestApp.payment(1000, CARD));
    String page = "/dashboard/payments/" + good.text("/id");
    String link = link(page, "Block this card…").attr("href");
    Document form = read(support, link);
    assertThat(form.expectFirst("dialog#dialog-add").hasAttr("open")).isTrue();

    Map<String, String> fields = fields(form);
    assertThat(fields)
        .containsEntry("list", "block")
        .containsEntry("kind", "card_fingerprint")
        .containsEntry("value", good.text("/payment_method/card/fingerprint"))
        .containsEntry("reason", "Payment " + good.text("/id"));
    assertThat(support.submit(link, PATH, fields).status()).isEqualTo(303);

    Reply failed = florin.post("/v2/payments", TestApp.payment(1000, CARD));
    assertThat(failed.text("/error/decline_code")).isEqualTo("blocked_by_list");
    Document blocked = read(support, "/dashboard/payments/" + failed.text("/error/payment"));
    assertThat(blocked.select("header.page .actions").text()).doesNotContain("Block this card");
    assertThat(blocked.text()).doesNotContain("The issuer won't approve it");
    Element fact = blocked.expectFirst("dt:contains(Block list) + dd a");
    assertThat(fact.text()).isEqualTo("Card " + fields.get("value"));
    assertThat(rows(read(support, fact.attr("href")), "block"))
        .singleElement()
        .asString()
        .contains("Card " + fields.get("value"), "Payment " + good.text("/id"), "@", "No end");
  }

  @Test
  void entries_are_added_with_an_end_and_removed_again_with_an_audit_entry_each() {
    Reply added =
        support.submit(
            PATH,
            PATH,
            Map.of(
                "list",
                "allow",
                "kind",
                "address",
                "value",
                "203.0.113.77/24",
                "reason",
                "",
                "expires_in",
                "604800"));
    assertThat(added.status()).as(added.body()).isEqualTo(303);
    Document page = read(support, PATH);
    assertThat(page.text()).contains("Entry added.", "Nothing is blocked");
    assertThat(rows(page, "allow").getFirst())
        .matches(
            "Network address 203.0.113.0/24 \\| None \\| \\S+@\\S+ \\| [^|]+ \\| [^|]+ \\| Remove .*");
    assertThat(
            florin.query(
                "SELECT expires_at - created_at BETWEEN interval '6 days' AND interval '8 days' FROM list_entry"))
        .containsExactly("t");

    Element remove = page.expectFirst("form[action$=/remove]");
    assertThat(remove.attr("data-confirm")).contains("203.0.113.0/24");
    support.submit(PATH, remove.attr("action"), Map.of());

    assertThat(rows(read(support, PATH), "allow")).isEmpty();
    try (var owner = DashboardClient.of(florin, Role.OWNER)) {
      assertThat(read(owner, "/dashboard/audit").text())
          .contains("Added list entry", "Removed list entry", "allow: address 203.0.113.0/24");
    }
  }

  @Test
  void a_wrong_value_and_one_that_is_listed_are_shown_at_the_field() {
    assertThat(error(Map.of("list", "block", "kind", "card_bin", "value", "42")))
        .isEqualTo("Must be the first six or eight digits of a card number.");
    Map<String, String> listed = Map.of("list", "block", "kind", "card_bin", "value", "424242");
    support.submit(PATH, PATH, listed);
    assertThat(error(listed)).startsWith("This is on the block list already (le_");
    assertThat(florin.query("SELECT value FROM list_entry")).containsExactly("424242");
  }

  @Test
  void long_lists_are_searched_by_a_part_of_the_value() {
    florin.post("/v2/lists/block", "{\"kind\": \"email\", \"value\": \"eve@bad.example\"}");
    assertThat(read(support, PATH).select("main input[type=search]")).isEmpty();
    florin.update(
        "INSERT INTO list_entry (realm_id, id, list, kind, value, added_by, removed, created_at, changed_at) SELECT realm_id, gen_random_uuid(), 'block', 'card_bin', lpad(n::text, 8, '0'), 'me', false, created_at, created_at FROM list_entry, generate_series(1, 100) n");

    Document all = read(support, PATH);
    assertThat(rows(all, "block")).hasSize(100);
    assertThat(all.text()).contains("The list shows the newest 100 entries.");
    assertThat(all.select("main input[type=search]")).hasSize(1);
    assertThat(rows(read(support, PATH + "?q=BAD.ex"), "block"))
        .singleElement()
        .asString()
        .contains("eve@bad.example");
    assertThat(read(support, PATH + "?q=%25").text()).contains("No entry found");
  }

  @Test
  void a_viewer_sees_the_lists_but_changes_nothing() {
    String entry =
        florin
            .post("/v2/lists/block", "{\"kind\": \"email\", \"value\": \"eve@bad.example\"}")
            .text("/id");
    String payment = florin.post("/v2/payments", TestApp.payment(1000, CARD)).text("/id");
    try (var viewer = DashboardClient.of(florin, Role.VIEWER)) {
      Document page = read(viewer, PATH);
      assertThat(page.text()).contains("eve@bad.example").doesNotContain("Add entry", "Remove");
      assertThat(read(viewer, "/dashboard/payments/" + payment).text())
          .doesNotContain("Block this card");
      String token = DashboardClient.formToken(viewer.get(PATH));
      for (String path : List.of(PATH, PATH + "/" + entry + "/remove")) {
        assertThat(viewer.post(PATH, path, token, Map.of()).status()).isEqualTo(403);
      }
    }
    assertThat(florin.get("/v2/lists/block/" + entry).status()).isEqualTo(200);
  }

  @Test
  void the_page_of_a_payment_says_what_the_brake_decided() {
    Reply paid = florin.post("/v2/payments", TestApp.payment(1000, CARD));
    florin.update(
        """
        INSERT INTO browser_try (realm_id, id, node, subjects, decisions, declined, created_at, changed_at)
        SELECT realm_id, payment_method_id, gen_random_uuid(), '{"address": "203.0.113.7"}',
               '{"address": {"step": "slow", "value": "203.0.113.7", "declined": 5, "cards": 6}}', false, created_at, created_at
          FROM payment\
        """);

    Element fact =
        read(support, "/dashboard/payments/" + paid.text("/id"))
            .expectFirst("dt:contains(Card testing) + dd a");

    assertThat(fact.text()).isEqualTo("Slowed: Network address 203.0.113.7, 5 of 6 cards declined");
    assertThat(fact.attr("href")).isEqualTo("/dashboard/fraud");
  }

  private Element link(String page, String text) {
    return read(support, page).select("a").stream()
        .filter(a -> a.text().equals(text))
        .findFirst()
        .orElseThrow();
  }

  private String error(Map<String, String> fields) {
    Reply again = support.submit(PATH, PATH, fields);
    assertThat(again.status()).isEqualTo(422);
    Document page = Jsoup.parse(again.body());
    assertThat(page.expectFirst("dialog#dialog-add").hasAttr("open")).isTrue();
    return page.expectFirst("#value-error").text();
  }

  private static Map<String, String> fields(Document page) {
    var fields = new HashMap<String, String>();
    Element form = page.expectFirst("dialog#dialog-add form");
    form.select("input[type=text], input[checked], option[selected]")
        .forEach(input ->
            fields.put(
                input.hasAttr("name") ? input.attr("name") : input.parent().attr("name"),
                input.attr("value")));
    return fields;
  }

  private static Document read(DashboardClient client, String path) {
    Reply page = client.get(path);
    assertThat(page.status()).as(page.body()).isEqualTo(200);
    return Jsoup.parse(page.body());
  }

  private static List<String> rows(Document page, String list) {
    return page.select("section[aria-labelledby=" + list + "-title] tbody tr").stream()
        .map(row -> String.join(" | ", row.select("> th, > td").eachText()))
        .toList();
  }
}
