package florin.dashboard.people;

import static org.assertj.core.api.Assertions.assertThat;

import florin.dashboard.pipeline.DashboardRoute;
import florin.team.Member;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The audit log's pages, with 60 changes of mode by one member and three by another. */
@TestInstance(Lifecycle.PER_CLASS)
class AuditPagesTest {
  private static final String AUDIT = "/dashboard/audit";

  private TestApp florin;
  private DashboardClient owner;
  private Member busy;
  private Member other;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    owner = DashboardClient.of(florin, Role.OWNER);
    busy = DashboardClient.newMember(florin, Role.VIEWER);
    other = DashboardClient.newMember(florin, Role.VIEWER);
    switchMode(busy, 60);
    switchMode(other, 3);
  }

  @AfterAll
  void close() {
    owner.close();
    florin.close();
  }

  /** Each change is one row with its outcome, although the log also has an entry for its start. */
  private void switchMode(Member member, int times) {
    try (var client = DashboardClient.of(florin, member)) {
      String token = DashboardClient.formToken(client.get("/dashboard"));
      for (int i = 0; i < times; i++) {
        client.post("/dashboard", "/dashboard/mode", token, Map.of("mode", "test"));
      }
    }
  }

  @Test
  void the_newest_come_first_and_the_pages_are_consecutive() {
    Reply first = owner.get(AUDIT);
    assertThat(rows(first)).isEqualTo(50);
    assertThat(first.body())
        .contains(">Switched mode</td>", "to test mode", ">Test</td>", "127.0.0.1", "Done")
        .doesNotContain(">Switch mode</td>", "Requested");

    Reply second = owner.get(link(first, "next"));
    assertThat(rows(second)).isEqualTo(13);
    assertThat(second.body()).doesNotContain("rel=\"next\"");
    assertThat(rows(owner.get(link(second, "prev")))).isEqualTo(50);
  }

  @Test
  void it_can_be_filtered_by_member_and_by_action() {
    Reply one = owner.get(AUDIT + "?person=" + other.user().id());
    assertThat(rows(one)).isEqualTo(3);
    Reply many = owner.get(AUDIT + "?person=" + busy.user().id() + "&action=mode.switch");
    assertThat(rows(many)).isEqualTo(50);
    assertThat(rows(owner.get(link(many, "next")))).isEqualTo(10);
    Reply none = owner.get(AUDIT + "?action=payment.refund");
    assertThat(none.body()).contains("No matching entries");
    assertThat(rows(owner.get(AUDIT + "?date=today&person=" + other.user().id()))).isEqualTo(3);
    assertThat(owner.get(AUDIT + "?until=2020-01-01").body()).contains("No matching entries");
    assertThat(one.body()).contains("Person<b><bdi>" + other.user().email() + "</bdi></b>");
  }

  @Test
  void a_refund_is_a_sentence_that_leads_to_its_payment_and_can_be_exported() {
    try (TestApp other = TestApp.open();
        var reader = DashboardClient.of(other, Role.OWNER);
        var viewer = DashboardClient.of(other, Role.VIEWER)) {
      String payment =
          other.post("/v2/payments", TestApp.payment(13090, "4242424242424242")).payment();
      String path = "/dashboard/payments/" + payment;
      reader.submit(path, path + "/refund", Map.of("amount", "1.00"));
      reader.submit(path, path + "/refund", Map.of("amount", "99999.00"));

      assertThat(reader.get(AUDIT).body())
          .contains(
              "<a href=\"%s\">Refunded $1.00 of $130.90 <span aria-hidden=\"true\">›</span></a>"
                  .formatted(path),
              "<a href=\"%s\">Refund payment <span aria-hidden=\"true\">›</span></a>"
                  .formatted(path));

      Reply file = reader.get(AUDIT + ".csv?action=payment.refund&date=today");
      assertThat(file.header("Content-Type")).contains("text/csv; charset=utf-8");
      List<String> lines = file.body().lines().toList();
      assertThat(lines).hasSize(5);
      assertThat(lines.getFirst())
          .isEqualTo(
              "number,at,person,action,description,object,detail,outcome,mode,address,request");
      assertThat(lines.get(3))
          .contains(
              ",payment.refund,Refunded $1.00 of $130.90," + payment + ",$1.00 of $130.90,done,");
      assertThat(reader.get(AUDIT).body()).contains("Exported audit log");
      String ofPayment = AUDIT + "?object=" + payment;
      assertThat(reader.get(path).body()).contains("href=\"" + ofPayment + "\"");
      assertThat(rows(reader.get(ofPayment))).isEqualTo(2);
      assertThat(reader.get(ofPayment).body()).doesNotContain("Exported audit log");
      assertThat(reader.get(AUDIT + "?object=").body()).contains("Exported audit log");
      assertThat(reader.get(AUDIT + "?object=nothing").body()).contains("Must be an object");
      assertThat(viewer.get(AUDIT + ".csv").status()).isEqualTo(403);
    }
  }

  @Test
  void a_declined_operation_is_not_shown_as_done() {
    try (TestApp other = TestApp.open();
        var reader = DashboardClient.of(other, Role.OWNER)) {
      String declined =
          other
              .post(
                  "/v2/payments",
                  TestApp.payment(6000, "4000000000840134")
                      .replaceFirst("\\{", "{\"capture_method\": \"manual\", "))
              .payment();
      String pending =
          other.post("/v2/payments", TestApp.payment(7000, "4000000000840142")).payment();
      String path = "/dashboard/payments/";
      reader.submit(path + declined, path + declined + "/capture", Map.of("amount", "60.00"));
      reader.submit(path + pending, path + pending + "/refund", Map.of("amount", "70.00"));

      assertThat(reader.get(AUDIT).body())
          .contains("Capture payment <span", "<bdi>$60.00: ", "Refunded $70.00, in progress <span")
          .doesNotContain("Captured");
    }
  }

  @Test
  void a_former_member_can_still_be_chosen() {
    try (TestApp other = TestApp.open();
        var reader = DashboardClient.of(other, Role.OWNER)) {
      Member gone = DashboardClient.newMember(other, Role.VIEWER);
      try (var client = DashboardClient.of(other, gone)) {
        client.submit("/dashboard", "/dashboard/mode", Map.of("mode", "test"));
      }
      assertThat(reader.get(AUDIT).body()).doesNotContain(", former member");

      other.app().team().team().remove(gone, _ -> true);

      assertThat(reader.get(AUDIT).body())
          .contains(gone.user().email() + ", former member</option>");
      assertThat(rows(reader.get(AUDIT + "?person=" + gone.user().id()))).isEqualTo(1);
    }
  }

  @Test
  void an_action_is_a_verb_with_its_object_unless_pages_call_it_otherwise() {
    assertThat(
            Stream.of(
                "checkout_session.expire", "key.create", "session.sign_in", "gone", "unheard.of"))
        .map(ActionText::of)
        .containsExactly(
            "Expire checkout session", "Create API key", "Sign in", "Gone", "Of unheard");
  }

  @Test
  void every_verb_has_its_past_tense() {
    assertThat(
            Stream.concat(
                    Stream.of("account.set_up", "invitation.accept"),
                    florin.app().dashboard().table().stream().map(DashboardRoute::action))
                .filter(action -> !action.isEmpty())
                .map(action -> ActionText.of(action).split(" ", 2)[0])
                .map(ActionText::past))
        .as("a new verb needs a review before it is added here")
        .containsOnly(
            "Accepted",
            "Added",
            "Approved",
            "Assigned",
            "Began",
            "Canceled",
            "Captured",
            "Changed",
            "Checked",
            "Chose",
            "Closed",
            "Confirmed",
            "Created",
            "Decided",
            "Declined",
            "Deleted",
            "Detached",
            "Disabled",
            "Dismissed",
            "Downloaded",
            "Emailed",
            "Enabled",
            "Expired",
            "Exported",
            "Hid",
            "Made",
            "Recorded",
            "Refunded",
            "Refreshed",
            "Rejected",
            "Released",
            "Removed",
            "Renewed",
            "Reopened",
            "Requested",
            "Required",
            "Resent",
            "Returned",
            "Revoked",
            "Rolled",
            "Rotated",
            "Saved",
            "Set",
            "Signed",
            "Simulated",
            "Submitted",
            "Switched",
            "Tested",
            "Unassigned",
            "Updated",
            "Uploaded",
            "Verified",
            "Withdrew");
  }

  @Test
  void invalid_filters_are_ignored() {
    assertThat(owner.get(AUDIT + "?before=x&after=-1&person=nobody").status()).isEqualTo(200);
  }

  @Test
  void another_account_s_log_is_not_shown() {
    var company = florin.app().accounts().create("Another company").account();
    try (var theirs =
        DashboardClient.of(florin, new Member(busy.user(), company.number(), Role.OWNER))) {
      assertThat(theirs.get(AUDIT).status()).as("not a member of the account").isEqualTo(303);
      florin.update(
          "INSERT INTO membership (account_number, user_id, role, created_at) VALUES (?, ?, 'owner', now())",
          company.number(),
          busy.user().id().uuid());
      assertThat(theirs.get(AUDIT).body()).contains("No entries yet");
    }
    florin.update("DELETE FROM session WHERE account_number = ?", company.number());
    florin.update("DELETE FROM membership WHERE account_number = ?", company.number());
  }

  private static int rows(Reply page) {
    return page.body().split("<th scope=\"row\"", -1).length - 1;
  }

  private static String link(Reply page, String rel) {
    Matcher found = Pattern.compile("href=\"([^\"]+)\" rel=\"" + rel + "\"").matcher(page.body());
    assertThat(found.find()).as(page.body()).isTrue();
    return found.group(1).replace("&amp;", "&");
  }
}
