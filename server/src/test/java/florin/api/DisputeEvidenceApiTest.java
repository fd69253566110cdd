package florin.api;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The draft of evidence: its texts, files, suggestions and preview. */
class DisputeEvidenceApiTest extends WithPaymentMethods {
  private static final String FRAUD = "4000000000000259";
  private static final String NOT_RECEIVED = "4000000000002685";

  private String dispute;

  @BeforeEach
  void dispute() {
    dispute = disputeOf(payWith(card(NOT_RECEIVED), "\"description\": \"A red hat\", "));
  }

  @Test
  void a_draft_begins_empty_with_what_florin_knows_as_suggestions() {
    Reply draft = florin.get(evidence());

    assertThat(draft.status()).as(draft.body()).isEqualTo(200);
    assertThat(draft.text("/dispute")).isEqualTo(dispute);
    assertThat(draft.json().at("/fields").isEmpty()).isTrue();
    assertThat(draft.texts("/suggestions", "field")).contains("product_description");
    assertThat(draft.texts("/suggestions", "text")).contains("A red hat");
    assertThat(draft.json().at("/prior_payments").isNull()).isTrue();
  }

  @Test
  void fields_are_merged_and_removed_by_null_or_an_empty_text() {
    change("{\"customer_name\": \"Ada\", \"shipping_carrier\": \"DHL\"}");
    Reply after = change("{\"customer_name\": \"\", \"shipping_date\": \"2026-11-02\"}");

    assertThat(after.json().at("/fields").propertyNames())
        .containsExactlyInAnyOrder("shipping_carrier", "shipping_date");
    assertThat(florin.get(evidence()).body()).isEqualTo(after.body());
    assertThat(change("{\"shipping_carrier\": null}").json().at("/fields").propertyNames())
        .containsExactly("shipping_date");
  }

  @Test
  void suggestions_become_fields_only_on_request() {
    Reply after = change("{\"accept_suggestions\": true, \"customer_name\": \"Ada\"}");

    assertThat(after.text("/fields/product_description")).isEqualTo("A red hat");
    assertThat(after.text("/fields/customer_name")).isEqualTo("Ada");
    assertThat(after.texts("/suggestions", "field")).doesNotContain("product_description");
  }

  @Test
  void a_text_has_a_limit_and_no_card_number() {
    assertThat(
            change("{\"customer_name\": \"%s\"}".formatted("x".repeat(5001))).text("/error/code"))
        .isEqualTo("parameter_invalid");
    assertThat(change("{\"uncategorized_text\": \"Card 4242424242424242\"}").text("/error/code"))
        .isEqualTo("card_number_not_allowed");
    assertThat(change("{\"reason\": \"x\"}").text("/error/code")).isEqualTo("parameter_unknown");
  }

  @Test
  void a_file_is_known_by_its_content_and_replaces_one_of_its_kind() throws IOException {
    Reply text = upload("receipt", "receipt.pdf", "not a PDF".getBytes(StandardCharsets.UTF_8));
    assertThat(text.text("/error/code")).isEqualTo("evidence_file_invalid");
    assertThat(
            upload("receipt", "r.pdf", "%PDF-1.7 broken".getBytes(StandardCharsets.UTF_8))
                .text("/error/code"))
        .isEqualTo("evidence_file_invalid");

    byte[] pdf = pdf(3);
    Reply first = upload("receipt", "photo.png", pdf);
    assertThat(first.text("/media_type")).as(first.body()).isEqualTo("application/pdf");
    assertThat(first.number("/pages")).isEqualTo(3);
    assertThat(first.number("/bytes")).isEqualTo(pdf.length);
    assertThat(content(first)).isEqualTo(new String(pdf, StandardCharsets.UTF_8));

    Reply second = upload("receipt", "", pdf(1));
    assertThat(second.text("/name")).isEqualTo("receipt.pdf");
    assertThat(florin.get(evidence()).texts("/files", "id")).containsExactly(second.text("/id"));
    assertThat(florin.get("/v2/dispute_files/" + first.text("/id")).status()).isEqualTo(404);

    assertThat(delete("/v2/dispute_files/" + second.text("/id")).status()).isEqualTo(200);
    assertThat(florin.get(evidence()).texts("/files", "id")).isEmpty();
  }

