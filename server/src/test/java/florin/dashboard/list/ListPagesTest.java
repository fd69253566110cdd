package florin.dashboard.list;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.PaymentId;
import florin.dashboard.ListRoutes;
import florin.team.Member;
import florin.team.Role;
import florin.team.SavedViews.SavedView;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Saved views and columns of lists. */
@TestInstance(Lifecycle.PER_CLASS)
class ListPagesTest {
  private static final String LIST = "/dashboard/payments";

  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    String body = TestApp.payment(1000, "4242424242424242");
    florin.post("/v2/payments", "{\"metadata\": {\"order\": \"17\"}," + body.substring(1));
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void only_two_lists_are_added_up_or_sorted_at_the_same_time() {
    var lists = new ListPages(florin.app().team().views(), List.of());

    assertThat(lists.unlessBusy(() -> lists.unlessBusy(() -> lists.unlessBusy(() -> "third"))))
        .contains(Optional.of(Optional.empty()));
    assertThat(lists.unlessBusy(() -> lists.unlessBusy(() -> "second")))
        .contains(Optional.of("second"));
  }

  @Test
  void every_list_keeps_columns_and_views() {
    try (var owner = DashboardClient.of(florin, Role.OWNER)) {
      for (ListSpec<?> list : ListRoutes.ALL) {
        Map<String, String> form = Map.of("list", list.name(), "asked", "", "column", "status");
        assertThat(owner.submit(LIST, ListPages.COLUMNS_PATH, form).status())
            .as(list.name())
            .isEqualTo(303);
        assertThat(
                owner
                    .submit(
                        LIST,
                        ListPages.VIEWS_PATH,
                        Map.of("list", list.name(), "asked", "", "name", "Mine"))
                    .status())
            .as(list.name())
            .isEqualTo(303);
      }
    }
  }

  @Test
  void columns_stay_as_each_user_chose_them() {
    Member member = DashboardClient.newMember(florin, Role.VIEWER);
    try (var viewer = DashboardClient.of(florin, member)) {
      assertThat(viewer.get(LIST).body()).contains(">Method</th>").doesNotContain("order: 17");

      Reply chosen =
          send(
              viewer,
              ListPages.COLUMNS_PATH,
              Map.of("asked", "order=oldest", "column", "metadata"));

      assertThat(chosen.header("Location")).contains(LIST + "?order=oldest");
      assertThat(viewer.follow(chosen).body()).contains("order: 17").doesNotContain(">Method</th>");
    }
    try (var again = DashboardClient.of(florin, member);
        var other = DashboardClient.of(florin, Role.VIEWER)) {
      assertThat(again.get(LIST).body()).contains("order: 17");
      assertThat(other.get(LIST).body()).doesNotContain("order: 17");
    }
  }

  @Test
  void a_view_is_kept_under_its_name_replaced_and_deleted() {
    try (var support = DashboardClient.of(florin, Role.SUPPORT)) {
      Reply saved = save(support, "To look at <now>", "status=failed&date=last_7_days");
      assertThat(support.follow(saved).body()).contains("View saved.");
      assertThat(support.get(LIST).body())
          .contains("To look at &lt;now&gt;")
          .contains("href=\"/dashboard/payments?status=failed&amp;date=last_7_days\"");

      save(support, "To look at <now>", "status=canceled");
      assertThat(support.get(LIST).body())
          .contains("href=\"/dashboard/payments?status=canceled\"")
          .doesNotContain("date=last_7_days\"");

      send(support, ListPages.DELETE_PATH, Map.of("asked", "", "name", "To look at <now>"));
      assertThat(support.get(LIST).body()).doesNotContain("To look at");
    }
  }

  @Test
  void views_belong_to_the_user_and_the_mode() {
    Member member = DashboardClient.newMember(florin, Role.ADMIN);
    try (var admin = DashboardClient.of(florin, member);
        var other = DashboardClient.of(florin, Role.ADMIN)) {
      save(admin, "My own view", "status=failed");
      assertThat(admin.get(LIST).body()).contains("My own view");
      assertThat(other.get(LIST).body()).doesNotContain("My own view");
      assertThat(admin.get("/dashboard/payments/refunds").body()).doesNotContain("My own view");

      String token = DashboardClient.formToken(admin.get("/dashboard"));
      admin.post("/dashboard", "/dashboard/mode", token, Map.of("mode", "live"));
      assertThat(admin.get(LIST).body()).doesNotContain("My own view");
    }
  }

  @Test
  void the_number_of_views_is_limited() {
    try (var developer = DashboardClient.of(florin, Role.DEVELOPER)) {
      for (int i = 0; i < SavedView.MAX_VIEWS; i++) {
        save(developer, "View " + i, "amount_from=" + (i + 1));
      }
      Reply more = save(developer, "One too many", "amount_from=99");
      assertThat(developer.follow(more).body())
          .contains("You already have 20 views. Delete one first.")
          .doesNotContain("<bdi>One too many</bdi>");
      Reply again = save(developer, "View 7", "amount_from=77");
      assertThat(developer.follow(again).body()).contains("View saved.");
    }
  }

