package florin.dashboard.people;

import static florin.testing.DashboardClient.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import florin.dashboard.parts.CodeText;
import florin.dashboard.parts.TimeText;
import florin.mail.SmtpServer;
import florin.mail.SmtpServer.Security;
import florin.team.Authenticator;
import florin.team.Member;
import florin.team.Permission;
import florin.team.Role;
import florin.team.RolePermissions;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Links by mail, the required second factor, and members' activity in the audit log. */
@TestInstance(Lifecycle.PER_CLASS)
class PeopleTest {
  private static final String TEAM = "/dashboard/team";
  private static final String SECURITY = "/dashboard/security";
  private static final String PROTECT = SECURITY + "/protect";
  private static final String RESET = "/dashboard/reset";
  private static final String NEW_PASSWORD = "four words of mine";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final GreenMail mail =
      new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
  private TestApp florin;
  private DashboardClient owner;
  private Member self;

  /** The number of the last audit entry before the test. */
  private String first = "";

  @BeforeAll
  void open() {
    mail.start();
    florin =
        TestApp.open(
            new SmtpServer(
                "127.0.0.1",
                mail.getSmtp().getPort(),
                Security.NONE,
                Optional.empty(),
                "Florin <florin@example.com>"));
    self = DashboardClient.newMember(florin, Role.OWNER);
    owner = DashboardClient.of(florin, self);
  }

  @BeforeEach
  void remember() {
    first = florin.query("SELECT coalesce(max(number), 0) FROM audit_entry").getFirst();
  }

  @AfterEach
  void forget() throws Exception {
    mail.purgeEmailFromAllMailboxes();
    florin.update("UPDATE account SET second_factor_required = false, second_factor_from = NULL");
    florin.update("DELETE FROM second_factor");
    florin.update("DELETE FROM reset_link");
  }

  @AfterAll
  void close() {
    owner.close();
    florin.close();
    mail.stop();
  }

  @Test
  void an_invitation_is_mailed_and_its_link_joins_the_account() throws Exception {
    Reply invited =
        owner.submit(
            TEAM, TEAM + "/invitations", Map.of("email", "grace@example.com", "role", "support"));

    assertThat(owner.follow(invited).body())
        .contains("Invitation mailed to grace@example.com.", "/dashboard/invitations/");
    MimeMessage got = mailTo("grace@example.com");
    assertThat(got.getSubject()).isEqualTo("You're invited to My company");
    assertThat(text(got))
        .contains(
            self.user().email() + " invited you to the payments dashboard of My company.",
            "Your role: Support");
    String link = link(got, "/dashboard/invitations/");
    try (var browser = DashboardClient.stranger(florin)) {
      Reply joined = browser.submit(link, link, login("Grace"));
      assertThat(browser.follow(joined).body()).contains("Grace");
    }
  }

  @Test
  void a_password_is_reset_by_mail_without_revealing_who_is_a_user() throws Exception {
    Member member = DashboardClient.newMember(florin, Role.SUPPORT);
    try (var browser = DashboardClient.stranger(florin)) {
      assertThat(browser.get("/dashboard/sign-in").body()).contains("href=\"/dashboard/reset\"");
      Reply unknown = browser.submit(RESET, RESET, Map.of("email", "nobody@example.com"));
      Reply known = browser.submit(RESET, RESET, Map.of("email", member.user().email()));
      assertThat(known.header("Location")).isEqualTo(unknown.header("Location"));
      assertThat(browser.follow(known).body())
          .contains(
              "If this email address has a login, a link is on its way. It works once and expires in an hour.");

      String link = link(mailTo(member.user().email()), "/dashboard/reset/");
      Reply set =
          browser.submit(
              link, link, Map.of("password", NEW_PASSWORD, "password_again", NEW_PASSWORD));

      assertThat(set.status()).isEqualTo(303);
      assertThat(browser.get(link).status()).isEqualTo(404);
      Reply signedIn =
          browser.submit(
              "/dashboard/sign-in",
              "/dashboard/sign-in",
              Map.of("email", member.user().email(), "password", NEW_PASSWORD));
      assertThat(signedIn.status()).isEqualTo(303);
    }
    assertThat(mail.getReceivedMessages())
        .as("mails to the two addresses of this test")
        .filteredOn(got -> isTo(got, "nobody@example.com") || isTo(got, member.user().email()))
        .hasSize(1);
    assertThat(
            florin.query(
                "SELECT action FROM audit_entry WHERE number > " + first + " ORDER BY number"))
        .containsExactly("password.request_reset", "password.reset", "session.sign_in");
  }

