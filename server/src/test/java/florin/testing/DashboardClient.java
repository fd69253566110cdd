package florin.testing;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.UserId;
import florin.team.Member;
import florin.team.Role;
import florin.team.Session.From;
import florin.team.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Uses the dashboard as a browser without scripts does: it keeps cookies, sends a page's form with
 * the token in it, and sends its origin. It doesn't follow redirects automatically, since tests
 * assert the response to a form: {@link #follow} does.
 */
public final class DashboardClient implements AutoCloseable {
  public static final String PASSWORD = "correct horse battery";

  private static final String HASH = hash();

  private static final Pattern TOKEN = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");

  private final String origin;
  private final int port;
  private final Map<String, String> cookies = new LinkedHashMap<>();
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  private DashboardClient(TestApp florin) {
    this("127.0.0.1", florin.app().port());
  }

  private DashboardClient(String host, int port) {
    this.port = port;
    this.origin = "http://" + host + ":" + port;
  }

  /** Returns a client with the same session that reaches this machine as {@code localhost}. */
  public DashboardClient atLocalhost() {
    var client = new DashboardClient("localhost", port);
    client.cookies.putAll(cookies);
    return client;
  }

  /** Returns a client without a session. */
  public static DashboardClient stranger(TestApp florin) {
    return new DashboardClient(florin);
  }

  /** Returns a client of the first account's owner, created through the setup link. */
  public static DashboardClient ofOwner(TestApp florin) {
    var client = new DashboardClient(florin);
    String link =
        "/dashboard/setup/" + florin.app().team().users().newSetupLink().orElseThrow().reveal();
    Reply made = client.submit(link, link, setup("owner@example.com"));
    assertThat(made.status()).as(made.body()).isEqualTo(303);
    return client;
  }

  /**
   * Returns a client of a new member of the first account, with a session and without the sign-in
   * form.
   */
  public static DashboardClient of(TestApp florin, Role role) {
    return of(florin, newMember(florin, role));
  }

  /** Returns a client with a new session of this member. */
  public static DashboardClient of(TestApp florin, Member member) {
    var client = new DashboardClient(florin);
    var token =
        florin.app().team().sessions().begin(member, new From("127.0.0.1", "a test's client"));
    client.cookies.put(client.sessionCookie(), token.reveal());
    return client;
  }

  /**
   * Creates a member who can sign in with {@link #PASSWORD}. The hash has the lowest possible cost,
   * since each hash records its cost and the production cost takes a fifth of a second.
   */
  public static Member newMember(TestApp florin, Role role) {
    var user =
        new User(
            new UserId(UUID.randomUUID()),
            role.text() + "-" + UUID.randomUUID() + "@example.com",
            "Jo March",
            Instant.now());
    florin.update(
        "INSERT INTO app_user (id, email, name, password, created_at) VALUES (?, ?, ?, ?, ?)",
        user.id().uuid(),
        user.email(),
        user.name(),
        HASH,
        user.created());
    florin.update(
        "INSERT INTO membership (account_number, user_id, role, created_at) VALUES (1, ?, ?, ?)",
        user.id().uuid(),
        role.text(),
        user.created());
    return new Member(user, 1, role);
  }

  private static String hash() {
    var generator = new Argon2BytesGenerator();
    byte[] salt = new byte[16];
    generator.init(
        new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
            .withMemoryAsKB(8)
            .withIterations(1)
            .withParallelism(1)
            .withSalt(salt)
            .build());
    byte[] hash = new byte[32];
    generator.generateBytes(PASSWORD.getBytes(StandardCharsets.UTF_8), hash);
    Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
    return "$argon2id$v=19$m=8,t=1,p=1$%s$%s"
        .formatted(base64.encodeToString(salt), base64.encodeToString(hash));
  }

  /** Returns the fields of the setup form. */
  public static Map<String, String> setup(String email) {
    return Map.of("email", email, "name", "Ada", "password", PASSWORD, "password_again", PASSWORD);
  }

  public String origin() {
    return origin;
  }

  /** Returns the cookies by name. */
  public Map<String, String> cookies() {
    return cookies;
  }

  public String sessionCookie() {
    return "florin-" + port;
  }

  public Reply get(String path) {
    return send(request(path).build());
  }

  /** Loads the page that a redirect leads to. */
  public Reply follow(Reply reply) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(303);
    return get(reply.header("Location").orElseThrow());
  }

  /** Loads a page, fills in its form for this action, and sends the form. */
  public Reply submit(String page, String action, Map<String, String> fields) {
    Reply loaded = get(page);
    assertThat(loaded.body()).contains("action=\"" + action + "\"");
    return post(page, action, formToken(loaded), fields);
  }

  /** Sends a form with the token of any page. */
  public Reply post(String page, String action, String token, Map<String, String> fields) {
    var all = new LinkedHashMap<>(fields);
    all.put("csrf", token);
    return send(
        posting(action, all).header("Origin", origin).header("Referer", origin + page).build());
  }

  /** Returns the token in the forms of a page; all forms of a page have the same one. */
  public static String formToken(Reply page) {
    Matcher found = TOKEN.matcher(page.body());
    assertThat(found.find()).as("a form token in %s", page.body()).isTrue();
    return found.group(1);
  }

  /** Returns a form request without an origin, for the test to complete. */
  public HttpRequest.Builder posting(String action, Map<String, String> fields) {
    String body =
        fields.entrySet().stream()
            .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
            .collect(Collectors.joining("&"));
    return request(action)
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(BodyPublishers.ofString(body));
  }

  /** Returns a request with the current cookies. */
  public HttpRequest.Builder request(String path) {
    var request = HttpRequest.newBuilder(URI.create(origin + path)).timeout(Duration.ofSeconds(60));
    if (!cookies.isEmpty()) {
      request.header(
          "Cookie",
          cookies.entrySet().stream()
              .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
              .collect(Collectors.joining("; ")));
    }
    return request;
  }

  public Reply send(HttpRequest request) {
    try {
      HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
      response.headers().allValues("Set-Cookie").forEach(this::keep);
      return new Reply(response.statusCode(), response.headers(), response.body());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      throw new AssertionError("interrupted", interrupted);
    }
  }

  private void keep(String setCookie) {
    String[] parts = setCookie.split("; ");
    String[] pair = parts[0].split("=", 2);
    if (setCookie.contains("Max-Age=0")) {
      cookies.remove(pair[0]);
    } else {
      cookies.put(pair[0], pair[1]);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    client.close();
  }
}
