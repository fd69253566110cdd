package florin.dashboard.entry;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static florin.testing.DashboardClient.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import florin.dashboard.Desk;
import florin.team.Authenticator;
import florin.team.Member;
import florin.team.Role;
import florin.testing.Axe;
import florin.testing.DashboardClient;
import florin.testing.NeedsBrowser;
import florin.testing.OnEachScreen;
import florin.testing.Screen;
import florin.testing.Tab;
import florin.testing.TestApp;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Signing in and out: the setup link, the password, the second factor and other sessions. */
@NeedsBrowser(place = 0)
class SignInBrowserTest {
  private static final String WRONG = "Wrong email address or password.";

  private Desk desk;

  @BeforeAll
  void open() {
    desk = Desk.open();
  }

  @AfterAll
  void close() {
    desk.close();
  }

  @BeforeEach
  void forgive() {
    desk.florin().update("DELETE FROM sign_in_failure");
  }

  @OnEachScreen
  void the_link_of_the_first_start_creates_the_owner_once(Screen screen) {
    try (TestApp fresh = TestApp.open();
        Tab tab = desk.strangerAt(fresh, screen)) {
      String link =
          "/dashboard/setup/" + fresh.app().team().users().newSetupLink().orElseThrow().reveal();
      tab.go(link).fill("Email", "ada@example.com").fill("Your name", "Ada Lovelace");
      tab.fill("Password", PASSWORD).fill("Confirm password", "something else entirely");
      tab.press("Create owner").sees("The passwords don't match.");
      tab.fill("Password", PASSWORD).fill("Confirm password", PASSWORD);
      tab.press("Create owner").title("Welcome, Ada Lovelace");

      tab.go(link).sees("This link has been used, has expired, or was replaced by a newer one.");
    }
  }

  @OnEachScreen
  void a_form_that_was_sent_after_the_session_ended_is_filled_in_for_the_same_member(
      Screen screen) {
    String payment =
        desk.florin().post("/v2/payments", TestApp.payment(5000, "4242424242424242")).payment();
    String path = "/dashboard/payments/" + payment;
    Member member = DashboardClient.newMember(desk.florin(), Role.SUPPORT);
    try (Tab tab = desk.stranger(screen)) {
      tab.go(path);
      signIn(tab, member, PASSWORD);
      tab.title("$50.00").follow("Refund…");
      tab.fill("Amount in USD", "12.34").choose("Reason optional", "Duplicate");
      desk.florin().update("UPDATE session SET seen_at = seen_at - interval '16 minutes'");
      tab.press("Refund $12.34").title("Sign in");
      tab.sees("Your session ended before this was sent, and nothing was changed.");
      Axe.look(tab);
      signIn(tab, member, PASSWORD);

      assertThat(tab.page().locator("#dialog-refund > .flash"))
          .hasText("Your session ended before this was sent. Check it and send it again.");
      assertThat(tab.field("Amount in USD")).hasValue("12.34");
      assertThat(tab.page().locator("#dialog-refund select")).hasValue("duplicate");
      assertThat(desk.florin().get("/v2/payments/" + payment).number("/amount_refunded")).isZero();
      tab.press("Refund $12.34").sees("$12.34 was refunded.");
      tab.go(path + "?dialog=refund");
      assertThat(tab.field("Amount in USD")).not().hasValue("12.34");
    }
  }

  @OnEachScreen
  void a_wrong_password_is_rejected_and_the_right_one_signs_in_and_out_again(Screen screen) {
    Member member = DashboardClient.newMember(desk.florin(), Role.SUPPORT);
    try (Tab tab = desk.stranger(screen)) {
      tab.go("/dashboard/customers").title("Sign in");
      signIn(tab, member, "not the password");
      tab.sees(WRONG);
      assertThat(tab.field("Email")).hasValue(member.user().email());
      assertThat(tab.field("Password")).isEmpty();
      assertThat(tab.field("Password")).isFocused();
      signIn(tab, member, PASSWORD);
      tab.title("Customers");

      signOut(tab);
      tab.go("/dashboard").title("Sign in");
    }
  }

