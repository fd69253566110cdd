package florin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Caller;
import florin.core.Caller.KeyKind;
import florin.core.ErrorCode;
import florin.core.Id.KeyId;
import florin.core.Id.PaymentId;
import florin.core.Realm;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The listener's record of a request. */
class AnsweredRequestTest {
  private static final Caller CALLER =
      new Caller(new Realm(2), new KeyId(new UUID(1, 2)), KeyKind.SECRET);

  @Test
  void it_receives_the_caller_and_the_result_and_only_the_ids_of_the_path() {
    var heard = new CopyOnWriteArrayList<AnsweredRequest>();
    var said = new CopyOnWriteArrayList<String>();
    String id = new PaymentId(UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057")).text();
    Endpoint thing =
        new Endpoint(
            "GET",
            "/v2/things/{id}/parts/{part}",
            exchange -> {
              exchange.log().put(CALLER);
              exchange.log().put(ErrorCode.RESOURCE_MISSING);
              return Answer.json(404, "{}");
            });
    try (var server = new TestServer(thing)) {
      server.server.tell((request, content) -> {
        heard.add(request);
        said.add(content.toString());
      });
      server.get("/v2/things/" + id + "/parts/4242424242424242?number=4242424242424242");
      server.get("/nothing/here");
      await().until(() -> heard.size() == 2);
    }

    AnsweredRequest first = heard.getFirst();
    assertThat(first.route()).isEqualTo("/v2/things/{id}/parts/{part}");
    assertThat(first.path()).isEqualTo("/v2/things/" + id + "/parts/{part}");
    assertThat(first.status()).isEqualTo(404);
    assertThat(first.caller()).contains(CALLER);
    assertThat(first.error()).contains(ErrorCode.RESOURCE_MISSING);
    assertThat(first.address()).isEqualTo("127.0.0.1");
    assertThat(List.copyOf(heard).getLast().caller()).isEmpty();
    assertThat(heard.toString() + said).doesNotContain("4242");
  }
}
