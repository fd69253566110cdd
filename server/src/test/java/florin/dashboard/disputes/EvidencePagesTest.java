package florin.dashboard.disputes;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.DisputeId;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.EvidenceFiles;
import florin.testing.FileForm;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.HashMap;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Staff respond to disputes by forms. */
@TestInstance(Lifecycle.PER_CLASS)
class EvidencePagesTest {
  private static final String NOT_RECEIVED = "4000000000002685";

  private final TestApp florin = TestApp.open();
  private final DashboardClient finance = DashboardClient.of(florin, Role.FINANCE);
  private String path = "";

  @BeforeEach
  void dispute() {
    String payment =
        florin
            .post(
                "/v2/payments",
                TestApp.payment(5700, NOT_RECEIVED)
                    .replaceFirst("\\{", "{\"description\": \"A red hat\", "))
            .text("/id");
    path =
        DisputeListPages.PATH
            + "/"
            + florin.get("/v2/disputes?payment=" + payment).texts("/data", "id").getFirst();
  }

  @AfterAll
  void close() {
    finance.close();
    florin.close();
  }

  @Test
  void evidence_is_filled_previewed_and_submitted_once() {
    Document empty = page();
    assertThat(empty.text())
        .contains("Shipping tracking number Missing Proves the delivery.")
        .contains("The draft is empty.", "Use: A red hat", "Add evidence", "Accept dispute…")
        .doesNotContain("Submit evidence…");

    Document used =
        save(Map.of("use", "all", "shipping_carrier", "DHL", "uncategorized_text", "It arrived."));
    assertThat(used.text())
        .contains("Draft saved.", "Shipping carrier Filled", "Product description Filled")
        .contains("The bank gets 3 texts, 0 files with 0 pages.")
        .doesNotContain("Use: A red hat");
    assertThat(used.expectFirst("textarea[name=product_description]").text())
        .isEqualTo("A red hat");
    assertThat(save(Map.of("shipping_carrier", "")).text()).contains("Shipping carrier Missing");

    Document added = upload("shipping_documentation", EvidenceFiles.PNG);
    assertThat(added.text())
        .contains("File added.", "Shipping documentation (file) Filled", "1 page, 1 kB")
        .contains("Missing Shipping tracking number, Shipping carrier");
    assertThat(upload("receipt", new byte[] {1, 2, 3}).text())
        .contains("The file is no PDF, JPEG or PNG.");
    String file = added.expectFirst(".evidence-files a").attr("href");
    Reply content = finance.get(file);
    assertThat(content.header("Content-Disposition").orElseThrow()).contains("attachment");

    save(Map.of("uncategorized_text", "winning_evidence"));
    Document dialog = Jsoup.parse(finance.get(path + "?dialog=submit").body());
    assertThat(dialog.expectFirst("dialog[open]").text())
        .contains("You can submit once.", "The bank gets 2 texts, 1 file with 1 page.")
        .contains("Missing: Shipping tracking number, Shipping carrier");
    Document sent = follow(submit(dialog, "/submit", Map.of()));

    assertThat(sent.text())
        .contains("Evidence submitted.", "You won, and $57.00 is yours.", "Evidence sent on")
        .contains("winning_evidence", "Shipping documentation");
    assertThat(sent.select("textarea, input[type=file], #dialog-submit")).isEmpty();
    assertThat(finance.get(file).status()).isEqualTo(200);
    assertThat(follow(submit(dialog, "/submit", Map.of())).text()).contains("Evidence submitted.");
    assertThat(
            florin.query(
                "SELECT action FROM audit_entry WHERE outcome = 'done' AND object = ? ORDER BY number",
                path.substring(DisputeListPages.PATH.length() + 1)))
        .contains("evidence.save", "evidence_file.add", "evidence.submit");
  }

  @Test
  void a_draft_that_another_member_changed_is_not_overwritten_unseen() {
    Document first = page();
    save(Map.of("shipping_carrier", "DHL"));

    Reply late = submit(first, "/evidence", Map.of("shipping_carrier", "UPS"));

    assertThat(late.status()).isEqualTo(422);
    Document again = Jsoup.parse(late.body());
    assertThat(again.text()).contains("The draft was changed meanwhile.");
    assertThat(again.expectFirst("textarea[name=shipping_carrier]").text()).isEqualTo("UPS");
    assertThat(follow(submit(first, "/accept", Map.of())).text())
        .contains("The draft was changed meanwhile. Check it again; nothing was sent.");
    assertThat(follow(submit(again, "/evidence", Map.of())).text()).contains("Draft saved.");
  }