  @OnEachScreen
  void a_second_factor_is_set_up_with_its_qr_code_and_then_required(Screen screen) {
    Member member = DashboardClient.newMember(desk.florin(), Role.VIEWER);
    try (Tab tab = desk.as(member, screen)) {
      tab.go("/dashboard").unfold("Your account").follow("Security").title("Security");
      tab.press("Set up").title("Set up the second factor");
      assertThat(picture(tab)).isVisible();
      tab.unfold("Enter a key instead");
      String secret = tab.page().locator("#factor-secret").textContent();
      tab.fill("Code from the app", "000").press("Enable").sees("This code is wrong.");
      tab.fill("Code from the app", Authenticator.code(secret)).press("Enable");
      tab.sees("Second factor enabled.");
      List<String> recoveryCodes = tab.page().locator("#once").textContent().lines().toList();
      assertThat(recoveryCodes).hasSize(10);
      assertThat(tab.copy("once").lines()).containsExactlyElementsOf(recoveryCodes);

      signOut(tab);
      timePasses();
      signIn(tab, member, PASSWORD);
      tab.title("Enter your code");
      tab.fill("Code", "000").press("Sign in").sees("This code is wrong");
      tab.fill("Code", Authenticator.code(secret)).press("Sign in").sees("Test mode");

      signOut(tab);
      signIn(tab, member, PASSWORD);
      tab.title("Enter your code").fill("Code", recoveryCodes.get(3)).press("Sign in");
      tab.sees("9 of 10 recovery codes are left.");

      signOut(tab);
      signIn(tab, member, PASSWORD);
      tab.title("Enter your code").fill("Code", recoveryCodes.get(3)).press("Sign in");
      tab.sees("This code is wrong");
    }
  }

  @OnEachScreen
  void another_session_is_listed_and_ended(Screen screen) {
    Member member = DashboardClient.newMember(desk.florin(), Role.VIEWER);
    try (Tab here = desk.as(member, screen);
        Tab there = desk.as(member, screen)) {
      there.go("/dashboard/payments").title("Payments");
      here.go("/dashboard/security").sees("This browser");
      here.press("End this session").sees("Session ended.");

      there.go("/dashboard/payments").title("Sign in");
      here.goByMenu("Payments");
    }
  }

  @OnEachScreen
  void a_new_password_ends_the_other_sessions(Screen screen) {
    Member member = DashboardClient.newMember(desk.florin(), Role.VIEWER);
    String other = "another long password";
    try (Tab here = desk.as(member, screen);
        Tab there = desk.as(member, screen)) {
      here.go("/dashboard/security");
      changePassword(here, "not my password", other);
      here.sees("Wrong password.");
      changePassword(here, PASSWORD, other);
      here.sees("Password changed. You're signed out everywhere else.");

      there.go("/dashboard").title("Sign in");
      signIn(there, member, PASSWORD);
      there.sees(WRONG);
      signIn(there, member, other);
      there.sees("Test mode");
    }
  }

  @Test
  void a_passkey_is_added_and_signs_in_in_place_of_password_and_code() {
    Member member = DashboardClient.newMember(desk.florin(), Role.ADMIN);
    try (Tab tab = desk.strangerAtLocalhost(Screen.DESK)) {
      addDevice(tab);
      signIn(tab.go("/dashboard/security"), member, PASSWORD);
      tab.title("Security").press("Add a passkey").title("Add a passkey");
      Axe.look(tab);
      tab.fill("Name", "Laptop").press("Add passkey").sees("Passkey added.").sees("never used");
      Axe.look(tab);
      tab.press("Add a passkey").title("Add a passkey").press("Add passkey");
      tab.sees("This device already has a passkey for you.");

      signOut(tab);
      Axe.look(tab);
      tab.press("Sign in with a passkey").sees("Test mode");
      tab.go("/dashboard/security").sees("last used");
      desk.florin().update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");
      tab.press("Remove Laptop").title("Confirm your identity");
      Axe.look(tab);
      tab.press("Use a passkey").sees("Passkey removed.").seesNot("last used");

      signOut(tab);
      tab.press("Sign in with a passkey")
          .sees("This passkey is not registered here. Use your password.");
    }
  }

  /** Adds a virtual passkey device, such as a laptop's fingerprint reader. */
  private static void addDevice(Tab tab) {
    CDPSession devtools = tab.context().newCDPSession(tab.page());
    devtools.send("WebAuthn.enable");
    var options = new JsonObject();
    options.addProperty("protocol", "ctap2");
    options.addProperty("transport", "internal");
    for (String can : List.of("hasResidentKey", "hasUserVerification", "isUserVerified")) {
      options.addProperty(can, true);
    }
    var device = new JsonObject();
    device.add("options", options);
    devtools.send("WebAuthn.addVirtualAuthenticator", device);
  }

  private static void changePassword(Tab tab, String old, String password) {
    tab.fill("Current password", old).fill("New password", password);
    tab.fill("Confirm new password", password).press("Change password");
  }

  private static Locator picture(Tab tab) {
    return tab.page()
        .getByRole(
            AriaRole.IMG,
            new Page.GetByRoleOptions().setName("QR code for your authenticator app"));
  }

  private static void signIn(Tab tab, Member member, String password) {
    tab.title("Sign in").fill("Email", member.user().email());
    tab.fill("Password", password).press("Sign in");
  }

  private static void signOut(Tab tab) {
    tab.unfold("Your account").press("Sign out").title("Sign in");
  }

  /** Makes the last used code older, so that the next one is a new code. */
  private void timePasses() {
    desk.florin().update("UPDATE second_factor SET last_step = last_step - 10");
  }
}