  @Test
  void an_invalid_name_view_or_list_is_rejected_with_a_reason() {
    try (var owner = DashboardClient.of(florin, Role.OWNER)) {
      assertThat(owner.follow(save(owner, " ", "status=failed")).body())
          .contains("Enter a name for the view.");
      assertThat(owner.follow(save(owner, "x".repeat(41), "status=failed")).body())
          .contains("<bdi>" + "x".repeat(40) + "</bdi>");
      assertThat(owner.follow(save(owner, "Long", "q=" + "x".repeat(1500))).body())
          .contains("This view cannot be saved.");
      assertThat(owner.follow(save(owner, "Elsewhere", "\"><script>")).body())
          .contains("This view cannot be saved.");
      Reply nowhere =
          send(owner, ListPages.VIEWS_PATH, Map.of("list", "keys", "name", "a", "asked", ""));
      assertThat(nowhere.header("Location")).contains("/dashboard");
    }
  }

  @Test
  void an_amount_without_a_currency_is_searched_with_the_decimals_of_each() {
    String yen = pay(TestApp.payment(8123, "4242424242424242").replace("\"usd\"", "\"jpy\""));
    try (var viewer = DashboardClient.of(florin, Role.VIEWER)) {
      assertThat(viewer.get(LIST + "?amount_from=8123").body()).contains(yen);
      assertThat(viewer.get(LIST + "?amount_from=8000&amount_to=8123").body()).contains(yen);
      assertThat(viewer.get(LIST + "?amount_from=81.23&amount_to=81.23").body())
          .doesNotContain(yen);
    }
  }

  @Test
  void a_row_has_the_payer_and_the_reason_of_a_failure() {
    String customer = florin.post("/v2/customers", "{\"name\": \"Mia Wong\"}").text("/id");
    String id =
        pay(
            TestApp.payment(911, "4000000000009995")
                .replaceFirst("\\{", "{\"customer\": \"%s\", ".formatted(customer)));
    try (var viewer = DashboardClient.of(florin, Role.VIEWER)) {
      assertThat(viewer.get(LIST + "?customer=" + customer).body())
          .contains(id, "Mia Wong", "Insufficient funds", "data-drawer");
    }
  }

  @Test
  void payments_that_need_attention_have_a_list_of_their_own() {
    String held =
        pay(
            TestApp.payment(6100, "4242424242424242")
                .replaceFirst("\\{", "{\"capture_method\": \"manual\", "));
    String other = pay(TestApp.payment(6200, "4242424242424242"));
    try (var support = DashboardClient.of(florin, Role.SUPPORT)) {
      assertThat(found(support, "attention=capture_within_48h")).isEmpty();
      ends(held, "30 hours");
      assertThat(found(support, "attention=capture_within_24h")).isEmpty();
      assertThat(found(support, "attention=capture_within_48h")).containsExactly(held);
      ends(held, "20 hours");
      assertThat(found(support, "attention=capture_within_24h")).containsExactly(held);
      assertThat(found(support, "attention=capture_within_24h&brand=amex")).isEmpty();

      assertThat(found(support, "status=disputed")).isEmpty();
      florin.update(
          "UPDATE payment SET provider = '{\"ids\": {}, \"dispute\": {\"status\": \"needs_response\", \"open\": true, \"reason\": \"fraudulent\"}}' WHERE id = '%s'"
              .formatted(uuid(other)));
      assertThat(found(support, "status=disputed")).containsExactly(other);
      assertThat(support.get(LIST + "?status=disputed").body())
          .contains("Disputed <span class=\"count\">1</span>");
      florin.update("UPDATE payment SET provider = NULL WHERE provider IS NOT NULL");

      assertThat(found(support, "attention=overdue")).isEmpty();
      florin.update(
          "INSERT INTO alert (realm_id, kind, subject, raised_at, seen_at) SELECT realm_id, 'payment_overdue', '%s', now(), now() FROM payment WHERE id = '%s'"
              .formatted(other, uuid(other)));
      assertThat(found(support, "attention=overdue")).containsExactly(other);
      florin.update("DELETE FROM alert");
    }
  }

  private static List<String> found(DashboardClient client, String query) {
    return Pattern.compile("<a href=\"/dashboard/payments/(pay_[a-z0-9]+)\"")
        .matcher(client.get(LIST + "?" + query).body())
        .results()
        .map(row -> row.group(1))
        .toList();
  }

  private void ends(String payment, String within) {
    florin.update(
        "UPDATE attempt SET expires_at = now() + interval '%s' WHERE payment_id = '%s'"
            .formatted(within, uuid(payment)));
  }

  private static UUID uuid(String payment) {
    return PaymentId.KIND.parse(payment).orElseThrow().uuid();
  }

  private String pay(String body) {
    return florin.post("/v2/payments", body).payment();
  }

  private static Reply save(DashboardClient client, String name, String asked) {
    return send(client, ListPages.VIEWS_PATH, Map.of("name", name, "asked", asked));
  }

  private static Reply send(DashboardClient client, String action, Map<String, String> fields) {
    var all = new HashMap<>(Map.of("list", "payments"));
    all.putAll(fields);
    return client.post(LIST, action, DashboardClient.formToken(client.get(LIST)), all);
  }
}
