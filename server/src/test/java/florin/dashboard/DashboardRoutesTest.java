package florin.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import florin.core.Mode;
import florin.dashboard.pipeline.DashboardRoute;
import florin.dashboard.settings.BrandingPages;
import florin.team.Member;
import florin.team.Role;
import florin.team.RolePermissions;
import florin.testing.DashboardClient;
import florin.testing.GoldenTable;
import florin.testing.Reply;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Checks for each dashboard route: the permitted roles, the redirect for unauthenticated clients,
 * and the headers of each response.
 */
@TestInstance(Lifecycle.PER_CLASS)
@TakesLong
class DashboardRoutesTest {
  private static final String NOT_ALLOWED = "Your role doesn't allow this";

  private final Map<Role, Member> members = new EnumMap<>(Role.class);

  /** The members that only open pages, one for each mode and role. */
  private final Map<Mode, Map<Role, SignedIn>> lookers = new EnumMap<>(Mode.class);

  private TestApp florin;

  private record SignedIn(DashboardClient client, String token) {}

  @BeforeAll
  void open() {
    florin = TestApp.open();
    for (Role role : Role.values()) {
      members.put(role, DashboardClient.newMember(florin, role));
    }
    for (Mode mode : Mode.values()) {
      var ofMode = new EnumMap<Role, SignedIn>(Role.class);
      for (Role role : Role.values()) {
        // A form can end all sessions of a member, so these members send no forms.
        ofMode.put(role, signIn(DashboardClient.newMember(florin, role), mode));
      }
      lookers.put(mode, ofMode);
    }
  }

  @AfterAll
  void close() {
    lookers.values().forEach(ofMode -> ofMode.values().forEach(by -> by.client().close()));
    florin.close();
  }

  @TestFactory
  Stream<DynamicTest> a_role_may_what_the_table_of_permissions_says() {
    return table().flatMap(route -> Stream.of(Mode.values()).map(mode -> matrix(route, mode)));
  }

  private DynamicTest matrix(DashboardRoute route, Mode mode) {
    return dynamicTest(
        route.method() + " " + route.template() + " in " + mode.text() + " mode",
        () ->
            members.forEach((role, member) -> {
              Reply reply =
                  route.isPost()
                      ? askInSessionOfItsOwn(member, mode, route)
                      : ask(looker(mode, role), route);

              boolean may = RolePermissions.may(role, route.act(mode));
              assertThat(reply.body().contains(NOT_ALLOWED)).as("%s", role).isEqualTo(!may);
              assertThat(reply.status()).isLessThan(500);
              if (!may) {
                assertThat(reply.status()).isEqualTo(403);
              }
            }));
  }

  private SignedIn looker(Mode mode, Role role) {
    return Objects.requireNonNull(Objects.requireNonNull(lookers.get(mode)).get(role));
  }

  private Reply askInSessionOfItsOwn(Member member, Mode mode, DashboardRoute route) {
    SignedIn by = signIn(member, mode);
    try (DashboardClient _ = by.client()) {
      return ask(by, route);
    }
  }

  private SignedIn signIn(Member member, Mode mode) {
    DashboardClient client = DashboardClient.of(florin, member);
    String token = DashboardClient.formToken(client.get("/dashboard"));
    client.post("/dashboard", "/dashboard/mode", token, Map.of("mode", mode.text()));
    return new SignedIn(client, token);
  }

  private static Reply ask(SignedIn by, DashboardRoute route) {
    return ask(by.client(), route, by.token());
  }

  private static Reply ask(DashboardClient client, DashboardRoute route, String token) {
    String path = path(route.template());
    return route.isPost() ? client.post("/dashboard", path, token, Map.of()) : client.get(path);
  }

  @Test
  void every_page_has_the_roles_and_the_password_of_the_file() {
    GoldenTable.assertKept(
        "dashboard-pages.txt",
        table()
            .map(route ->
                "%-4s %-52s %-36s %-36s %-12s %s"
                    .formatted(
                        route.method(),
                        route.template(),
                        roles(route, Mode.TEST),
                        roles(route, Mode.LIVE),
                        route.password().name().toLowerCase(Locale.ROOT),
                        route.action())
                    .strip())
            .toList());
  }

  private static String roles(DashboardRoute route, Mode mode) {
    List<String> roles =
        RolePermissions.listRolesThatMay(route.act(mode)).stream()
            .map(role -> role.name().toLowerCase(Locale.ROOT))
            .toList();
    return roles.size() == Role.values().length ? "all" : String.join(",", roles);
  }

  @TestFactory
  Stream<DynamicTest> forms_that_require_the_password_do_nothing_without_it() {
    Member owner = DashboardClient.newMember(florin, Role.OWNER);
    return table()
        .filter(DashboardRoute::isPost)
        .flatMap(route -> Stream.of(Mode.values()).map(mode -> password(owner, route, mode)));
  }

