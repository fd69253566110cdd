package florin.dashboard.pipeline;

import static florin.testing.DashboardClient.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import florin.payment.execution.CrashPoint;
import florin.team.Member;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Records;
import florin.testing.TestApp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Florin behind a proxy that terminates TLS. `FLORIN_BASE_URL` has the scheme https. */
@TestInstance(Lifecycle.PER_CLASS)
class ProxyTest {
  private static final String SIGN_IN = "/dashboard/sign-in";
  private static final String FORWARDED = "203.0.113.9, 198.51.100.7";
  private static final Pattern FORM_COOKIE =
      Pattern.compile("Set-Cookie: (__Host-florin-form=[^;]+); ([^\r]+)\r");
  private static final Pattern TOKEN = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");

  private TestApp florin;

  @BeforeAll
  void open() {
    florin =
        TestApp.open(
            CrashPoint.NONE,
            usual ->
                Records.with(usual, "baseUrl", Optional.of(URI.create("https://pay.example"))));
  }

  @AfterAll
  void close() {
    florin.close();
  }

  /**
   * Florin is public through the proxy, so a webhook must not reach services on Florin's own
   * machine.
   */
  @Test
  void webhooks_of_test_mode_do_not_lead_to_the_machine_itself() {
    for (String host : List.of("127.0.0.1", "localhost", "[::1]")) {
      var refused =
          florin.post("/v2/webhook_endpoints", "{\"url\": \"http://" + host + ":3000/hook\"}");

      assertThat(refused.status()).as(host).isEqualTo(400);
      assertThat(refused.text("/error/code")).isEqualTo("webhook_url_not_allowed");
      assertThat(refused.text("/error/message")).contains("FLORIN_WEBHOOK_ALLOW");
    }
  }

  @Test
  void cookies_are_bound_to_the_host_and_the_proxy_provides_the_client_address()
      throws IOException {
    Member member = DashboardClient.newMember(florin, Role.OWNER);

    String entered = signIn("pay.example", "https://pay.example", member.user().email());

    assertThat(entered)
        .startsWith("HTTP/1.1 303 ")
        .containsPattern(
            "Set-Cookie: __Host-florin=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Lax; Secure\r")
        .contains("Strict-Transport-Security: max-age=31536000")
        .doesNotContain("Domain=");
    assertThat(
            florin.query(
                "SELECT address FROM session WHERE user_id = ?", member.user().id().uuid()))
        .as("the last forwarded address, which the proxy added")
        .containsExactly("198.51.100.7");
  }

  @Test
  void a_form_that_names_the_http_origin_is_rejected() throws IOException {
    Member member = DashboardClient.newMember(florin, Role.OWNER);

    assertThat(signIn("pay.example", "http://pay.example", member.user().email()))
        .startsWith("HTTP/1.1 403 ");
  }

  @Test
  void under_a_loopback_name_no_forwarded_address_is_trusted() {
    Member member = DashboardClient.newMember(florin, Role.OWNER);
    try (var browser = DashboardClient.stranger(florin)) {
      String token = DashboardClient.formToken(browser.get(SIGN_IN));
      browser.send(
          browser
              .posting(
                  SIGN_IN,
                  Map.of("email", member.user().email(), "password", PASSWORD, "csrf", token))
              .header("Origin", browser.origin())
              .header("X-Forwarded-For", FORWARDED)
              .header("X-Forwarded-Proto", "https")
              .build());
    }
    assertThat(
            florin.query(
                "SELECT address FROM session WHERE user_id = ?", member.user().id().uuid()))
        .containsExactly("127.0.0.1");
  }

  private String signIn(String host, String origin, String email) throws IOException {
    String page = send("GET", host, "", "");
    Matcher cookie = FORM_COOKIE.matcher(page);
    Matcher token = TOKEN.matcher(page);
    assertThat(cookie.find() && token.find()).as(page).isTrue();
    assertThat(cookie.group(2)).contains("Path=/", "HttpOnly", "Secure");
    return send(
        "POST",
        host,
        "Cookie: %s\r\nOrigin: %s\r\n".formatted(cookie.group(1), origin),
        "email=%s&password=%s&csrf=%s"
            .formatted(encoded(email), encoded(PASSWORD), encoded(token.group(1))));
  }

  private String send(String method, String host, String headers, String body) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), florin.app().port())) {
      String request =
          """
          %s %s HTTP/1.1\r
          Host: %s\r
          X-Forwarded-For: %s\r
          Content-Type: application/x-www-form-urlencoded\r
          Content-Length: %d\r
          %sConnection: close\r
          \r
          %s\
          """
              .formatted(method, SIGN_IN, host, FORWARDED, body.length(), headers, body);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