  @Test
  void a_text_with_a_card_number_is_rejected_at_its_field() {
    Reply wrong = submit(page(), "/evidence", Map.of("customer_name", "4242424242424242"));

    assertThat(wrong.status()).isEqualTo(422);
    assertThat(Jsoup.parse(wrong.body()).select("#customer_name-error")).hasSize(1);
  }

  @Test
  void the_receipt_is_attached_and_the_page_names_who_saved() {
    Document attached = follow(submit(page(), "/files/receipt", Map.of()));

    assertThat(attached.text()).contains("Receipt attached.", "Receipt receipt.pdf · 1 page");
    assertThat(attached.select("form[action$=/files/receipt]")).isEmpty();
    assertThat(attached.expectFirst("#evidence").text()).contains(" by ");
    florin.post(path.replace("/dashboard", "/v2") + "/evidence", "{\"customer_name\": \"Ada\"}");
    assertThat(page().expectFirst("#evidence").text()).contains(" by API key key_");
  }

  @Test
  void a_file_is_removed() {
    Document added = upload("receipt", EvidenceFiles.PNG);

    Document removed =
        follow(
            submit(
                added,
                "/files/remove",
                Map.of("file", added.expectFirst(".evidence-files button").attr("value"))));

    assertThat(removed.text()).contains("File removed.");
    assertThat(removed.select(".evidence-files")).isEmpty();
  }

  @Test
  void a_dispute_is_accepted() {
    Document dialog = Jsoup.parse(finance.get(path + "?dialog=accept").body());
    assertThat(dialog.expectFirst("dialog[open]").text()).contains("The payer keeps $57.00.");

    Document accepted = follow(submit(dialog, "/accept", Map.of()));

    assertThat(accepted.text())
        .contains("Dispute accepted.", "You accepted the dispute, and the payer got $57.00 back.")
        .contains("No evidence was sent.");
    assertThat(florin.get(path.replace("/dashboard", "/v2")).text("/status")).isEqualTo("accepted");
  }

  @Test
  void a_viewer_sees_the_draft_only() {
    Document saved = save(Map.of("shipping_carrier", "DHL"));
    try (DashboardClient viewer = DashboardClient.of(florin, Role.VIEWER)) {
      Document page = Jsoup.parse(viewer.get(path).body());

      assertThat(page.expectFirst("#evidence").text()).contains("Shipping carrier DHL");
      assertThat(page.select("#evidence form, #files form, #dialog-submit, #dialog-accept"))
          .isEmpty();
      String token = DashboardClient.formToken(viewer.get(path));
      String version = saved.expectFirst("[name=version]").attr("value");
      for (String action :
          new String[] {"/evidence", "/files", "/files/remove", "/submit", "/accept"}) {
        assertThat(viewer.post(path, path + action, token, Map.of("version", version)).status())
            .as(action)
            .isEqualTo(403);
      }
      assertThat(page().text()).contains("Needs response");
    }
  }

  @Test
  void a_passed_deadline_and_a_rejected_response_are_explained() {
    set(
        "response = 'evidence', response_id = gen_random_uuid(), response_status = 'failed', response_at = now(), response_tries = 0");
    assertThat(page().text()).contains("The provider rejected the response of", "Save draft");

    set(
        "response = NULL, response_id = NULL, response_status = NULL, response_at = NULL, response_tries = NULL, due_by = now() - interval '1 minute'");
    assertThat(page().text())
        .contains("The deadline has passed. The draft can't be changed or sent.")
        .doesNotContain("Save draft", "Accept dispute…");
  }

  private void set(String change) {
    florin.update(
        "UPDATE dispute SET %s WHERE id = '%s'"
            .formatted(
                change,
                DisputeId.KIND
                    .parse(path.substring(DisputeListPages.PATH.length() + 1))
                    .orElseThrow()
                    .uuid()));
  }

  private Document page() {
    return Jsoup.parse(finance.get(path).body());
  }

  private Document follow(Reply reply) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(303);
    return Jsoup.parse(finance.follow(reply).body());
  }

  private Document save(Map<String, String> changed) {
    return follow(submit(page(), "/evidence", changed));
  }

  /** Sends a form of a page, with changed fields, and with no other button. */
  private Reply submit(Document page, String action, Map<String, String> changed) {
    var fields = new HashMap<String, String>();
    page.expectFirst("form[action=" + path + action + "]")
        .select("input[name], textarea[name]")
        .forEach(field -> fields.put(field.attr("name"), field.val()));
    String token = fields.remove("csrf");
    fields.putAll(changed);
    return finance.post(path, path + action, token == null ? "" : token, fields);
  }

  private Document upload(String kind, byte[] content) {
    return follow(
        FileForm.send(
            finance,
            path,
            path + "/files",
            page().expectFirst("[name=csrf]").attr("value"),
            Map.of("kind", kind),
            content));
  }
}
