package florin.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.CustomerId;
import florin.core.Mode;
import florin.core.Realm;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.Map;
import java.util.UUID;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The page for a missing object says where Florin looked and what the member can do. */
class MissingPagesTest {
  private static TestApp florin;
  private static DashboardClient owner;

  @BeforeAll
  static void open() {
    florin = TestApp.open();
    owner = DashboardClient.of(florin, Role.OWNER);
  }

  @AfterAll
  static void close() {
    owner.close();
    florin.close();
  }

  @Test
  void an_unknown_payment_says_where_it_was_sought_and_offers_a_search() {
    String id = "pay_01m8g11ct0e6asxnpsm3ve6rfp";

    Reply page = owner.get("/dashboard/payments/" + id);

    assertThat(page.status()).isEqualTo(404);
    assertThat(page.body())
        .contains(
            "We can't find this payment",
            "My company has none with this ID in test mode.",
            "name=\"q\" value=\"" + id + "\"",
            "Search for it")
        .doesNotContain("Switch to live mode");
  }

  @Test
  void an_unknown_page_leads_to_the_pages_that_the_role_may_open() {
    String page = Jsoup.parse(owner.get("/dashboard/nothing").body()).select(".ways").text();

    assertThat(page)
        .isEqualTo("Payments Refunds Bank transfers Customers Checkout Payment links Card testing");
    assertThat(owner.get("/dashboard/payments/pay_01m8g11ct0e6asxnpsm3ve6rfp").body())
        .doesNotContain("class=\"ways\"");
  }

  @Test
  void an_object_of_the_other_mode_is_one_click_away() {
    String id = florin.post("/v2/customers", "{\"name\": \"Jo\"}").text("/id");
    String path = "/dashboard/customers/" + id;
    String token = DashboardClient.formToken(owner.get("/dashboard"));
    owner.post("/dashboard", "/dashboard/mode", token, Map.of("mode", "live"));

    assertThat(owner.get(path).body())
        .contains(
            "We can't find this customer",
            "It is in test mode, and you are in live mode.",
            "Switch to test mode");

    Reply switched = owner.post(path, "/dashboard/mode", token, Map.of("mode", "test", "to", path));
    assertThat(owner.follow(switched).body()).contains("Jo");
  }

  @Test
  void an_object_of_another_account_is_not_revealed() {
    long other = florin.app().accounts().create("Another company").account().number();
    UUID id = UUID.fromString("01890000-0000-7000-8000-000000000009");
    florin.update(
        "INSERT INTO customer (realm_id, id, version, sequence, created_at, metadata) SELECT ?, ?, version, sequence, created_at, metadata FROM customer LIMIT 1",
        Realm.of(other, Mode.LIVE).id(),
        id);

    assertThat(owner.get("/dashboard/customers/" + new CustomerId(id).text()).body())
        .contains("We can't find this customer")
        .doesNotContain("Switch to live mode", "Another company");
  }
}
