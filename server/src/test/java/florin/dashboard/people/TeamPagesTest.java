package florin.dashboard.people;

import static florin.testing.DashboardClient.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Member;
import florin.team.Role;
import florin.team.User;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Members, their roles and their invitation links. */
@TakesLong
class TeamPagesTest {
  private static final String TEAM = "/dashboard/team";
  private static final Pattern LINK =
      Pattern.compile("<code id=\"once\">https?://[^/]+(/dashboard/invitations/[^<]+)</code>");
  private static final Map<String, String> LOGIN =
      Map.of("name", "Grace", "password", PASSWORD, "password_again", PASSWORD);

  private TestApp florin;
  private DashboardClient owner;
  private DashboardClient browser;

  @BeforeEach
  void open() {
    florin = TestApp.open();
    owner = DashboardClient.ofOwner(florin);
    browser = DashboardClient.stranger(florin);
  }

  @AfterEach
  void close() {
    browser.close();
    owner.close();
    florin.close();
  }

  @Test
  void a_link_creates_a_member_with_this_address_and_role_once() {
    String link = invite(owner, "grace@example.com", Role.SUPPORT);
    assertThat(owner.get(TEAM).body()).contains("grace@example.com").doesNotContain(link);

    String common = "password2026";
    var guessed = Map.of("name", "Grace", "password", common, "password_again", common);
    assertThat(browser.submit(link, link, guessed).body())
        .contains(
            "This password is too easy to guess. Use a few unrelated words, or let a password manager create one.");

    Reply joined = browser.submit(link, link, LOGIN);

    assertThat(browser.follow(joined).body()).contains("Grace");
    assertThat(member("grace@example.com").role()).isEqualTo(Role.SUPPORT);
    assertThat(browser.get(link).status()).isEqualTo(404);
    try (var other = DashboardClient.stranger(florin)) {
      String token = DashboardClient.formToken(other.get("/dashboard/sign-in"));
      assertThat(other.post(link, link, token, LOGIN).status()).isEqualTo(404);
    }
    assertThat(florin.query("SELECT action FROM audit_entry ORDER BY number"))
        .containsExactly("account.set_up", "invitation.create", "invitation.accept");
  }

  @Test
  void an_expired_withdrawn_or_replaced_link_is_invalid() {
    String replaced = invite(owner, "grace@example.com", Role.ADMIN);
    String withdrawn = invite(owner, "grace@example.com", Role.VIEWER);
    assertThat(browser.get(replaced).status()).isEqualTo(404);
    String page = owner.get(TEAM).body();
    Matcher action = Pattern.compile("action=\"([^\"]+/withdraw)\"").matcher(page);
    assertThat(action.find()).isTrue();
    owner.submit(TEAM, action.group(1), Map.of());
    assertThat(browser.get(withdrawn).status()).isEqualTo(404);

    String old = invite(owner, "grace@example.com", Role.VIEWER);
    florin.update("UPDATE invitation SET expires_at = now() - interval '1 second'");
    assertThat(browser.get(old).status()).isEqualTo(404);
    assertThat(owner.get(TEAM).body()).doesNotContain("grace@example.com");
  }

