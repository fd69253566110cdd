package florin.connector.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import emulator.provider.Fault;
import emulator.provider.WebhookFault;
import florin.testing.EvidenceFiles;
import florin.testing.Reply;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Responses to disputes over the Stripe emulator: each is sent once, whatever is lost. */
class StripeDisputesTest extends WithStripeDisputes {
  private Disputed dispute;

  StripeDisputesTest() throws IOException {}

  @BeforeEach
  void dispute() {
    dispute = disputed(1000, Optional.empty());
    change(dispute, "Our story");
  }

  @Test
  void evidence_arrives_with_its_files_and_is_submitted_once() {
    EvidenceFiles.add(florin.client(), dispute.id());
    Reply sent = respond(dispute, "submit");

    assertThat(sent.text("/status")).as(sent.body()).isEqualTo("under_review");
    assertThat(sent.text("/response/status")).isEqualTo("sent");
    assertThat(stripe.payers().evidence(dispute.there()))
        .containsEntry("uncategorized_text", "Our story")
        .containsKey("receipt");
    assertThat(respond(dispute, "submit").text("/error/code"))
        .isEqualTo("dispute_already_answered");
    assertThat(stripe.payers().submissions(dispute.there())).isEqualTo(1);
  }

  @Test
  void an_accepted_dispute_is_closed_at_stripe() {
    Reply accepted = respond(dispute, "accept");

    assertThat(accepted.text("/status")).as(accepted.body()).isEqualTo("accepted");
    assertThat(stripe.payers().disputeStatus(dispute.there())).isEqualTo("lost");
    assertThat(payment(dispute.payment()).number("/dispute/amount_lost")).isEqualTo(1000);
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST_BEFORE", "LOST_AFTER", "ERROR_AFTER", "TWICE", "UNAVAILABLE"})
  void a_lost_response_is_asked_about_before_it_is_sent_again(Fault fault) {
    stripe.faults().next(SUBMIT, fault);
    Reply first = respond(dispute, "submit");
    assertThat(first.status()).as(first.body()).isEqualTo(200);

    settle();
    assertThat(status(dispute)).isEqualTo("under_review");
    assertThat(stripe.payers().submissions(dispute.there())).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"submit, 1", "accept, 2"})
  void what_has_arrived_is_not_sent_again(String deed, int posts) {
    stripe.faults().next(deed.equals("submit") ? SUBMIT : CLOSE, Fault.ERROR_AFTER);
    assertThat(respond(dispute, deed).text("/response/status")).isEqualTo("sending");
    settle();

    assertThat(status(dispute)).isEqualTo(deed.equals("submit") ? "under_review" : "accepted");
    assertThat(posts(dispute)).isEqualTo(posts);
  }

  @Test
  void a_dispute_of_which_every_webhook_is_lost_is_found_by_its_balance_transaction() {
    String payment = paid(700);
    stripe.webhookFaults().mix(Map.of(WebhookFault.NEVER, 1000));
    String there = dispute(payment, Optional.of(300L));
    within()
        .until(() -> {
          readSettlements();
          return payment(payment).number("/dispute/amount_held") == 300;
        });

    stripe.payers().moveDispute(there, "won");
    within()
        .until(() -> {
          readSettlements();
          return florin.get("/v2/disputes/" + awaitDispute(payment)).text("/status").equals("won");
        });
  }

  @Test
  void an_inquiry_of_which_every_webhook_is_lost_is_found_before_money_moves() {
    String payment = paid(700);
    stripe.webhookFaults().mix(Map.of(WebhookFault.NEVER, 1000));
    String there = inquire(payment);
    within()
        .until(() -> {
          readSettlements();
          return !florin.get("/v2/disputes?payment=" + payment).texts("/data", "id").isEmpty();
        });
    String id = awaitDispute(payment);
    assertThat(florin.get("/v2/disputes/" + id).text("/status")).isEqualTo("inquiry");

    stripe.payers().moveDispute(there, "needs_response");
    within()
        .until(() -> {
          readSettlements();
          return payment(payment).number("/dispute/amount_held") == 700;
        });
    assertThat(florin.get("/v2/disputes/" + id).text("/status")).isEqualTo("needs_response");
  }

  @Test
  void evidence_that_stripe_rejects_can_be_corrected() {
    stripe.payers().moveDispute(dispute.there(), "under_review");
    stripe.webhookFaults().next(".*", WebhookFault.NEVER);
    Reply failed = respond(dispute, "submit");

    assertThat(failed.text("/response/status")).as(failed.body()).isIn("failed", "sent");
    assertThat(stripe.payers().submissions(dispute.there())).isZero();
  }
}
