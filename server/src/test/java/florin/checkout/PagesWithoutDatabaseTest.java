package florin.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The payers' pages while PostgreSQL does not respond. */
class PagesWithoutDatabaseTest {
  private static final String HASH = "0123456789abcdef".repeat(4);

  @Test
  void a_payer_is_asked_to_reload_the_page() throws Exception {
    try (TestApp florin = TestApp.open()) {
      Payer payer = Payer.of(florin);
      String checkout = Payer.path(Payer.session(florin, ""));
      Reply challenged = florin.post("/v2/payments", TestApp.payment(1000, Payer.CHALLENGED));
      String challenge =
          challenged.text("/next_action/redirect_to_url/url").replaceFirst(".*?(?=/chal)", "");
      String token = challenge.substring(challenge.lastIndexOf('/') + 1);
      String receipt =
          florin
              .post("/v2/payments", TestApp.payment(1000, Payer.GOOD))
              .text("/receipt_url")
              .replaceFirst(".*?(?=/receipts)", "");
      String link =
          Payer.path(
              florin.post(
                  "/v2/payment_links",
                  "{\"amount\": 500, \"currency\": \"usd\", \"description\": \"Raffle ticket\"}"));
      assertThat(payer.look(challenge).status()).isEqualTo(200);
      String action = Payer.action(payer.look(link));

      florin.loseDatabase();

      var looks =
          Stream.of(
              checkout,
              challenge,
              "/return/" + token,
              "/transfers/" + token,
              "/transfers/" + token + "/qr.svg",
              receipt,
              link,
              "/logos/" + HASH);
      var presses = Stream.of(checkout, checkout + "/again", challenge + "/complete", link, action);
      assertThat(payer.look(checkout).body())
          .contains(
              "If you haven't paid yet, nothing has been charged. If you have, don't pay again: this page shows the result.",
              "<a class=\"pay\" href=\"\">Try again</a>");
      assertThat(payer.look(link).body())
          .contains("Nothing has been charged. Try again in a moment.");
      assertThat(payer.look(receipt).body())
          .contains("<p class=\"told \">Try again in a moment.</p>")
          .doesNotContain("charged");
      assertThat(payer.submit(link, Map.of()).body())
          .contains("Nothing has been charged. Try again in a moment.");
      assertThat(payer.submit(action, Map.of("try", "1")).body())
          .contains(
              "If you haven't paid yet, nothing has been charged. If you have, don't pay again: this page shows the result.",
              "<a class=\"pay\" href=\"\">Try again</a>");
      // The requests run in parallel, because each waits for a connection until its deadline.
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Future<Reply>> replies =
            Stream.concat(
                    looks.map(path -> threads.submit(() -> payer.look(path))),
                    presses.map(
                        path -> threads.submit(() -> payer.submit(path, Map.of("try", "1")))))
                .toList();
        for (Future<Reply> each : replies) {
          Reply reply = each.get();
          assertThat(reply.status()).as(reply.body()).isEqualTo(503);
          assertThat(reply.header("Retry-After")).contains("1");
          assertThat(reply.body())
              .startsWith("<!doctype html>")
              .contains("We can't load this page right now");
        }
      }
      // An orderly stop would wait for the database.
      florin.abandon();
    }
  }
}
