package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import florin.http.Server.Readiness;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ErrorPagesTest {
  private static final Endpoint BUTTON =
      new Endpoint("POST", "/c/{token}", TrafficClass.PAYERS, _ -> Answer.noContent());

  /** The readiness of a node with a wrong clock. */
  private static final Readiness UNFIT =
      new Readiness() {
        @Override
        public Optional<String> notReadyBecause() {
          return Optional.of("clock");
        }

        @Override
        public boolean mayTakeWork() {
          return false;
        }
      };

  @Test
  void a_browser_gets_a_page_with_the_status_and_headers_of_the_error() {
    ErrorPages pages =
        (problem, exchange) ->
            exchange
                .header("Accept")
                .map(_ ->
                    Answer.of(
                        Problems.status(problem),
                        "text/html",
                        problem.code().text().getBytes(StandardCharsets.UTF_8)));
    try (var server = new TestServer(UNFIT, pages, BUTTON)) {
      HttpResponse<String> shed = server.post("/c/x", "", "Accept", "text/html");
      assertThat(shed.statusCode()).isEqualTo(503);
      assertThat(shed.body()).isEqualTo("overloaded");
      assertThat(shed.headers().firstValue("Retry-After")).contains("1");

      HttpResponse<String> wrong = server.get("/c/x", "Accept", "text/html");
      assertThat(wrong.statusCode()).isEqualTo(405);
      assertThat(wrong.body()).isEqualTo("method_not_allowed");
      assertThat(wrong.headers().firstValue("Allow")).contains("POST");

      assertThat(server.post("/c/x", "").body()).startsWith("{\"error\"");
    }
  }
}
