package florin.dashboard.people;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static florin.testing.DashboardClient.PASSWORD;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import florin.dashboard.Desk;
import florin.team.Member;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.NeedsBrowser;
import florin.testing.OnEachScreen;
import florin.testing.Screen;
import florin.testing.Tab;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Members, invitations, roles and the audit log, in a browser. */
@NeedsBrowser
class TeamBrowserTest {
  private Desk desk;

  @BeforeAll
  void open() {
    desk = Desk.open();
  }

  @AfterAll
  void close() {
    desk.close();
  }

  @OnEachScreen
  void an_invited_user_joins_with_the_link_once(Screen screen) {
    String email = "grace-" + screen + "@example.com";
    try (Tab owner = desk.as(Role.OWNER, screen);
        Tab guest = desk.stranger(screen)) {
      owner.go("/dashboard").goByMenu("Team").follow("Invite").fill("Email", email);
      owner.choose("Role", "support").press("Create link").sees("Send the link to " + email);
      String link = URI.create(owner.copy("once")).getPath();

      guest.go(link).title("Join").sees(email + " was invited as Support.");
      guest.fill("Your name", "Grace " + screen).fill("Password", "short");
      guest.fill("Confirm password", "short").press("Join");
      guest.sees("Use at least 12 characters.").fill("Password", PASSWORD);
      guest.fill("Confirm password", PASSWORD).press("Join").sees("Test mode");
      guest.unfold("Your account").sees("Grace " + screen).sees("Support");

      guest
          .go(link)
          .sees(
              "This link has been used, was withdrawn, or has expired. Ask for a new invitation.");
      owner.go("/dashboard/team").sees("Grace " + screen).seesNot("Invited by");
    }
  }

  @OnEachScreen
  void changing_a_role_requires_the_password_again_and_is_audited(Screen screen) {
    Member owner = DashboardClient.newMember(desk.florin(), Role.OWNER);
    Member member = DashboardClient.newMember(desk.florin(), Role.VIEWER);
    String email = member.user().email();
    try (Tab tab = desk.as(owner, screen);
        Tab theirs = desk.as(member, screen)) {
      theirs.go("/dashboard/keys").title("Your role doesn't allow this");
      desk.florin().update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");

      tab.go("/dashboard/team");
      row(tab, email).locator("a.button").click();
      tab.choose("Role", "developer").press("Change role").title("Confirm your identity");
      tab.fill("Your password", "not my password").press("Continue");
      tab.sees("Wrong password.").fill("Your password", PASSWORD).press("Continue");
      tab.sees("Jo March is now a developer.");
      assertThat(row(tab, email)).containsText("Developer");
      theirs.go("/dashboard/keys").title("API keys");

      tab.goByMenu("Audit log");
      filter(tab, screen, "Person", owner.user().id().text());
      filter(tab, screen, "Action", "member.change_role");
      Locator entry = row(tab, email + " from viewer to developer");
      assertThat(entry).containsText(owner.user().email());
      assertThat(entry).containsText("127.0.0.1");
      assertThat(tab.page().locator("tbody tr")).hasCount(3);
    }
  }

  private static void filter(Tab tab, Screen screen, String label, String value) {
    if (screen == Screen.PHONE) {
      tab.press("Filter");
    }
    tab.unfold(label).choose(label, value);
  }

  @OnEachScreen
  void a_member_is_removed_after_a_confirmation(Screen screen) {
    Member member = DashboardClient.newMember(desk.florin(), Role.VIEWER);
    String email = member.user().email();
    try (Tab tab = desk.as(Role.OWNER, screen);
        Tab theirs = desk.as(member, screen)) {
      tab.go("/dashboard/team");
      row(tab, email).locator("a.button").click();
      tab.agree(false).press("Remove from team");
      theirs.go("/dashboard/team").title("Team");
      tab.agree(true).press("Remove from team").sees("Jo March is no longer a member.");

      theirs.go("/dashboard/team").title("Sign in");
    }
  }

  /** Returns the row with this text, which is a card on a phone. */
  private static Locator row(Tab tab, String words) {
    return tab.page().locator("tbody tr", new Page.LocatorOptions().setHasText(words));
  }
}
