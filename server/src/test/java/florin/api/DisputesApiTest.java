package florin.api;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Reply;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Disputes of the simulator, as an integrator sees them. */
class DisputesApiTest extends WithPaymentMethods {
  private static final String FRAUD = "4000000000000259";
  private static final String NOT_RECEIVED = "4000000000002685";

  @Test
  void two_cards_are_disputed_after_the_payment_succeeded() {
    Reply paid = payWith(card(NOT_RECEIVED), "");
    assertThat(paid.text("/status")).isEqualTo("succeeded");

    Reply dispute = disputeOf(paid);
    assertThat(dispute.text("/status")).isEqualTo("needs_response");
    assertThat(dispute.text("/payment")).isEqualTo(paid.text("/id"));
    assertThat(dispute.number("/amount")).isEqualTo(paid.number("/amount"));
    assertThat(dispute.text("/reason")).isEqualTo("product_not_received");
    assertThat(dispute.text("/network_reason_code")).isEqualTo("13.1");
    assertThat(dispute.number("/due_by")).isPositive();
    assertThat(paid.text("/dispute/status")).isEqualTo("needs_response");
    assertThat(events(dispute.text("/id"))).containsExactly("dispute.created");
    assertThat(disputeOf(payWith(card(FRAUD), "")).text("/reason")).isEqualTo("fraudulent");
  }

  @Test
  void only_a_captured_payment_is_disputed() {
    Reply held = payWith(card(FRAUD), "\"capture_method\": \"manual\", ");

    assertThat(florin.get("/v2/disputes?payment=" + held.text("/id")).texts("/data", "id"))
        .isEmpty();
  }

  @Test
  void a_dispute_is_lost_and_its_loss_is_reversed() {
    Reply paid = payWith(card(FRAUD), "");
    String id = disputeOf(paid).text("/id");

    assertThat(refund(paid).text("/error/code")).isEqualTo("payment_not_refundable");
    Reply lost = florin.post("/v2/test/disputes/" + id + "/lose", "{}");
    assertThat(lost.text("/status")).as(lost.body()).isEqualTo("lost");
    assertThat(florin.post("/v2/test/disputes/" + id + "/lose", "{}").body())
        .isEqualTo(lost.body());
    assertThat(refund(paid).text("/error/message")).contains("was lost");
    assertThat(florin.post("/v2/test/disputes/" + id + "/win", "{}").text("/status"))
        .isEqualTo("won");

    assertThat(events(id)).containsExactly("dispute.closed", "dispute.closed", "dispute.created");
    assertThat(florin.get("/v2/disputes/" + id).text("/status")).isEqualTo("won");
    assertThat(events(paid.text("/id")))
        .containsExactly("payment.dispute_updated", "payment.dispute_updated", "payment.succeeded");
    assertThat(refund(paid).status()).isEqualTo(200);
  }

  @Test
  void disputes_are_listed_by_status_deadline_connector_and_time() {
    String open = disputeOf(payWith(card(FRAUD), "")).text("/id");
    Reply lost = disputeOf(payWith(card(FRAUD), ""));
    florin.post("/v2/test/disputes/" + lost.text("/id") + "/lose", "{}");
    long due = lost.number("/due_by");

    assertThat(listed("status=needs_response")).contains(open).doesNotContain(lost.text("/id"));
    assertThat(listed("status=lost")).contains(lost.text("/id")).doesNotContain(open);
    assertThat(listed("due_by[lt]=" + (due - 86_400))).isEmpty();
    assertThat(listed("due_by[lte]=" + (due + 60))).contains(open);
    assertThat(listed("connector=simulator")).contains(open, lost.text("/id"));
    assertThat(listed("created[lt]=1700000000")).isEmpty();
    assertThat(florin.get("/v2/disputes?status=gone").status()).isEqualTo(400);
  }

  private Reply disputeOf(Reply payment) {
    return florin.get(
        "/v2/disputes/"
            + florin
                .get("/v2/disputes?payment=" + payment.text("/id"))
                .texts("/data", "id")
                .getFirst());
  }

  private List<String> listed(String query) {
    return florin.get("/v2/disputes?limit=100&" + query).texts("/data", "id");
  }

  private Reply refund(Reply payment) {
    return florin.post("/v2/refunds", "{\"payment\": \"%s\"}".formatted(payment.text("/id")));
  }
}