  @Test
  void another_mail_is_not_sent_immediately_and_the_operators_link_is_never_replaced() {
    Member member = DashboardClient.newMember(florin, Role.SUPPORT);
    var resets = florin.app().team().resets();
    String email = member.user().email();
    assertThat(resets.newMailedLink(email)).isPresent();
    assertThat(resets.newMailedLink(email)).isEmpty();
    florin.update("UPDATE reset_link SET expires_at = expires_at - interval '6 minutes'");
    assertThat(resets.newMailedLink(email)).isPresent();

    var operators = resets.newLink(member.user(), true);
    florin.update("UPDATE reset_link SET expires_at = expires_at - interval '30 minutes'");
    assertThat(resets.newMailedLink(email)).isEmpty();
    assertThat(resets.find(operators)).isPresent();
    florin.update("UPDATE reset_link SET expires_at = now() - interval '1 minute'");
    assertThat(resets.newMailedLink(email)).isPresent();
    assertThat(resets.newMailedLink("nobody@example.com")).isEmpty();
  }

  @Test
  void a_requested_mail_keeps_the_second_factor() {
    Member member = DashboardClient.newMember(florin, Role.SUPPORT);
    secondFactor(member);
    var resets = florin.app().team().resets();
    var link = resets.newMailedLink(member.user().email()).orElseThrow().link();

    resets.use(link, NEW_PASSWORD, List.of());

    assertThat(florin.app().team().secondFactors().isOn(member.user())).isTrue();
  }

  @Test
  void requests_for_mail_from_one_address_are_limited() {
    try (var browser = DashboardClient.stranger(florin)) {
      String token = DashboardClient.formToken(browser.get(RESET));
      var status = 0;
      for (int i = 0; i < 200 && status != 429; i++) {
        status =
            browser.post(RESET, RESET, token, Map.of("email", "x" + i + "@example.com")).status();
      }
      assertThat(status).isEqualTo(429);
    }
  }

  @Test
  void without_a_mail_server_the_page_says_whom_to_ask_and_sends_nothing() {
    try (TestApp without = TestApp.open();
        var browser = DashboardClient.stranger(without)) {
      assertThat(browser.get(RESET).body())
          .contains("./florin users reset")
          .doesNotContain("name=\"email\"");
    }
  }

  @Test
  void requiring_a_second_factor_confirms_numbers_and_date_and_mails_members_without_one()
      throws Exception {
    String day = TimeText.day(Instant.now().plus(Duration.ofDays(7)));
    secondFactor(self);
    Member member = DashboardClient.newMember(florin, Role.SUPPORT);
    long without =
        florin.app().team().team().listSeats(1).stream().filter(seat -> !seat.isSafe()).count();
    long members = florin.app().team().team().listSeats(1).size();
    String page = owner.get(TEAM + "?dialog=require").body();
    assertThat(page)
        .contains("Require a second factor?", without + " of " + members + " members have none.")
        .contains("They must set one up by <strong>" + day + "</strong>.");

    Reply done = owner.submit(TEAM, TEAM + "/second-factor", Map.of("required", "yes"));

    assertThat(owner.follow(done).body())
        .contains("Second factor required.", "Required from " + day);
    MimeMessage got = mailTo(member.user().email());
    assertThat(got.getSubject()).isEqualTo("Set up a second factor for My company");
    assertThat(text(got)).contains("/dashboard/security/protect");
    assertThat(mail.getReceivedMessages()).noneMatch(message -> isTo(message, self.user().email()));
    try (var support = DashboardClient.of(florin, member)) {
      assertThat(support.get("/dashboard/payments").body())
          .contains("requires a second factor from " + day);
      assertThat(owner.get("/dashboard/payments").body()).doesNotContain("requires a second");
    }
    var date = florin.query("SELECT second_factor_from::text FROM account");
    owner.post(
        TEAM,
        TEAM + "/second-factor",
        DashboardClient.formToken(owner.get(TEAM)),
        Map.of("required", "yes"));
    assertThat(florin.query("SELECT second_factor_from::text FROM account"))
        .as("requiring it again keeps the date")
        .isEqualTo(date);
  }

