package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.ErrorCode;
import florin.core.Problem;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The checks and headers that apply to every request, whatever its endpoint. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RequestHandlerTest {
  private record Thing(String id, String object, Optional<String> name) {}

  private TestServer server;

  @BeforeAll
  void start() {
    server =
        new TestServer(
            new Endpoint(
                "GET",
                "/v2/things/{id}",
                exchange ->
                    Answer.json(
                        200, new Thing(exchange.pathParameter("id"), "thing", Optional.empty()))),
            new Endpoint("GET", "/v2/things/search", exchange -> text(exchange.template())),
            new Endpoint(
                "POST",
                "/v2/things",
                exchange ->
                    Answer.json(200, exchange.json().toString().getBytes(StandardCharsets.UTF_8))),
            new Endpoint("OPTIONS", "/v2/things", exchange -> Answer.noContent()),
            new Endpoint(
                "GET", "/v2/query", exchange -> text(exchange.query().value("q").orElse("none"))),
            new Endpoint(
                "GET", "/v2/header", exchange -> text(exchange.header("X-Once").orElse("none"))),
            new Endpoint("GET", "/v2/address", exchange -> text(exchange.remoteAddress())),
            new Endpoint(
                "GET",
                "/v2/bug",
                exchange -> {
                  throw new IllegalStateException("secret detail");
                }),
            new Endpoint(
                "GET",
                "/v2/later",
                exchange -> {
                  throw new Problem.Conflict(
                          ErrorCode.LOCK_TIMEOUT, "Try later.", Duration.ofMillis(1500))
                      .refusal();
                }),
            new Endpoint(
                "GET",
                "/v2/who",
                exchange -> {
                  throw new Problem.Unauthenticated(ErrorCode.API_KEY_MISSING, "Send a key.")
                      .refusal();
                }));
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @Test
  void an_endpoint_responds_with_the_standard_headers() {
    HttpResponse<String> answer = server.get("/v2/things/abc");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"id\":\"abc\",\"object\":\"thing\",\"name\":null}");
    assertThat(header(answer, "content-type")).isEqualTo("application/json");
    assertThat(header(answer, "request-id")).matches("req_[0-9a-z]{26}");
    assertThat(header(answer, "service-version")).isEqualTo("2.1");
    assertThat(header(answer, "cache-control")).isEqualTo("no-store");
    assertThat(answer.headers().firstValue("server")).isEmpty();
    assertThat(answer.headers().firstValue("x-powered-by")).isEmpty();
  }

  @Test
  void a_literal_segment_wins_over_a_parameter() {
    assertThat(server.get("/v2/things/search").body()).isEqualTo("\"/v2/things/search\"");
  }

  @Test
  void a_segment_is_decoded() {
    assertThat(server.get("/v2/things/a%20b").body()).contains("\"id\":\"a b\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v2/nothing", "/", "/v2/things/", "/v2/things/a/b", "/v2"})
  void an_unknown_path_is_404(String path) {
    assertError(server.get(path), 404, "invalid_request_error", "route_unknown");
  }

  @Test
  void a_trailing_slash_is_explained_if_the_path_without_it_exists() {
    assertThat(server.get("/v2/things/").body()).contains("route_unknown", "the trailing slash");
    assertThat(server.get("/v2/nothing/").body()).doesNotContain("trailing slash");
    assertThat(server.get("/").body()).doesNotContain("trailing slash");
  }

  @Test
  void a_known_path_with_another_method_returns_405_with_the_allowed_ones() {
    HttpResponse<String> answer = server.send(server.request("/v2/things/abc").DELETE().build());

    assertError(answer, 405, "invalid_request_error", "method_not_allowed");
    assertThat(header(answer, "allow")).isEqualTo("GET, HEAD");
  }

  @Test
  void options_is_supported_only_by_endpoints_that_declare_it() {
    HttpRequest.Builder options =
        server.request("/v2/things").method("OPTIONS", HttpRequest.BodyPublishers.noBody());
    assertThat(server.send(options.build()).statusCode()).isEqualTo(204);
    HttpRequest.Builder other =
        server.request("/v2/who").method("OPTIONS", HttpRequest.BodyPublishers.noBody());
    assertError(server.send(other.build()), 405, "invalid_request_error", "method_not_allowed");
  }

  @Test
  void head_is_get_without_the_body() {
    HttpResponse<String> answer =
        server.send(
            server
                .request("/v2/things/abc")
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .build());

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEmpty();
    assertThat(header(answer, "content-length"))
        .isEqualTo(Integer.toString(server.get("/v2/things/abc").body().length()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v2/things/a%2Fb",
        "/v2/things/a%2fb",
        "/v2/things/..;/x",
        "/v2/things;a=b/x",
        "//v2/things/x",
        "/v2//things/x",
        "/v2/things/../things/x",
        "/v2/things/.",
        "/v2/things/%2e%2e",
        "/v2/things/%00",
        "/v2/things/%zz",
        "/v2/things/%ff",
        "/v2/things/%",
        "/v2/things/a%5Cb",
        "/v2/things/a%25b",
        "/v2/things/a%3Bb",
      })
  void an_ambiguous_or_malformed_path_is_400(String path) {
    String answer = server.raw("GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

    assertRawError(answer, 400, "bad_request");
  }

  @ParameterizedTest
  @CsvSource({
    "q=a%20b, a b",
    "q=a+b, a b",
    "q=a%2Bb, a+b",
    "q=%C3%BC, ü",
    "x=1, none",
    "q, ''",
    "q=a=b, a=b"
  })
  void a_query_is_decoded(String query, String value) {
    assertThat(server.get("/v2/query?" + query).body()).isEqualTo("\"" + value + "\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"q=%", "q=%4", "q=%zz", "q=%ff", "q=%C3", "q=%c0%80", "q=%ED%A0%80"})
  void a_malformed_query_is_400(String query) {
    String answer =
        server.raw("GET /v2/query?" + query + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

    assertRawError(answer, 400, "bad_request");
  }

  @Test
  void a_duplicate_header_that_must_be_unique_is_rejected() {
    assertThat(server.get("/v2/header", "X-Once", "1").body()).isEqualTo("\"1\"");
    assertError(
        server.get("/v2/header", "X-Once", "1", "X-Once", "2"),
        400,
        "invalid_request_error",
        "bad_request");
  }

  @Test
  void the_remote_address_is_the_socket_s() {
    assertThat(server.get("/v2/address").body()).isEqualTo("\"127.0.0.1\"");
  }

  @Test
  void the_version_header_is_optional_and_must_be_supported() {
    assertThat(server.get("/v2/things/a", "Service-Version", "2.1").statusCode()).isEqualTo(200);
    assertError(
        server.get("/v2/things/a", "Service-Version", "2.0"),
        400,
        "invalid_request_error",
        "version_unsupported");
  }

  @Test
  void a_bug_is_500_and_leaks_nothing() {
    HttpResponse<String> answer = server.get("/v2/bug");

    assertError(answer, 500, "api_error", "internal_error");
    assertThat(answer.body()).doesNotContain("secret").doesNotContain("Exception");
  }

  @Test
  void a_conflict_returns_when_to_retry_in_whole_seconds() {
    HttpResponse<String> answer = server.get("/v2/later");

    assertError(answer, 409, "invalid_request_error", "lock_timeout");
    assertThat(header(answer, "retry-after")).isEqualTo("2");
  }

  @Test
  void a_request_without_a_key_gets_both_ways_to_send_one() {
    HttpResponse<String> answer = server.get("/v2/who");

    assertError(answer, 401, "authentication_error", "api_key_missing");
    assertThat(answer.headers().allValues("www-authenticate"))
        .containsExactly("Basic realm=\"Florin\", charset=\"UTF-8\"", "Bearer realm=\"Florin\"");
  }

  @Test
  void a_body_needs_the_media_type_of_json() {
    assertThat(server.post("/v2/things", "{\"a\":1}").body()).isEqualTo("{\"a\":1}");
    HttpRequest withCharset =
        server
            .request("/v2/things")
            .header("Content-Type", "Application/JSON; charset=utf-8")
            .POST(HttpRequest.BodyPublishers.ofString("{}"))
            .build();
    assertThat(server.send(withCharset).statusCode()).isEqualTo(200);
    for (String charset : List.of("iso-8859-1", "\"UTF-16\"", "utf-8;charset=latin1", "")) {
      HttpRequest other =
          server
              .request("/v2/things")
              .header("Content-Type", "application/json; x=y ; Charset=" + charset)
              .POST(HttpRequest.BodyPublishers.ofString("{}"))
              .build();
      assertError(server.send(other), 415, "invalid_request_error", "unsupported_media_type");
    }
    HttpRequest form =
        server
            .request("/v2/things")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString("a=1"))
            .build();
    assertError(server.send(form), 415, "invalid_request_error", "unsupported_media_type");
    HttpRequest none =
        server.request("/v2/things").POST(HttpRequest.BodyPublishers.ofString("{}")).build();
    assertError(server.send(none), 415, "invalid_request_error", "unsupported_media_type");
    assertError(
        server.post("/v2/things", "{}", "Content-Encoding", "gzip"),
        415,
        "invalid_request_error",
        "unsupported_media_type");
  }

  @Test
  void no_body_is_an_empty_object_and_needs_no_media_type() {
    HttpRequest empty =
        server.request("/v2/things").POST(HttpRequest.BodyPublishers.noBody()).build();

    assertThat(server.send(empty).body()).isEqualTo("{}");
  }

  static void assertError(HttpResponse<String> answer, int status, String type, String code) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body())
        .startsWith(
            "{\"error\":{\"type\":\"" + type + "\",\"code\":\"" + code + "\",\"message\":\"")
        .endsWith("\"request_id\":\"" + header(answer, "request-id") + "\"}}");
    assertThat(header(answer, "content-type")).isEqualTo("application/json");
    assertThat(header(answer, "service-version")).isEqualTo("2.1");
  }

  static void assertRawError(String answer, int status, String code) {
    assertThat(answer)
        .startsWith("HTTP/1.1 " + status + " ")
        .contains("Content-Type: application/json\r\n")
        .contains("Request-Id: req_")
        .contains("Service-Version: 2.1\r\n")
        .contains("\"code\":\"" + code + "\"")
        .doesNotContain("Jetty")
        .doesNotContain("Server:");
  }

  private static String header(HttpResponse<String> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }

  private static Answer text(String text) {
    return Answer.json(200, ("\"" + text + "\"").getBytes(StandardCharsets.UTF_8));
  }
}
