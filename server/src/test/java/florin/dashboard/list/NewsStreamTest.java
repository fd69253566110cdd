package florin.dashboard.list;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.TestApp;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The stream of new objects to an open list. */
@TestInstance(Lifecycle.PER_CLASS)
class NewsStreamTest {
  private static final String PAYMENTS = "/dashboard/stream?types=new_payment";

  private final HttpClient browser = HttpClient.newHttpClient();
  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    browser.close();
    florin.close();
  }

  @Test
  void an_event_is_announced_by_its_type_alone_and_the_stream_continues_at_its_position()
      throws Exception {
    try (var viewer = DashboardClient.of(florin, Role.VIEWER)) {
      String position;
      try (BufferedReader stream = read(ask(viewer, PAYMENTS))) {
        position = until(stream, "event: here").replace("id: ", "");
        florin.post("/v2/customers", "{}");
        florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242"));
        until(stream, "data: new_payment");
      }
      try (BufferedReader stream = read(ask(viewer, PAYMENTS + "&after=" + position))) {
        List<String> lines = linesUntil(stream, "data: new_payment");
        assertThat(lines).noneMatch(line -> line.contains("customer") || line.contains("4242"));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "payment.succeeded, automatic, 4242424242424242",
    "payment.failed, automatic, 4000000000000002",
    "payment.amount_capturable_updated, manual, 4242424242424242"
  })
  void a_list_with_a_filter_hears_of_the_first_event_of_a_payment(
      String type, String capture, String card) throws Exception {
    try (var viewer = DashboardClient.of(florin, Role.VIEWER)) {
      try (BufferedReader stream =
          read(ask(viewer, "/dashboard/stream?types=customer.created," + type))) {
        until(stream, "event: here");
        florin.post(
            "/v2/payments",
            TestApp.payment(1000, card)
                .replaceFirst("\\{", "{\"capture_method\": \"%s\",".formatted(capture)));
        florin.post("/v2/customers", "{}");
        assertThat(linesUntil(stream, "data: customer.created")).contains("data: " + type);
      }
    }
  }

  @Test
  void an_event_that_a_list_waits_for_under_two_names_is_announced_once() throws Exception {
    try (var viewer = DashboardClient.of(florin, Role.VIEWER)) {
      try (BufferedReader stream =
          read(ask(viewer, PAYMENTS + ",payment.succeeded,customer.created"))) {
        until(stream, "event: here");
        florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242"));
        florin.post("/v2/customers", "{}");
        List<String> lines = linesUntil(stream, "data: customer.created");
        assertThat(lines).filteredOn(line -> line.equals("event: news")).hasSize(2);
      }
    }
  }

  @Test
  void a_users_concurrent_streams_are_limited_and_later_ones_reconnect() throws Exception {
    try (var viewer = DashboardClient.of(florin, Role.VIEWER)) {
      var open = new ArrayList<BufferedReader>();
      for (int i = 0; i < NewsStream.MAX_OF_USER; i++) {
        open.add(read(ask(viewer, PAYMENTS)));
        until(open.getLast(), "event: here");
      }
      try (BufferedReader more = read(ask(viewer, PAYMENTS))) {
        assertThat(more.lines().toList()).containsExactly("retry: 60000", "");
      }
      for (BufferedReader stream : open) {
        stream.close();
      }
    }
  }

  @Test
  void an_unknown_type_is_not_followed() throws Exception {
    try (var viewer = DashboardClient.of(florin, Role.VIEWER)) {
      assertThat(ask(viewer, "/dashboard/stream").statusCode()).isEqualTo(204);
      assertThat(ask(viewer, "/dashboard/stream?types=nothing").statusCode()).isEqualTo(204);
    }
  }

  private HttpResponse<InputStream> ask(DashboardClient client, String path) throws Exception {
    return browser.send(client.request(path).build(), BodyHandlers.ofInputStream());
  }

  private static BufferedReader read(HttpResponse<InputStream> response) {
    assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
    return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.US_ASCII));
  }

  /** Returns the line before the given line. */
  private static String until(BufferedReader stream, String line) throws IOException {
    List<String> lines = linesUntil(stream, line);
    return lines.isEmpty() ? "" : lines.getLast();
  }

  private static List<String> linesUntil(BufferedReader stream, String line) throws IOException {
    var lines = new ArrayList<String>();
    String next = stream.readLine();
    while (next != null && !next.equals(line)) {
      lines.add(next);
      next = stream.readLine();
    }
    assertThat(next).isEqualTo(line);
    return lines;
  }
}
