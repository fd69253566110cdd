package florin.dashboard.payments;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.PaymentId;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.http.HttpRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Descriptions and metadata of payments, and test payments that members create in the dashboard.
 */
@TestInstance(Lifecycle.PER_CLASS)
class PaymentEditPagesTest {
  private static final String GOOD = "4242424242424242";
  private static final String NEW = "/dashboard/payments/new";

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
  void a_note_is_visible_to_the_team_and_not_in_the_api() {
    String path = paid();
    Reply done =
        support.submit(path, path + "/notes", Map.of("text", "<b>Called</b>\nShe will pay."));

    assertThat(support.follow(done).body())
        .contains("Note added", "Jo March", "&lt;b&gt;Called&lt;/b&gt;\nShe will pay.");
    assertThat(florin.get("/v2/payments/" + id(path)).body()).doesNotContain("Called");
    assertThat(florin.query("SELECT 1 FROM event WHERE body LIKE '%Called%'")).isEmpty();
    assertThat(
            florin.query(
                "SELECT detail FROM audit_entry WHERE action = 'note.create' AND outcome = 'done' AND object = ?",
                id(path)))
        .containsExactly("");
  }

  @Test
  void a_note_with_a_card_number_is_rejected_and_keeps_the_typed_text() {
    String path = paid();
    Reply again = support.submit(path, path + "/notes", Map.of("text", "card " + GOOD));

    assertThat(again.status()).isEqualTo(422);
    assertThat(again.body()).contains("Must not contain a card number", "id=\"text-error\"");
    assertThat(notes(path)).isZero();
    Reply tooLong = support.submit(path, path + "/notes", Map.of("text", "x".repeat(2001)));
    assertThat(tooLong.status()).isEqualTo(422);
    assertThat(notes(path)).isZero();
  }

  @Test
  void a_note_can_be_deleted_by_its_author_and_by_admins() {
    String path = paid();
    support.submit(path, path + "/notes", Map.of("text", "First"));
    support.submit(path, path + "/notes", Map.of("text", "Second"));
    try (var other = DashboardClient.of(florin, Role.SUPPORT);
        var admin = DashboardClient.of(florin, Role.ADMIN)) {
      Reply page = support.get(path);
      String newest = note(page);
      assertThat(other.get(path).body()).contains("Second").doesNotContain("Delete<span");
      assertThat(delete(other, path, newest).status()).isEqualTo(403);
      assertThat(notes(path)).isEqualTo(2);
      admin.submit(path, path + "/notes/delete", Map.of("note", newest));
    }
    assertThat(support.get(path).body()).contains("First").doesNotContain("Second");
    Reply done =
        support.submit(path, path + "/notes/delete", Map.of("note", note(support.get(path))));
    assertThat(support.follow(done).body()).contains("Note deleted").doesNotContain("First");
  }

  @Test
  void a_note_belongs_to_its_object_only() {
    String path = paid();
    String other = paid();
    support.submit(path, path + "/notes", Map.of("text", "Here"));
    String note = note(support.get(path));

    assertThat(support.get(other).body()).doesNotContain("Here");
    assertThat(delete(support, other, note).status()).isEqualTo(404);
    assertThat(notes(path)).isOne();
  }

  @Test
  void a_form_that_is_sent_again_with_another_text_is_rejected() {
    String path = paid();
    Reply page = support.get(path);
    String token = DashboardClient.formToken(page);
    var form = new HashMap<>(Map.of("once", once(page), "text", "Called the payer."));
    for (int i = 0; i < 2; i++) {
      assertThat(support.post(path, path + "/notes", token, form).status()).isEqualTo(303);
    }
    assertThat(notes(path)).isEqualTo(1);

    form.put("text", "The payer called back.");
    Reply other = support.post(path, path + "/notes", token, form);

    assertThat(other.status() == 303 ? support.follow(other).body() : other.body())
        .contains(
            "This form has already added a note with another text. Open the page again to add one more; nothing was added.");
    assertThat(notes(path)).isEqualTo(1);
  }

  @Test
  void there_are_at_most_200_notes_and_a_deleted_one_makes_space() {
    String path = paid();
    florin.update(
        "INSERT INTO note (realm_id, id, object_id, place, author_id, text, created_at) SELECT p.realm_id, gen_random_uuid(), p.id, g, gen_random_uuid(), 'old', now() FROM payment p, generate_series(1, 200) g WHERE p.id = ?",
        uuid(path));
    Reply refused = support.submit(path, path + "/notes", Map.of("text", "One more"));
    assertThat(support.follow(refused).body())
        .contains(
            "There are 200 notes here, which is the maximum. Delete a note first; nothing was added.");

    florin.update("DELETE FROM note WHERE object_id = ? AND place = 77", uuid(path));
    support.submit(path, path + "/notes", Map.of("text", "One more"));
    assertThat(notes(path)).isEqualTo(200);
    assertThat(florin.query("SELECT text FROM note WHERE object_id = ? AND place = 77", uuid(path)))
        .containsExactly("One more");
  }

  @Test
  void a_viewer_reads_notes_and_cannot_write() {
    String path = paid();
    support.submit(path, path + "/notes", Map.of("text", "For your eyes"));
    try (var viewer = DashboardClient.of(florin, Role.VIEWER)) {
      assertThat(viewer.get(path).body())
          .contains("For your eyes")
          .doesNotContain(path + "/notes", "edit=details");
      for (String action : new String[] {"/notes", "/notes/delete", "/details", "/receipt"}) {
        String token = DashboardClient.formToken(viewer.get(path));
        assertThat(viewer.post(path, path + action, token, Map.of()).status()).isEqualTo(403);
      }
      assertThat(viewer.get(NEW).status()).isEqualTo(403);
    }
  }

