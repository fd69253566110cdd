package florin.api;

import static org.assertj.core.api.Assertions.assertThat;

import florin.books.LedgerChecks;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests the filter `created` of every list that has it, with the exact second of an object. */
class CreatedFilterTest {
  private static final Map<String, Boolean> AT_THAT_SECOND =
      Map.of(
          "created[lt]", false,
          "created[lte]", true,
          "created[gt]", false,
          "created[gte]", true,
          "created", true);

  @Test
  void lt_and_gt_are_exclusive_and_lte_and_gte_are_inclusive_in_every_list() {
    try (TestApp florin = TestApp.open()) {
      Map<String, String> made = make(florin);
      assertThat(new TreeSet<>(made.keySet()))
          .as("every list that can be filtered by created")
          .isEqualTo(listsWithCreated(florin.get("/v2/openapi.yaml").body()));
      made.forEach((list, id) -> assertFilters(florin, list, id));
    }
  }

  private static void assertFilters(TestApp florin, String list, String id) {
    long created = created(florin.get(list + "?limit=100"), id);
    AT_THAT_SECOND.forEach((filter, isIn) -> {
      String query = filter.replace("[", "%5B").replace("]", "%5D") + "=" + created;
      assertThat(florin.get(list + "?limit=100&" + query).texts("/data", "id").contains(id))
          .as(list + " by " + filter)
          .isEqualTo(isIn);
    });
    assertThat(
            florin.get(list + "?limit=100&created%5Blt%5D=" + (created + 1)).texts("/data", "id"))
        .contains(id);
    assertThat(
            florin.get(list + "?limit=100&created%5Bgt%5D=" + (created - 1)).texts("/data", "id"))
        .contains(id);
  }

  private static long created(Reply list, String id) {
    for (var one : list.json().at("/data")) {
      if (one.path("id").asString("").equals(id)) {
        return one.path("created").longValue();
      }
    }
    throw new AssertionError(id + " is not in its list");
  }

  private static Map<String, String> make(TestApp florin) {
    var made = new LinkedHashMap<String, String>();
    String payment =
        florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242")).text("/id");
    made.put("/v2/payments", payment);
    made.put(
        "/v2/refunds",
        florin.post("/v2/refunds", "{\"payment\": \"" + payment + "\"}").text("/id"));
    florin.post("/v2/payments", TestApp.payment(1000, "4000000000000259"));
    made.put("/v2/disputes", florin.get("/v2/disputes").text("/data/0/id"));
    made.put("/v2/customers", florin.post("/v2/customers", "{}").text("/id"));
    made.put(
        "/v2/webhook_endpoints",
        florin
            .post(
                "/v2/webhook_endpoints",
                "{\"url\": \"https://shop.example/hook\", \"enabled_events\": [\"*\"]}")
            .text("/id"));
    made.put(
        "/v2/checkout_sessions",
        florin
            .post(
                "/v2/checkout_sessions",
                "{\"amount\": 1, \"currency\": \"eur\", \"success_url\": \"https://a.example/\", \"cancel_url\": \"https://a.example/\"}")
            .text("/id"));
    made.put(
        "/v2/payment_links",
        florin.post("/v2/payment_links", "{\"amount\": 1, \"currency\": \"eur\"}").text("/id"));
    made.put("/v2/balance_transactions", LedgerChecks.awaitTransaction(florin.client()));
    made.put("/v2/payouts", LedgerChecks.payOut(florin.client()));
    made.put("/v2/events", florin.get("/v2/events?limit=1").text("/data/0/id"));
    return made;
  }

  /** Returns the documented paths whose GET has the parameter `created`. */
  private static Set<String> listsWithCreated(String document) {
    String paths =
        document.substring(document.indexOf("\npaths:"), document.indexOf("\ncomponents:"));
    return Pattern.compile("(?ms)^  (/v2/[^:{]+):\\n(.*?)(?=^  /|\\z)")
        .matcher(paths)
        .results()
        .filter(path -> path.group(2).contains("parameters/Created"))
        .map(path -> path.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
