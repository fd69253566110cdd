package florin.cli;

import static florin.testing.DashboardClient.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import florin.cli.Cli.Ran;
import florin.team.Member;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.TestApp;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** `./florin users` on the command line, with a running service. */
class UsersCommandTest {
  private static final Pattern LINK =
      Pattern.compile("https://pay\\.example(/dashboard/reset/[A-Za-z0-9_-]{43})\n");

  private TestApp florin;
  private Member member;

  @BeforeEach
  void open() {
    florin = TestApp.open();
    member = DashboardClient.newMember(florin, Role.OWNER);
  }

  @AfterEach
  void close() {
    florin.close();
  }

  @Test
  void users_are_listed_with_their_accounts_and_sign_in_methods() throws Exception {
    Ran ran = users("list");

    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out())
        .matches(
            "USER +EMAIL +SIGN-IN +ROLES\n%s  %s  password only  owner of My company\n"
                .formatted(member.user().id(), Pattern.quote(member.user().email())));
  }

  @Test
  void a_reset_prints_a_link_that_sets_a_password_and_leaves_an_entry() throws Exception {
    Ran ran = users("reset", "--email", member.user().email(), "--url", "https://pay.example/");

    assertThat(ran.code()).as(ran.err()).isZero();
    Matcher link = LINK.matcher(ran.out());
    assertThat(link.find()).as(ran.out()).isTrue();
    try (var browser = DashboardClient.stranger(florin)) {
      String path = link.group(1);
      var fields = Map.of("password", "new " + PASSWORD, "password_again", "new " + PASSWORD);
      assertThat(browser.submit(path, path, fields).status()).isEqualTo(303);
    }
    assertThat(
            florin.query(
                "SELECT actor || ' ' || address FROM audit_entry WHERE action = 'user.reset'"))
        .containsExactly("operator command line");
  }

  @Test
  void the_link_leads_to_the_service_of_the_data_folder() throws Exception {
    String folder = florin.keysFile().resolveSibling("").toString();

    Ran ran = users("reset", "--email", member.user().email(), "--data", folder);

    assertThat(ran.out())
        .as(ran.err())
        .contains("  http://127.0.0.1:" + florin.app().port() + "/dashboard/reset/");
  }

  @Test
  void an_unknown_address_is_not_confirmed() throws Exception {
    Ran ran = users("reset", "--email", "nobody@example.com");

    assertThat(ran.code()).isEqualTo(FlorinCommand.FAILED);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains("There is no user nobody@example.com");
  }

  private Ran users(String command, String... options) throws Exception {
    var words = new java.util.ArrayList<>(java.util.List.of("users", command));
    words.addAll(java.util.List.of(options));
    return Cli.run(Cli.environment(florin), words.toArray(String[]::new));
  }
}
