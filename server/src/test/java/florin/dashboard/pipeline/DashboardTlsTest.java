package florin.dashboard.pipeline;

import static florin.testing.DashboardClient.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import florin.http.HttpConfig;
import florin.payment.execution.CrashPoint;
import florin.team.Member;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Records;
import florin.testing.SelfSigned;
import florin.testing.TestApp;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Signing in over Florin's own TLS, with a client that trusts its certificate. */
@TestInstance(Lifecycle.PER_CLASS)
class DashboardTlsTest {
  private static final String SIGN_IN = "/dashboard/sign-in";
  private static final String BOUND = "; Path=/; HttpOnly; SameSite=Lax; Secure";

  private TestApp florin;
  private HttpClient browser;
  private String origin = "";

  @BeforeAll
  void open(@TempDir Path folder) throws Exception {
    SelfSigned signed = SelfSigned.of("EC", "localhost");
    SelfSigned.Pem pem = signed.writePem(folder);
    var tls = new HttpConfig.Tls(pem.chain(), pem.key());
    florin =
        TestApp.open(
            CrashPoint.NONE,
            usual ->
                Records.with(usual, "http", Records.with(usual.http(), "tls", Optional.of(tls))));
    browser = HttpClient.newBuilder().sslContext(signed.trusting()).build();
    origin = "https://localhost:" + florin.app().port();
  }

  @AfterAll
  void close() {
    browser.close();
    florin.close();
  }

  @Test
  void every_cookie_is_bound_to_the_host_and_to_tls() throws Exception {
    Member member = DashboardClient.newMember(florin, Role.OWNER);

    HttpResponse<String> page = send(request(SIGN_IN));
    String form = only(page, "__Host-florin-form=");
    assertThat(form).endsWith(BOUND).doesNotContain("Domain");
    HttpResponse<String> entered = signIn(member, page, form.split(";", 2)[0], origin);

    assertThat(entered.statusCode()).isEqualTo(303);
    assertThat(entered.headers().firstValue("Location")).contains("/dashboard");
    String session = only(entered, "__Host-florin=");
    assertThat(session).matches("__Host-florin=[A-Za-z0-9_-]{43}" + BOUND);
    assertThat(entered.headers().allValues("Set-Cookie"))
        .allMatch(cookie -> cookie.contains("; Secure"));
    String cookie = session.split(";", 2)[0];
    assertThat(send(request("/dashboard").header("Cookie", cookie)).statusCode()).isEqualTo(200);
    assertThat(send(request("/dashboard")).statusCode()).isEqualTo(303);
  }

  @Test
  void a_form_sent_without_tls_or_from_another_site_starts_no_session() throws Exception {
    Member member = DashboardClient.newMember(florin, Role.OWNER);
    HttpResponse<String> page = send(request(SIGN_IN));
    String form = only(page, "__Host-florin-form=").split(";", 2)[0];

    for (String other :
        List.of(
            origin.replace("https:", "http:"),
            "https://localhost",
            "https://evil.example",
            "null")) {
      HttpResponse<String> refused = signIn(member, page, form, other);

      assertThat(refused.statusCode()).as(other).isEqualTo(403);
      assertThat(refused.headers().allValues("Set-Cookie"))
          .noneMatch(cookie -> cookie.startsWith("__Host-florin="));
    }
  }

  /**
   * Anyone on the network path can set a cookie over plain HTTP, so that cookie must not open a
   * session.
   */
  @Test
  void a_cookie_without_the_prefix_is_ignored() throws Exception {
    try (var client = DashboardClient.of(florin, Role.OWNER)) {
      String token = client.cookies().getOrDefault(client.sessionCookie(), "");

      assertThat(
              send(request("/dashboard").header("Cookie", client.sessionCookie() + "=" + token))
                  .statusCode())
          .isEqualTo(303);
      assertThat(
              send(request("/dashboard").header("Cookie", "__Host-florin=" + token)).statusCode())
          .isEqualTo(200);
    }
  }

  private HttpResponse<String> signIn(
      Member member, HttpResponse<String> page, String cookie, String from) throws Exception {
    String token = page.body().replaceAll("(?s).*name=\"csrf\" value=\"([^\"]+)\".*", "$1");
    return send(
        request(SIGN_IN)
            .header("Cookie", cookie)
            .header("Origin", from)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(
                BodyPublishers.ofString(
                    "csrf="
                        + token
                        + "&email="
                        + encoded(member.user().email())
                        + "&password="
                        + encoded(PASSWORD))));
  }

  private static String only(HttpResponse<String> answer, String prefix) {
    List<String> cookies =
        answer.headers().allValues("Set-Cookie").stream()
            .filter(cookie -> cookie.startsWith(prefix) && !cookie.contains("Max-Age=0"))
            .toList();
    assertThat(cookies).hasSize(1);
    return cookies.getFirst();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(origin + path));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return browser.send(request.build(), BodyHandlers.ofString());
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