  @Test
  void after_the_date_a_member_without_a_second_factor_can_only_set_one_up() {
    secondFactor(self);
    Member member = DashboardClient.newMember(florin, Role.ADMIN);
    try (var admin = DashboardClient.of(florin, member)) {
      String token = DashboardClient.formToken(admin.get("/dashboard/settings"));
      owner.submit(TEAM, TEAM + "/second-factor", Map.of("required", "yes"));
      assertThat(admin.get("/dashboard/payments").status()).isEqualTo(200);
      florin.update("UPDATE account SET second_factor_from = now() - interval '1 second'");

      for (String path : List.of("/dashboard", "/dashboard/payments", TEAM, SECURITY)) {
        assertThat(admin.get(path).header("Location")).as(path).contains(PROTECT);
      }
      Reply refused =
          admin.post(
              "/dashboard/settings", "/dashboard/settings", token, Map.of("name", "Hijacked"));
      assertThat(refused.header("Location")).contains(PROTECT);
      assertThat(florin.app().accounts().list().getFirst().name()).isEqualTo("My company");
      assertThat(
              florin.query(
                  "SELECT action || ' ' || outcome FROM audit_entry WHERE number > "
                      + first
                      + " ORDER BY number"))
          .containsExactly("team.require_second_factor done", "settings.change refused");
      assertThat(admin.follow(refused).body())
          .contains("Protect your account", "Set up an app", "Passkey", "Sign out")
          .doesNotContain(
              "href=\"/dashboard/payments\"", "class=\"toast", "class=\"side\"", "Test<span>");

      setUp(admin, member);

      assertThat(admin.get(TEAM).status()).isEqualTo(200);
      assertThat(admin.get(SECURITY).body())
          .contains("You can't disable it, because one of your accounts requires it.")
          .doesNotContain("second-factor/disable");
      Reply off = admin.post(SECURITY, SECURITY + "/second-factor/disable", token, Map.of());
      assertThat(admin.follow(off).body()).contains("requires a second factor.");
      assertThat(florin.app().team().secondFactors().isOn(member.user())).isTrue();
    }
  }

  @Test
  void a_member_without_a_second_factor_cannot_require_it_and_neither_can_support() {
    assertThat(owner.get(TEAM).body())
        .contains("Set up your own second factor first")
        .doesNotContain("name=\"required\"");
    Reply refused =
        owner.post(
            TEAM,
            TEAM + "/second-factor",
            DashboardClient.formToken(owner.get(TEAM)),
            Map.of("required", "yes"));

    assertThat(owner.follow(refused).body())
        .contains("Set up your own second factor first, or add a passkey.");
    assertThat(florin.app().team().team().findFactorDue(1)).isEmpty();
    try (var support = DashboardClient.of(florin, Role.SUPPORT)) {
      assertThat(support.get(TEAM).body()).doesNotContain("name=\"required\"");
    }
  }

