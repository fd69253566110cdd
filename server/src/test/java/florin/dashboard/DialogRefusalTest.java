package florin.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Member;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** A form in a dialog shows its error in the dialog, because a toast would be behind the dialog. */
@TestInstance(Lifecycle.PER_CLASS)
class DialogRefusalTest {
  private static final String GOOD = "4242424242424242";

  /** Matches a dialog of a template, up to the end of its content. */
  private static final Pattern DIALOG =
      Pattern.compile(
          "part\\.dialog\\(shell = shell, id = (?<id>.*?), title = .*?\n`\\)", Pattern.DOTALL);

  private static final Pattern FORM = Pattern.compile("<form[^>]*method=\"post\"");
  private static final Pattern ADDRESS =
      Pattern.compile("part\\.csrf\\(shell = shell, dialog = [^\n]*[?&]dialog=");

  private TestApp florin;
  private Member member;
  private DashboardClient owner;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    member = DashboardClient.newMember(florin, Role.OWNER);
    owner = DashboardClient.of(florin, member);
  }

  @AfterAll
  void close() {
    owner.close();
    florin.close();
  }

  @Test
  void every_form_of_every_dialog_has_the_address_that_opens_the_dialog_again() throws IOException {
    int dialogs = 0;
    try (Stream<Path> files = Files.walk(Path.of("../dashboard/src/main/jte/dashboard"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (file.endsWith("styleguide.jte")) {
          continue;
        }
        for (var dialog :
            (Iterable<java.util.regex.MatchResult>)
                DIALOG.matcher(Files.readString(file)).results()::iterator) {
          dialogs++;
          assertThat(ADDRESS.matcher(dialog.group()).results().count())
              .as("%s, %s", file, dialog.group(1))
              .isPositive()
              .isEqualTo(FORM.matcher(dialog.group()).results().count());
        }
      }
    }
    assertThat(dialogs).isGreaterThan(15);
  }

  @Test
  void a_rejection_opens_the_dialog_again_and_is_shown_before_its_fields() {
    String id = member.user().id().text();

    Document page =
        refused("/dashboard/team", "/dashboard/team/" + id + "/role", Map.of("role", "viewer"));

    assertSaidIn(page, id, "the account's only owner");
  }

  @Test
  void a_missing_permission_is_explained_in_the_dialog_too() {
    try (var support = DashboardClient.of(florin, Role.SUPPORT)) {
      String path = "/dashboard/payments/" + pay(200_000, "automatic");

      Document page = refused(support, path, path + "/refund", Map.of("amount", "1500.00"));

      assertSaidIn(
          page, "refund", "Refunds and returns of $1,000.00 or more need an owner or admin.");
      assertThat(page.text()).doesNotContain("Your role doesn't allow this");
    }
  }

  /** The form came from the page that asked for the password, which has the form's own path. */
  @Test
  void a_refusal_after_the_question_for_the_password_leads_back_to_the_dialog() {
    String id = pay(5000, "manual");
    String path = "/dashboard/payments/" + id;
    Document loaded = Jsoup.parse(owner.get(path).body());
    florin.post("/v2/payments/" + id + "/capture", "{}");

    Reply sent =
        owner.post(
            path + "/capture",
            path + "/capture",
            loaded.expectFirst("[name=csrf]").attr("value"),
            fields(loaded, path + "/capture", Map.of("amount", "50.00")));

    assertThat(sent.header("Location")).hasValue(path + "?dialog=capture");
    // The response has no dialog to show the reason, so the page shows it.
    assertThat(Jsoup.parse(owner.follow(sent).body()).expectFirst("main > .toast.bad").text())
        .contains("The payment can't be captured in its current state. Nothing was changed.");
  }

  @Test
  void an_address_of_another_site_is_not_followed() {
    Reply loaded = owner.get("/dashboard/team");
    Reply sent =
        owner.post(
            "/dashboard/team",
            "/dashboard/team/" + member.user().id().text() + "/role",
            DashboardClient.formToken(loaded),
            Map.of("role", "viewer", "dialog", "https://elsewhere.example/dashboard?dialog=x"));

    assertThat(sent.header("Location")).hasValue("/dashboard/team");
  }

  private String pay(long amount, String captureMethod) {
    return florin
        .post(
            "/v2/payments",
            TestApp.payment(amount, GOOD)
                .replaceFirst("\\{", "{\"capture_method\": \"" + captureMethod + "\", "))
        .payment();
  }

  private Document refused(String path, String action, Map<String, String> typed) {
    return refused(owner, path, action, typed);
  }

  private static Document refused(
      DashboardClient by, String path, String action, Map<String, String> typed) {
    Reply loaded = by.get(path);
    Reply sent =
        by.post(
            path,
            action,
            DashboardClient.formToken(loaded),
            fields(Jsoup.parse(loaded.body()), action, typed));
    return Jsoup.parse(by.follow(sent).body());
  }

  private static Map<String, String> fields(
      Document page, String action, Map<String, String> typed) {
    var fields = new HashMap<String, String>();
    List<Element> hidden = page.select("form[action=" + action + "] input[type=hidden]");
    hidden.forEach(input -> fields.put(input.attr("name"), input.attr("value")));
    fields.putAll(typed);
    return fields;
  }

  private static void assertSaidIn(Document page, String id, String words) {
    Element dialog = page.expectFirst("#dialog-" + id);
    assertThat(dialog.hasAttr("open")).isTrue();
    Element alert = dialog.expectFirst("[role=alert]");
    assertThat(alert.text()).contains(words);
    assertThat(alert.hasAttr("autofocus")).isTrue();
    assertThat(alert.nextElementSiblings().select("form")).isNotEmpty();
  }
}
