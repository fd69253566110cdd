package florin.api;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.EvidenceFiles;
import florin.testing.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The responses to disputes of the simulator: evidence and acceptance. */
class DisputeResponsesApiTest extends WithPaymentMethods {
  private String payment;
  private String dispute;

  @BeforeEach
  void dispute() {
    payment = payWith(card("4000000000002685"), "").text("/id");
    dispute = florin.get("/v2/disputes?payment=" + payment).texts("/data", "id").getFirst();
  }

  @Test
  void evidence_is_submitted_once_and_the_draft_is_closed() {
    assertThat(submit().text("/error/code")).isEqualTo("evidence_invalid");
    change("Our story");
    Reply submitted = submit();

    assertThat(submitted.text("/status")).as(submitted.body()).isEqualTo("under_review");
    assertThat(submitted.text("/response/type")).isEqualTo("evidence");
    assertThat(submitted.text("/response/status")).isEqualTo("sent");
    Reply again = submit();
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.text("/error/code")).isEqualTo("dispute_already_answered");
    assertThat(accept().text("/error/code")).isEqualTo("dispute_already_answered");
    assertThat(change("More").text("/error/code")).isEqualTo("dispute_already_answered");
    assertThat(florin.get(path("/evidence")).text("/fields/uncategorized_text"))
        .isEqualTo("Our story");
    assertThat(events(dispute))
        .containsExactly("dispute.updated", "dispute.updated", "dispute.created");
    assertThat(florin.get("/v2/disputes/" + dispute).body()).isEqualTo(submitted.body());
  }

  @Test
  void a_word_in_the_evidence_decides_a_dispute_of_the_simulator() {
    change("winning_evidence");
    assertThat(submit().text("/status")).isEqualTo("won");
    assertThat(florin.get("/v2/payments/" + payment).text("/dispute/status")).isEqualTo("won");
    assertThat(submit().text("/error/code"))
        .as("also after the decision")
        .isEqualTo("dispute_already_answered");

    dispute();
    change("losing_evidence");
    assertThat(submit().text("/status")).isEqualTo("lost");
    assertThat(florin.get("/v2/payments/" + payment).text("/dispute/status")).isEqualTo("lost");
  }

  @Test
  void a_repeated_submission_has_the_first_response() {
    change("Our story");
    Reply first = florin.post(path("/submit"), "", "key-" + dispute);
    Reply again = florin.post(path("/submit"), "", "key-" + dispute);

    assertThat(first.status()).as(first.body()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.isReplay()).isTrue();
  }

  @Test
  void an_accepted_dispute_gives_the_money_to_the_payer() {
    Reply accepted = accept();

    assertThat(accepted.text("/status")).as(accepted.body()).isEqualTo("accepted");
    assertThat(accepted.text("/response/type")).isEqualTo("acceptance");
    assertThat(florin.get("/v2/payments/" + payment).number("/dispute/amount_lost")).isEqualTo(900);
    assertThat(accept().text("/error/code")).isEqualTo("dispute_already_answered");
    assertThat(events(dispute))
        .containsExactly("dispute.closed", "dispute.updated", "dispute.created");
  }

  @Test
  void a_response_after_the_deadline_is_rejected() {
    change("Our story");
    florin.update("UPDATE dispute SET due_by = now() - interval '1 second'");

    assertThat(submit().text("/error/code")).isEqualTo("dispute_deadline_passed");
    assertThat(accept().text("/error/code")).isEqualTo("dispute_deadline_passed");
  }

  @Test
  void a_provider_without_an_api_for_it_is_named() {
    change("Our story");
    florin.update("UPDATE dispute SET connector = 'gone', connector_kind = 'gone'");

    assertThat(submit().text("/error/code")).isEqualTo("evidence_not_accepted");
    assertThat(florin.get(path("/evidence/preview")).texts("/faults", "code"))
        .containsExactly("not_accepted");
  }

  @Test
  void each_change_with_a_key_is_in_the_audit_log() {
    change("Our story");
    String file = EvidenceFiles.add(florin.client(), dispute);
    florin.client().send(florin.client().request("/v2/dispute_files/" + file).DELETE().build());
    submit();
    String submitted = dispute;
    dispute();
    accept();
    accept();

    String entries =
        "SELECT action || ' ' || outcome || ' ' || detail FROM audit_entry WHERE actor LIKE 'API key key_%' AND object = ? ORDER BY number";
    assertThat(florin.query(entries, submitted))
        .containsExactly(
            "evidence.save done ",
            "evidence_file.add done receipt",
            "evidence_file.remove done receipt",
            "evidence.submit done ");
    assertThat(florin.query(entries, dispute)).containsExactly("dispute.accept done ");
  }

  private Reply change(String text) {
    return florin.post(path("/evidence"), "{\"uncategorized_text\": \"%s\"}".formatted(text));
  }

  private Reply submit() {
    return florin.post(path("/submit"), "");
  }

  private Reply accept() {
    return florin.post(path("/accept"), "");
  }

  private String path(String more) {
    return "/v2/disputes/" + dispute + more;
  }
}