  /** Otherwise the account could change without an entry in the audit log. */
  @Test
  void without_its_audit_entry_a_second_factor_is_not_required() {
    secondFactor(self);
    owner.get(TEAM);
    florin.update(
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'full'; END $$");
    florin.update(
        "CREATE TRIGGER full_disk BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION full_disk()");
    try {
      owner.submit(TEAM, TEAM + "/second-factor", Map.of("required", "yes"));
    } finally {
      florin.update("DROP TRIGGER full_disk ON audit_entry");
      florin.update("DROP FUNCTION full_disk");
    }

    assertThat(florin.app().team().team().findFactorDue(1)).isEmpty();
  }

  @Test
  void the_team_page_shows_the_last_activity_of_each_member() {
    Member never = DashboardClient.newMember(florin, Role.VIEWER);
    florin.update("UPDATE membership SET seen_at = NULL");
    florin.update("UPDATE session SET seen_at = seen_at - interval '1 minute'");

    assertThat(owner.get(TEAM).body()).contains("Never");

    assertThat(
            florin.query(
                "SELECT (seen_at IS NULL)::text FROM membership WHERE user_id = '%s'"
                    .formatted(never.user().id().uuid())))
        .containsExactly("true");
    assertThat(
            florin.query(
                "SELECT (seen_at > now() - interval '50 seconds')::text FROM membership WHERE user_id = '%s'"
                    .formatted(self.user().id().uuid())))
        .containsExactly("true");
  }

  @Test
  void the_table_of_roles_is_that_of_the_permissions() {
    String page = owner.get(TEAM).body();
    for (Permission permission : Permission.values()) {
      String head = "<th scope=\"row\">" + CodeText.sentence(permission.words()) + "</th>";
      assertThat(page).contains(head);
      String rest = page.substring(page.indexOf(head) + head.length());
      String[] cells = rest.substring(0, rest.indexOf("</tr>")).split("</td>");
      assertThat(Arrays.stream(cells).map(cell -> cell.contains(">Yes<")).toList())
          .as(permission.words())
          .isEqualTo(
              Arrays.stream(Role.values())
                  .map(role -> RolePermissions.may(role, permission))
                  .toList());
    }
    assertThat(page).contains("Capture payments");
  }

  private void secondFactor(Member member) {
    var factors = florin.app().team().secondFactors();
    factors.begin(member.user());
    String secret = factors.findUnconfirmed(member.user()).orElseThrow();
    assertThat(factors.turnOn(member.user(), Authenticator.code(secret))).isPresent();
  }

  private void setUp(DashboardClient client, Member member) {
    client.submit(PROTECT, SECURITY + "/second-factor", Map.of());
    String secret =
        florin.app().team().secondFactors().findUnconfirmed(member.user()).orElseThrow();
    Reply on =
        client.submit(
            SECURITY + "/second-factor",
            SECURITY + "/second-factor/enable",
            Map.of("code", Authenticator.code(secret)));
    assertThat(client.follow(on).body()).contains("Second factor enabled.");
  }

  private static Map<String, String> login(String name) {
    return Map.of("name", name, "password", PASSWORD, "password_again", PASSWORD);
  }

  private MimeMessage mailTo(String recipient) {
    return await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () ->
                Arrays.stream(mail.getReceivedMessages())
                    .filter(message -> isTo(message, recipient))
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  private static boolean isTo(MimeMessage message, String recipient) {
    try {
      return message.getAllRecipients()[0].toString().equals(recipient);
    } catch (MessagingException broken) {
      throw new AssertionError(broken);
    }
  }

  private static String text(MimeMessage message) throws MessagingException, IOException {
    return ((MimeMultipart) message.getContent()).getBodyPart(0).getContent().toString();
  }

  private static String link(MimeMessage message, String path)
      throws MessagingException, IOException {
    Matcher found = Pattern.compile(path + "\\S+").matcher(text(message));
    assertThat(found.find()).as(text(message)).isTrue();
    return found.group();
  }
}