  @Test
  void a_member_is_not_invited_again() {
    Reply reply =
        owner.submit(
            TEAM, TEAM + "/invitations", Map.of("email", "OWNER@example.com", "role", "viewer"));

    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.body()).contains("This person is already a member.");
  }

  /** Otherwise the link would bypass the password and the second factor. */
  @Test
  void a_user_with_a_login_must_sign_in_to_use_a_link() {
    long other = florin.app().accounts().create("Another company").account().number();
    User user = DashboardClient.newMember(florin, Role.OWNER).user();
    florin.update(
        "UPDATE membership SET account_number = ? WHERE user_id = ?", other, user.id().uuid());
    String link = invite(owner, user.email(), Role.DEVELOPER);

    assertThat(browser.get(link).body())
        .contains(
            "You already have a login with this email address. Sign in to accept the invitation.");
    String token = DashboardClient.formToken(browser.get("/dashboard/sign-in"));
    Reply refused = browser.post(link, link, token, LOGIN);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(florin.app().team().team().list(1)).hasSize(1);

    var ada = florin.app().team().team().list(other).getFirst();
    try (var signedIn = DashboardClient.of(florin, ada)) {
      String before = signedIn.cookies().get(signedIn.sessionCookie());
      Reply joined = signedIn.submit(link, link, Map.of());
      assertThat(signedIn.follow(joined).body()).contains("My company");
      assertThat(signedIn.cookies().get(signedIn.sessionCookie())).isNotEqualTo(before);
    }
    assertThat(member(user.email()).role()).isEqualTo(Role.DEVELOPER);
  }

  @Test
  void a_changed_role_takes_effect_immediately_in_existing_sessions() {
    Member member = DashboardClient.newMember(florin, Role.VIEWER);
    try (var theirs = DashboardClient.of(florin, member)) {
      assertThat(theirs.get("/dashboard/keys").status()).isEqualTo(403);
      Reply changed = act(owner, member, "role", Map.of("role", "developer"));
      assertThat(owner.follow(changed).body()).contains("Jo March is now a developer.");
      assertThat(theirs.get("/dashboard/keys").status()).isEqualTo(200);

      owner.follow(act(owner, member, "remove", Map.of()));
      assertThat(theirs.get("/dashboard").status()).isEqualTo(303);
    }
    assertThat(florin.app().team().team().list(1)).hasSize(1);
  }

  @Test
  void the_last_owner_stays_owner() {
    Member last = member("owner@example.com");

    for (String verb : new String[] {"role", "remove"}) {
      Reply refused = act(owner, last, verb, Map.of("role", "viewer"));
      assertThat(owner.follow(refused).body()).contains("This is the account's only owner.");
    }
    assertThat(member("owner@example.com").role()).isEqualTo(Role.OWNER);

    DashboardClient.newMember(florin, Role.OWNER);
    assertThat(act(owner, last, "role", Map.of("role", "viewer")).status()).isEqualTo(303);
    assertThat(member("owner@example.com").role()).isEqualTo(Role.VIEWER);
  }

  @Test
  void an_admin_cannot_make_or_unmake_owners() {
    Member member = DashboardClient.newMember(florin, Role.VIEWER);
    try (var admin = DashboardClient.of(florin, Role.ADMIN)) {
      assertThat(act(admin, member, "role", Map.of("role", "owner")).status()).isEqualTo(403);
      assertThat(act(admin, member("owner@example.com"), "remove", Map.of()).status())
          .isEqualTo(403);
      Reply invited =
          admin.submit(
              TEAM, TEAM + "/invitations", Map.of("email", "eve@example.com", "role", "owner"));
      assertThat(invited.status()).isEqualTo(403);
      assertThat(act(admin, member, "role", Map.of("role", "admin")).status()).isEqualTo(303);
    }
    assertThat(florin.query("SELECT 1 FROM invitation")).isEmpty();
  }

  @Test
  void invitations_by_a_removed_member_are_invalid() {
    Member admin = DashboardClient.newMember(florin, Role.ADMIN);
    try (var theirs = DashboardClient.of(florin, admin)) {
      String link = invite(theirs, "eve@example.com", Role.ADMIN);
      act(owner, admin, "remove", Map.of());

      assertThat(browser.get(link).status()).isEqualTo(404);
    }
  }

  @Test
  void changing_roles_requires_the_password_again() {
    Member member = DashboardClient.newMember(florin, Role.VIEWER);
    florin.update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");

    Reply question = act(owner, member, "role", Map.of("role", "admin"));

    assertThat(question.status()).isEqualTo(403);
    assertThat(question.body()).contains("Confirm your identity", "value=\"admin\"");
    assertThat(member(member.user().email()).role()).isEqualTo(Role.VIEWER);
  }

  private String invite(DashboardClient client, String email, Role role) {
    Reply made =
        client.submit(TEAM, TEAM + "/invitations", Map.of("email", email, "role", role.text()));
    Matcher link = LINK.matcher(client.follow(made).body());
    assertThat(link.find()).isTrue();
    return link.group(1);
  }

  private static Reply act(
      DashboardClient client, Member member, String verb, Map<String, String> fields) {
    String token = DashboardClient.formToken(client.get(TEAM));
    return client.post(TEAM, TEAM + "/" + member.user().id() + "/" + verb, token, fields);
  }

  private Member member(String email) {
    return florin.app().team().team().list(1).stream()
        .filter(member -> member.user().email().equals(email))
        .findFirst()
        .orElseThrow();
  }
}