  @Test
  void a_file_is_stored_encrypted() throws IOException {
    byte[] pdf = pdf(1);
    String id = upload("receipt", "", pdf).text("/id");

    assertThat(florin.query("SELECT position('%PDF'::bytea in content)::text FROM dispute_file"))
        .containsOnly("0");
    assertThat(florin.get("/v2/dispute_files/" + id).status()).isEqualTo(200);
  }

  @Test
  void the_preview_says_what_is_sent_what_is_missing_and_what_is_too_large() throws IOException {
    Reply empty = florin.get(evidence() + "/preview");
    assertThat(empty.bool("/sendable")).isFalse();
    assertThat(empty.texts("/faults", "code")).containsExactly("empty");
    assertThat(empty.body()).contains("shipping_tracking_number", "shipping_documentation");

    change("{\"shipping_tracking_number\": \"JD01\"}");
    Reply ready = florin.get(evidence() + "/preview");
    assertThat(ready.bool("/sendable")).as(ready.body()).isTrue();
    assertThat(ready.text("/fields/shipping_tracking_number")).isEqualTo("JD01");

    upload("receipt", "", pdf(51));
    Reply tooLong = florin.get(evidence() + "/preview");
    assertThat(tooLong.texts("/faults", "code")).containsExactly("too_many_pages");
    assertThat(tooLong.number("/pages")).isEqualTo(51);
    assertThat(tooLong.number("/limits/pages")).isEqualTo(50);
  }

  @Test
  void a_decided_or_late_dispute_takes_no_change() {
    florin.update("UPDATE dispute SET due_by = now() - interval '1 second'");
    assertThat(change("{\"customer_name\": \"Ada\"}").text("/error/code"))
        .isEqualTo("dispute_deadline_passed");
    florin.post("/v2/test/disputes/" + dispute + "/lose", "{}");
    assertThat(change("{\"customer_name\": \"Ada\"}").text("/error/code"))
        .isEqualTo("dispute_unexpected_state");
  }

  @Test
  void a_fraud_shows_two_earlier_payments_of_the_card_or_why_there_are_none() {
    String customer = florin.post("/v2/customers", "{\"email\": \"ada@example.com\"}").text("/id");
    String fields = "\"customer\": \"%s\", ".formatted(customer);
    payWith(card(FRAUD), fields);
    payWith(card(FRAUD), fields);
    String late = disputeOf(payWith(card(FRAUD), fields));
    Reply none = florin.get("/v2/disputes/" + late + "/evidence");
    assertThat(none.text("/prior_payments/missing")).isEqualTo("too_few_payments");

    florin.update("UPDATE payment SET provider = NULL");
    florin.update(
        "UPDATE payment SET created_at = created_at + interval '180 days' WHERE id = (SELECT payment_id FROM dispute ORDER BY id DESC LIMIT 1)");
    Reply found = florin.get("/v2/disputes/" + late + "/evidence");
    assertThat(found.texts("/prior_payments/payments", "payment")).as(found.body()).hasSize(2);
    assertThat(found.json().at("/prior_payments/payments/0/matches").toString())
        .contains("card", "customer");
    assertThat(found.texts("/suggestions", "text").toString()).contains("without a dispute");
  }

  private String evidence() {
    return "/v2/disputes/" + dispute + "/evidence";
  }

  private Reply change(String body) {
    return florin.post(evidence(), body);
  }

  private Reply upload(String kind, String name, byte[] content) {
    return florin
        .client()
        .send(
            florin
                .client()
                .request(evidence() + "/files?kind=" + kind + "&name=" + name)
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofByteArray(content))
                .build());
  }

  private Reply delete(String path) {
    return florin.client().send(florin.client().request(path).DELETE().build());
  }

  private String content(Reply file) {
    return florin.get("/v2/dispute_files/" + file.text("/id") + "/content").body();
  }

  private String disputeOf(Reply payment) {
    return florin
        .get("/v2/disputes?payment=" + payment.text("/id"))
        .texts("/data", "id")
        .getFirst();
  }

  static byte[] pdf(int pages) throws IOException {
    try (var document = new PDDocument()) {
      for (int i = 0; i < pages; i++) {
        document.addPage(new PDPage());
      }
      var bytes = new ByteArrayOutputStream();
      document.save(bytes);
      return bytes.toByteArray();
    }
  }
}