  private DynamicTest password(Member owner, DashboardRoute route, Mode mode) {
    return dynamicTest(
        route.template() + " in " + mode.text() + " mode",
        () -> {
          SignedIn by = signIn(owner, mode);
          try (DashboardClient _ = by.client()) {
            florin.update(
                "UPDATE session SET confirmed_at = now() - interval '6 minutes' WHERE user_id = ?",
                owner.user().id().uuid());
            boolean isAsked = ask(by, route).body().contains("Confirm your identity");
            assertThat(isAsked).isEqualTo(route.asksForPassword(mode));
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> an_unauthenticated_client_is_redirected_to_the_sign_in_page() {
    return table()
        .map(route ->
            dynamicTest(
                route.method() + " " + route.template(),
                () -> {
                  try (var stranger = DashboardClient.stranger(florin)) {
                    Reply reply = ask(stranger, route, "none");

                    assertThat(reply.status()).isEqualTo(303);
                    assertThat(reply.header("Location").orElseThrow())
                        .startsWith("/dashboard/sign-in");
                    assertThat(reply.body()).isEmpty();
                  }
                }));
  }

  /** The action has one entry for its outcome. Most actions also have one for their start. */
  @TestFactory
  Stream<DynamicTest> every_form_and_every_export_is_in_the_audit_log_once() {
    Stream<DynamicTest> routes =
        table()
            .filter(route -> route.isPost() || route.template().endsWith(".csv"))
            .map(route ->
                dynamicTest(
                    route.template(),
                    () -> {
                      try (var client = asOwner()) {
                        String token = DashboardClient.formToken(client.get("/dashboard"));
                        int before = entries(route);
                        ask(client, route, token);
                        assertThat(entries(route)).isEqualTo(before + 1);
                        assertThat(route.action()).matches("[a-z_]+\\.[a-z_]+");
                      }
                    }));
    return Stream.concat(
        routes,
        Stream.of(
            dynamicTest(
                "the chain of the entries",
                () -> assertThat(florin.app().team().audit().verify(1)).isEmpty())));
  }

  private int entries(DashboardRoute route) {
    return florin
        .query(
            "SELECT 1 FROM audit_entry WHERE action = ? AND outcome <> 'requested'", route.action())
        .size();
  }

  @TestFactory
  Stream<DynamicTest> every_response_has_the_browsers_security_headers() {
    Stream<Map.Entry<String, String>> open =
        florin.app().dashboard().open().stream()
            .map(route -> Map.entry(route.method(), route.template()));
    Stream<Map.Entry<String, String>> closed =
        table().map(route -> Map.entry(route.method(), route.template()));
    return Stream.of(open, closed, Stream.of(Map.entry("GET", "/dashboard/assets/x/dashboard.css")))
        .flatMap(routes -> routes)
        .map(route ->
            dynamicTest(
                route.getKey() + " " + route.getValue(),
                () -> {
                  try (var client = asOwner()) {
                    String path = path(route.getValue());
                    guarded(
                        route.getKey().equals("GET")
                            ? client.get(path)
                            : client.post("/dashboard", path, "no token", Map.of()),
                        path.equals(BrandingPages.PREVIEW_PATH));
                  }
                }));
  }

  private static void guarded(Reply reply, boolean isFramed) {
    assertThat(reply.header("Content-Security-Policy").orElseThrow())
        .contains(
            isFramed
                ? List.of("default-src 'none'", "form-action 'none'; frame-ancestors 'self'")
                : List.of("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"))
        .doesNotContain("unsafe");
    assertThat(reply.header("X-Content-Type-Options")).contains("nosniff");
    assertThat(reply.header("X-Frame-Options")).contains(isFramed ? "SAMEORIGIN" : "DENY");
    assertThat(reply.header("Referrer-Policy")).contains("same-origin");
    assertThat(reply.header("Cross-Origin-Opener-Policy")).contains("same-origin");
    assertThat(reply.header("Permissions-Policy")).isPresent();
    assertThat(reply.header("Cache-Control")).isPresent();
  }

  @Test
  void pages_are_not_cached_and_assets_are_cached_permanently() {
    try (var client = asOwner()) {
      Reply page = client.get("/dashboard");
      assertThat(page.header("Cache-Control")).contains("no-store");
      String css = page.body().replaceAll("(?s).*href=\"([^\"]+dashboard\\.css)\".*", "$1");
      Reply sheet = client.get(css);
      assertThat(sheet.status()).isEqualTo(200);
      assertThat(sheet.header("Cache-Control")).contains("public, max-age=31536000, immutable");
      assertThat(
              client
                  .get(css.replaceAll("/[0-9a-f]{16}/", "/0000000000000000/"))
                  .header("Cache-Control"))
          .contains("no-cache");
    }
  }

  @Test
  void a_page_has_no_inline_script_or_style_and_loads_nothing_from_other_hosts() {
    try (var client = asOwner()) {
      // The code on an empty account's page contains Florin's own address.
      assertThat(client.get("/dashboard").body().replace(client.origin(), ""))
          .doesNotContain("<style", "style=", "onclick", "http://", "https://")
          .doesNotContainPattern("<script(?![^>]* src=\"/dashboard/)");
    }
  }

  private DashboardClient asOwner() {
    return DashboardClient.of(florin, Objects.requireNonNull(members.get(Role.OWNER)));
  }

  private Stream<DashboardRoute> table() {
    return florin.app().dashboard().table().stream();
  }

  /** Returns a path with ids of objects that don't exist. The permission check comes first. */
  private static String path(String template) {
    return template
        .replace("{token}", "A".repeat(43))
        .replace("{unknown}", "nothing")
        .replaceAll("\\{[a-z_]+}", "none");
  }
}