  @Test
  void description_and_metadata_are_edited_on_the_page() {
    String path = paid("\"metadata\": {\"order\": \"1\", \"shop\": \"north\"},");
    String form = path + "?edit=details";
    assertThat(support.get(form).body()).contains("value=\"order\"", "value=\"north\"");
    florin.post("/v2/payments/" + id(path), "{\"metadata\": {\"later\": \"stays\"}}");

    Reply done =
        send(
            form,
            path + "/details",
            "description=Tea&was=order&key=order&value=2&was=shop&key=shop&value=&was=&key=new&value=yes");

    assertThat(support.follow(done).body()).contains("Details saved", "Tea");
    assertThat(florin.query("SELECT metadata::text FROM payment WHERE id = ?", uuid(path)))
        .containsExactly("{\"new\": \"yes\", \"later\": \"stays\", \"order\": \"2\"}");
    assertThat(support.get(path).body()).contains("Details changed by Jo March");
  }

  @Test
  void invalid_metadata_is_reported_and_the_typed_text_is_kept() {
    String path = paid();
    for (String typed :
        new String[] {"key=&value=lost", "key=a&value=1&key=a&value=2", "key=a&value=" + GOOD}) {
      Reply again = send(path + "?edit=details", path + "/details", "description=Tea&" + typed);
      assertThat(again.status()).as(typed).isEqualTo(422);
      assertThat(again.body())
          .containsPattern("id=\"(key|value)-error\"")
          .contains("value=\"Tea\"");
    }
    assertThat(florin.query("SELECT metadata FROM payment WHERE id = ?", uuid(path)).getFirst())
        .isNull();
  }

  @Test
  void without_a_mail_server_no_receipt_is_offered() {
    String path = paid();

    assertThat(support.get(path).body()).doesNotContain("Email receipt");
    Reply refused =
        support.post(
            path,
            path + "/receipt",
            DashboardClient.formToken(support.get(path)),
            Map.of("email", "jo@example.com"));
    assertThat(refused.status()).isEqualTo(422);
  }

  @ParameterizedTest
  @EnumSource
  void each_outcome_of_a_test_payment_is_one_of_the_network(TestOutcome outcome) {
    Reply done =
        support.submit(
            NEW,
            NEW,
            Map.of(
                "amount", "20.00", "currency", "usd", "card", outcome.text(), "description", "x"));

    assertThat(done.status()).as(done.body()).isEqualTo(303);
    String made = id(done.header("Location").orElseThrow());
    assertThat(florin.get("/v2/payments/" + made).text("/status"))
        .isEqualTo(
            switch (outcome) {
              case SUCCEEDS, RISK, REFUND_FAILS, CAPTURE_DECLINED -> "succeeded";
              case DECLINED, NO_MONEY, EXPIRED, WRONG_CODE, FRAUD -> "failed";
              case CHALLENGE -> "requires_action";
              case PENDING, UNHEARD -> "processing";
            });
    assertThat(support.get("/dashboard/payments/" + made).body()).contains("created by Jo March");
  }

  @Test
  void a_test_payment_is_created_once_and_not_in_live_mode() {
    Reply page = support.get(NEW);
    Map<String, String> form =
        Map.of(
            "once",
            once(page),
            "amount",
            "47.11",
            "currency",
            "EUR",
            "card",
            "succeeds",
            "capture",
            "manual");
    for (int i = 0; i < 2; i++) {
      assertThat(support.post(NEW, NEW, DashboardClient.formToken(page), form).status())
          .isEqualTo(303);
    }
    assertThat(florin.query("SELECT status FROM payment WHERE amount = 4711"))
        .containsExactly("requires_capture");
    Reply wrong =
        support.submit(NEW, NEW, Map.of("amount", "0", "currency", "EUR", "card", "none"));
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.body()).contains("Choose one of the outcomes", "Must be an amount");

    try (var admin = DashboardClient.of(florin, Role.ADMIN)) {
      String token = DashboardClient.formToken(admin.get("/dashboard"));
      admin.post("/dashboard", "/dashboard/mode", token, Map.of("mode", "live"));
      assertThat(admin.get(NEW).body()).contains("Test payments are created in test mode");
      Reply live = admin.post(NEW, NEW, token, form);
      assertThat(admin.follow(live).body()).contains("Test payments are created in test mode");
    }
  }

  private String paid() {
    return paid("");
  }

  private String paid(String more) {
    String body = TestApp.payment(1000, GOOD).replaceFirst("\\{", "{" + more);
    return "/dashboard/payments/" + florin.post("/v2/payments", body).payment();
  }

  private static Reply delete(DashboardClient who, String path, String note) {
    String token = DashboardClient.formToken(who.get(path));
    return who.post(path, path + "/notes/delete", token, Map.of("note", note));
  }

  /** Submits fields that occur several times. */
  private Reply send(String page, String action, String fields) {
    String token = DashboardClient.formToken(support.get(page));
    return support.send(
        support
            .posting(action, Map.of())
            .header("Origin", support.origin())
            .POST(HttpRequest.BodyPublishers.ofString("csrf=" + token + "&" + fields))
            .build());
  }

  private int notes(String path) {
    return florin.query("SELECT 1 FROM note WHERE object_id = ?", uuid(path)).size();
  }

  private static String note(Reply page) {
    return first(page, "name=\"note\" value=\"(note_[a-z0-9]+)\"");
  }

  private static String once(Reply page) {
    return first(page, "name=\"once\" value=\"(req_[a-z0-9]+)\"");
  }

  private static String first(Reply page, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(page.body());
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  private static String id(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static UUID uuid(String path) {
    return PaymentId.KIND.parse(id(path)).orElseThrow().uuid();
  }
}
