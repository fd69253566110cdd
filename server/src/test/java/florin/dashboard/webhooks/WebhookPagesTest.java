package florin.dashboard.webhooks;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.pipeline.ConfirmView;
import florin.dashboard.settings.PreferencePages;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Dom;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.webhook.Receiver;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Staff view and change endpoints, deliveries and events. */
@TestInstance(Lifecycle.PER_CLASS)
class WebhookPagesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern SECRET = Pattern.compile("whsec_[A-Za-z0-9]{44}");
  private static final String NEW = "/dashboard/webhooks/new";

  private TestApp florin;
  private Receiver receiver;
  private DashboardClient developer;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    receiver = new Receiver();
    developer = DashboardClient.of(florin, Role.DEVELOPER);
  }

  @AfterAll
  void close() {
    developer.close();
    receiver.close();
    florin.close();
  }

  private String fragment(String path) {
    return developer.send(developer.request(path).header("HX-Request", "true").build()).body();
  }

  @Test
  void an_endpoint_is_added_receives_a_test_event_and_shows_it() {
    String path = add(receiver.url("/hook"), Map.of("all", "on", "description", "The <b>shop</b>"));

    Reply sent = developer.submit(path, path + "/test", Map.of());
    String shown = sent.header("Location").orElseThrow();
    assertThat(shown).startsWith(path + "?test=evt_");
    String result = path + "/test-result" + shown.substring(path.length());
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> fragment(result).contains("Test event: HTTP 200 in "));
    assertThat(fragment(result)).contains("toast good").doesNotContain("hx-get", "<html");
    assertThat(developer.get(shown).body()).contains("Test event: HTTP 200 in ");
    assertThat(developer.get(result).header("Location")).contains(shown);
    String waiting = result.replaceFirst("evt_.*", "evt_01h455vb4pex5vsknk084sn02q");
    assertThat(fragment(waiting))
        .contains("Test event sent. Waiting for the response.", "&amp;tries=1\"", "Check again");
    assertThat(fragment(waiting + "&tries=" + TestEventPages.MAX_TRIES))
        .contains("Check again")
        .doesNotContain("hx-get");
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> developer.get(path).body().contains("HTTP 200, "));
    String page = developer.get(path).body();
    assertThat(page)
        .contains("<span class=\"pill good\">Delivered</span>", "The &lt;b&gt;shop&lt;/b&gt;")
        .doesNotContain("<b>shop");
    assertThat(SECRET.matcher(page).find()).as("the secret is shown only once").isFalse();

    assertThat(page).contains("1 of 10", ">webhook_endpoint.test</a>");
    String delivery = one(page, "href=\"(/dashboard/webhooks/deliveries/del_[^\"]+)\"");
    String whole = developer.get(delivery).body();
    assertThat(whole)
        .contains(
            "POST " + receiver.url("/hook"),
            "service-signature: t=",
            "webhook-id: evt_",
            "received",
            "HTTP 200");
    assertThat(Pattern.compile("v1=[0-9a-f]{64}").matcher(whole).find())
        .as("a valid signature")
        .isFalse();
    Matcher event = Pattern.compile("href=\"(/dashboard/events/evt_[^\"]+)\"").matcher(whole);
    assertThat(event.find()).isTrue();
    Reply detail = developer.get(event.group(1));
    assertThat(detail.body()).contains("webhook_endpoint.test", "Delivered", "HTTP 200");
    assertThat(detail.body()).as("the delivery's address").contains(">http://127.0.0.1:");
    Reply again =
        developer.submit(event.group(1), event.group(1) + "/resend", Map.of("endpoint", id(path)));
    assertThat(developer.follow(again).body()).contains("resent");
  }

  @Test
  void its_secret_is_rotated_and_shown_once() {
    String path = add(receiver.url("/hook"), Map.of("all", "on"));
    Reply rotated = developer.submit(path, path + "/rotate", Map.of("overlap", "week"));
    String shown = developer.follow(rotated).body();

    assertThat(SECRET.matcher(shown).find()).isTrue();
    assertThat(developer.get(path).body()).contains("Current and previous");
    assertThat(developer.submit(path, path + "/rotate", Map.of("overlap", "year")).status())
        .isEqualTo(422);
  }

  @Test
  void it_is_changed_disabled_enabled_replayed_and_deleted() {
    String path = add(receiver.url("/hook"), Map.of("events", "payment.succeeded"));
    assertThat(developer.get(path + "/edit").body())
        .contains("value=\"payment.succeeded\" checked")
        .doesNotContain("value=\"payment.failed\" checked");
    developer.submit(
        path + "/edit",
        path + "/edit",
        Map.of("url", receiver.url("/hook") + "?two", "events", "payment.failed"));
    assertThat(developer.get(path).body()).contains("?two", "payment.failed");

    developer.submit(path, path + "/disable", Map.of());
    assertThat(developer.get(path).body())
        .contains("A team member disabled this endpoint.")
        .doesNotContain(path + "/test", "Resend…");
    developer.submit(path, path + "/enable", Map.of());
    Reply wrong = developer.submit(path, path + "/replay", Map.of("since", "yesterday"));
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.body()).contains("Must be a date and a time");
    Reply replayed = developer.submit(path, path + "/replay", Map.of("since", "2026-01-01T00:00"));
    assertThat(developer.follow(replayed).body())
        .contains("Florin is resending the events of this period.");

    developer.submit(path, path + "/delete", Map.of());
    assertThat(developer.get(path).status()).isEqualTo(404);
  }

  @Test
  void a_failing_endpoint_shows_since_when_and_why_and_chosen_events_are_resent_once() {
    String hook = "/failing/" + Long.toString(System.nanoTime(), 36);
    // The receiver asks for an hour, so that no automatic attempt follows, however slow the machine
    // is.
    receiver.answer(hook, _ -> new Receiver.Reaction(500, "", Map.of("Retry-After", "3600")));
    String path = add(receiver.url(hook), Map.of("all", "on"));
    developer.submit(path, path + "/test", Map.of());
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> developer.get(path).body().contains("Failing since"));
    String page = developer.get(path).body();
    assertThat(page)
        .contains(
            "HTTP 500",
            "The server returned an error. Check its log at these times.",
            "<span class=\"pill wait\">Retrying · 1 of 10 · HTTP 500</span>");
    assertThat(developer.get("/dashboard/webhooks").body()).contains("Failing");
    assertThat(developer.get("/dashboard").status()).isEqualTo(200);

    String shown = one(page, "href=\"(/dashboard/webhooks/deliveries/del_[^\"]+)\"");
    assertThat(
            requireNonNull(
                    Dom.of(developer.get(shown).body()).document().select(".pairs dd").first())
                .text())
        .startsWith("Retrying · 1 of 10 · HTTP 500 next attempt ");

    String delivery = one(page, "name=\"delivery\" value=\"(del_[^\"]+)\"");
    String once = one(page, "name=\"once\" value=\"([^\"]+)\"");
    receiver.answer(hook, 200);
    for (int i = 0; i < 2; i++) {
      Reply sent =
          developer.submit(
              path, path + "/resend", Map.of("delivery", delivery, DashboardRequest.ONCE, once));
      assertThat(developer.follow(sent).body()).contains("One delivery resent.");
    }
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> !developer.get(path).body().contains("Failing since"));
    assertThat(
            florin.query(
                "SELECT version FROM delivery WHERE 'del_' || 1 <> '' AND endpoint_id = (SELECT id FROM webhook_endpoint WHERE url = ?)",
                receiver.url(hook)))
        .as("the delivery started twice: at first and after one resend")
        .containsExactly("2");
    assertThat(developer.follow(developer.submit(path, path + "/resend", Map.of())).body())
        .contains("Choose the deliveries");
  }

  @Test
  void a_signature_is_verified_without_the_secret_and_without_telling_one() {
    String hook = "/verified/" + Long.toString(System.nanoTime(), 36);
    String path = add(receiver.url(hook), Map.of("all", "on"));
    developer.submit(path, path + "/test", Map.of());
    Awaitility.await().atMost(PATIENCE).until(() -> !receiver.at(hook).isEmpty());
    var got = receiver.at(hook).getFirst();
    String header = got.header("service-signature");

    assertThat(verified(path, header, got.body()))
        .contains("Valid signature")
        .doesNotContain("whsec_A");
    assertThat(verified(path, header, got.body().replace("2xx", "").replace("{", "{ ")))
        .contains("Invalid signature", "in different bytes");
    assertThat(verified(path, header, got.body().replace("enabled", "enabledd")))
        .contains("Check what changes it on the way");
    String other = add(receiver.url("/hook"), Map.of("all", "on"));
    assertThat(verified(other, header, got.body()))
        .contains("the secret of another endpoint", "It was signed for " + receiver.url(hook));
    assertThat(verified(path, "v1=abc", got.body())).contains("The header must be");
    assertThat(developer.submit(path, path + "/verify", Map.of("header", header)).status())
        .isEqualTo(422);
  }

  private String verified(String path, String header, String body) {
    Reply found = developer.submit(path, path + "/verify", Map.of("header", header, "body", body));
    assertThat(found.status()).as(found.body()).isEqualTo(200);
    assertThat(Pattern.compile("v1=[0-9a-f]{64}").matcher(found.body()).results().count())
        .as("at most the typed signature")
        .isLessThanOrEqualTo(1);
    return Dom.of(found.body()).document().text();
  }

  private static String one(String page, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(page);
    assertThat(found.find()).as(pattern).isTrue();
    return found.group(1);
  }

  /** A person at an unlocked screen must not be able to redirect the events of live payments. */
  @Test
  void in_live_mode_an_address_and_a_secret_require_the_password_again() {
    try (var live = DashboardClient.of(florin, Role.DEVELOPER)) {
      live.submit("/dashboard", "/dashboard/mode", Map.of("mode", "live"));
      Map<String, String> fields = Map.of("url", "https://shop.example/hook", "all", "on");
      String path = confirmed(live, NEW, NEW, fields).header("Location").orElseThrow();
      confirmed(
          live,
          path + "/edit",
          path + "/edit",
          Map.of("url", "https://shop.example/moved", "events", "payment.failed"));
      assertThat(live.get(path).body()).contains("https://shop.example/moved", "payment.failed");
      Reply rotated = confirmed(live, path, path + "/rotate", Map.of("overlap", "none"));
      assertThat(SECRET.matcher(live.follow(rotated).body()).find()).isTrue();
    }
  }

  /** Submits a form that asks for the password, and returns its response to the password. */
  private Reply confirmed(
      DashboardClient client, String page, String action, Map<String, String> fields) {
    florin.update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");
    String before = endpoints();
    Reply asked = client.submit(page, action, fields);
    assertThat(asked.status()).as(action).isEqualTo(403);
    assertThat(asked.body()).contains("Confirm your identity");
    assertThat(endpoints()).isEqualTo(before);

    var all = new HashMap<>(fields);
    all.put(ConfirmView.FIELD, DashboardClient.PASSWORD);
    Reply done = client.post(page, action, DashboardClient.formToken(asked), all);
    assertThat(done.status()).as(done.body()).isEqualTo(303);
    assertThat(endpoints()).isNotEqualTo(before);
    return done;
  }

  private String endpoints() {
    return florin
        .query(
            "SELECT id || url || secret FROM webhook_endpoint WHERE realm_id % 2 = 1 ORDER BY id")
        .toString();
  }

  @Test
  void errors_are_shown_at_their_fields_and_nothing_is_lost() {
    for (String url : List.of("ftp://shop.example", "not an address", "http://10.0.0.1/hook")) {
      Reply wrong =
          developer.submit(NEW, NEW, Map.of("url", url, "all", "on", "description", "D1"));
      assertThat(wrong.status()).as(url).isEqualTo(422);
      assertThat(wrong.body())
          .contains("id=\"url-error\"", "value=\"D1\"")
          .doesNotContain("url must");
    }
    Reply none = developer.submit(NEW, NEW, Map.of("url", receiver.url("/hook")));
    assertThat(none.status()).isEqualTo(422);
    assertThat(none.body()).contains("Select all events or at least one type.");
  }

  @Test
  void the_times_of_a_replay_are_in_the_members_zone() {
    String path = add(receiver.url("/zone"), Map.of("all", "on"));
    Map<String, String> anHourAgoInTokyo =
        Map.of(
            "since",
            LocalDateTime.now(ZoneId.of("Asia/Tokyo"))
                .minusHours(1)
                .truncatedTo(ChronoUnit.MINUTES)
                .toString());
    Reply inUtc = developer.submit(path, path + "/replay", anHourAgoInTokyo);
    assertThat(inUtc.body()).contains("Must not be after the end.");
    try (var eastern = DashboardClient.of(florin, Role.DEVELOPER)) {
      eastern.submit(
          PreferencePages.PATH,
          PreferencePages.PATH,
          Map.of("theme", "light", "time_zone", "Asia/Tokyo"));

      Reply replayed = eastern.submit(path, path + "/replay", anHourAgoInTokyo);

      assertThat(eastern.follow(replayed).body())
          .contains("Florin is resending the events of this period.");
    }
  }

  @Test
  void an_event_is_resent_only_to_the_chosen_endpoints() {
    receiver.answer("/event-broken", 500);
    String good = add(receiver.url("/event-good"), Map.of("all", "on"));
    String other = add(receiver.url("/event-other"), Map.of("all", "on"));
    String broken = add(receiver.url("/event-broken"), Map.of("all", "on"));
    String payment =
        florin.post("/v2/payments", TestApp.payment(733, "4242424242424242")).payment();
    String list =
        developer.get("/dashboard/events?type=payment.succeeded&object_id=" + payment).body();
    Matcher event = Pattern.compile("href=\"(/dashboard/events/evt_[^\"]+)\"").matcher(list);
    assertThat(event.find()).isTrue();
    String path = event.group(1);
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() ->
            isTicked(path, broken)
                && told("/event-good", path) == 1
                && told("/event-other", path) == 1);
    assertThat(isTicked(path, good)).isFalse();
    Pattern retrying =
        Pattern.compile("<span class=\"pill wait\">Retrying · \\d+ of 10 · HTTP 500</span>");
    assertThat(developer.get(path).body()).containsPattern(retrying);
    assertThat(developer.get("/dashboard/payments/" + payment + "?tab=events").body())
        .containsPattern(retrying);

    String version = version(path, other);
    Reply sent = developer.submit(path, path + "/resend", Map.of("endpoint", id(good)));

    assertThat(developer.follow(sent).body()).contains("Event resent to one endpoint");
    Awaitility.await().atMost(PATIENCE).until(() -> told("/event-good", path) == 2);
    Reply none = developer.submit(path, path + "/resend", Map.of());
    assertThat(developer.follow(none).body()).contains("Choose where to resend the event");
    assertThat(version(path, other))
        .as("the other endpoint's delivery is unchanged")
        .isEqualTo(version);
    try (var viewer = DashboardClient.of(florin, Role.VIEWER)) {
      assertThat(viewer.get(path).body()).doesNotContain("/resend");
    }
  }

  private boolean isTicked(String event, String endpoint) {
    return Jsoup.parse(developer.get(event).body())
        .select("input[name=endpoint][value=" + id(endpoint) + "]")
        .hasAttr("checked");
  }

  private String version(String event, String endpoint) {
    return florin
        .query(
            "SELECT version || ' ' || status FROM delivery WHERE event_id = '%s' AND endpoint_id = '%s'"
                .formatted(
                    EventId.KIND.parse(id(event)).orElseThrow().uuid(),
                    WebhookEndpointId.KIND.parse(id(endpoint)).orElseThrow().uuid()))
        .getFirst();
  }

  private static String id(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private long told(String hook, String event) {
    return receiver.at(hook).stream().filter(it -> it.body().contains(id(event))).count();
  }

  @Test
  void events_are_found_by_type_and_by_object() {
    String payment =
        florin.post("/v2/payments", TestApp.payment(700, "4000000000003220")).payment();
    String found = developer.get("/dashboard/events?object_id=" + payment).body();
    assertThat(found).contains("payment.created", "payment.requires_action");
    assertThat(
            developer
                .get("/dashboard/events?type=payment.requires_action&object_id=" + payment)
                .body())
        .contains(">payment.requires_action</a>")
        .doesNotContain(">payment.created</a>");
    assertThat(developer.get("/dashboard/events?object_id=pay_1").body())
        .contains("id=\"object_id-error\"");
  }

  @Test
  void an_event_names_the_request_that_caused_it_or_none() {
    Reply paid = florin.post("/v2/payments", TestApp.payment(700, "4242424242424242"));
    String list = developer.get("/dashboard/events?object_id=" + paid.payment()).body();
    Matcher event = Pattern.compile("href=\"(/dashboard/events/(evt_[^\"]+))\"").matcher(list);
    assertThat(event.find()).isTrue();

    assertThat(request(event.group(1))).isEqualTo(paid.header("Request-Id").orElseThrow());
    florin.update(
        "UPDATE event SET body = jsonb_set(body::jsonb, '{request}', 'null')::text WHERE body LIKE ?",
        "%" + event.group(2) + "%");
    assertThat(request(event.group(1))).isEqualTo("None: Florin created the event");
  }

  /** Returns the value of the field Request on the event's page. */
  private String request(String path) {
    return Dom.of(developer.get(path).body())
        .document()
        .select("dt:matchesOwn(^Request$) + dd")
        .text();
  }

  @Test
  void a_list_is_paged_both_ways_and_stays_stable_while_new_objects_are_created() {
    for (int i = 0; i < 30; i++) {
      florin.post("/v2/customers", "{}");
    }
    String first = "/dashboard/events?type=customer.created";
    String older = way(developer.get(first).body(), "next");
    florin.post("/v2/customers", "{}");
    String second = developer.get(older).body();
    String back = developer.get(way(second, "prev")).body();

    assertThat(rows(second)).isEqualTo(5);
    assertThat(rows(back)).isEqualTo(25);
    assertThat(way(back, "next")).isEqualTo(older);
  }

  @Test
  void a_viewer_sees_events_and_changes_nothing() {
    try (var viewer = DashboardClient.of(florin, Role.VIEWER)) {
      assertThat(viewer.get("/dashboard/events").status()).isEqualTo(200);
      assertThat(viewer.get("/dashboard/webhooks").status()).isEqualTo(403);
    }
    try (var support = DashboardClient.of(florin, Role.SUPPORT)) {
      String path = add(receiver.url("/hook"), Map.of("all", "on"));
      assertThat(support.get(path).body()).doesNotContain(path + "/delete", path + "/edit");
    }
  }

  private String add(String url, Map<String, String> more) {
    var fields = new HashMap<>(more);
    fields.put("url", url);
    Reply added = developer.submit(NEW, NEW, fields);
    assertThat(added.status()).as(added.body()).isEqualTo(303);
    assertThat(SECRET.matcher(developer.follow(added).body()).find()).isTrue();
    return added.header("Location").orElseThrow();
  }

  private static int rows(String page) {
    return page.split("<tr[ >]", -1).length - 2;
  }

  private static String way(String page, String rel) {
    Matcher link = Pattern.compile("href=\"([^\"]+)\" rel=\"" + rel + "\"").matcher(page);
    assertThat(link.find()).as(rel).isTrue();
    return link.group(1).replace("&amp;", "&");
  }
}
