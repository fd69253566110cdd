package florin.dashboard.disputes;

import florin.dashboard.parts.Fact;
import florin.dashboard.parts.SelectOption;
import florin.dashboard.parts.TimeText;
import florin.dashboard.payments.PaymentDetail;
import florin.dispute.Dispute;
import florin.dispute.Dispute.Response;
import florin.http.Form;
import florin.page.AmountText;
import florin.payment.evidence.Evidence;
import florin.payment.evidence.EvidenceField;
import florin.payment.evidence.EvidenceFile.Kind;
import florin.payment.evidence.EvidencePreview;
import florin.payment.evidence.PriorPayments;
import florin.payment.evidence.Recommended;
import florin.payment.evidence.Suggestion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The evidence on the page of a dispute.
 *
 * @param canEdit whether the bank waits for a response, and the member may give it
 * @param canRespond whether the member can also send it through the provider's API
 * @param words the state of the response; empty if there is nothing to say
 * @param first the texts that count for the reason
 * @param others the other texts
 * @param prior the earlier payments with this card, or why there are none
 * @param saved the last change of the draft
 * @param form the typed texts, with their errors
 */
public record EvidenceSection(
    EvidencePreview preview,
    boolean canEdit,
    boolean canRespond,
    Optional<String> words,
    List<Check> checks,
    List<TextField> first,
    List<TextField> others,
    List<Fact> prior,
    Saved saved,
    Form form) {
  /** The most characters of a suggestion that a button shows. */
  private static final int SHOWN = 80;

  public EvidenceSection {
    checks = List.copyOf(checks);
    first = List.copyOf(first);
    others = List.copyOf(others);
    prior = List.copyOf(prior);
  }

  /** A line of the checklist. */
  public record Check(String label, String why, boolean isFilled) {}

  /**
   * A text of the form.
   *
   * @param suggestion what Florin knows, shortened
   */
  public record TextField(
      String name, String label, int most, int rows, Optional<String> suggestion) {}

  /**
   * The last change, and what can be attached.
   *
   * @param by the actor, such as `by Sam`; empty if it is unknown
   * @param hasReceipt whether Florin has a receipt of the payment
   */
  public record Saved(Optional<String> by, boolean hasReceipt) {}

  /** A file with its kind in words. */
  public record FileLine(String id, String kind, String name, String size) {}

  static EvidenceSection of(
      EvidencePreview preview, boolean mayRespond, Form form, Saved saved, Instant now) {
    Evidence evidence = preview.evidence();
    Dispute dispute = evidence.dispute();
    Recommended recommended = Recommended.of(dispute.state().reason());
    boolean canEdit = mayRespond && dispute.canRespond(now);
    Map<EvidenceField, String> suggested =
        evidence.suggestions().stream()
            .collect(Collectors.toMap(Suggestion::field, Suggestion::text, (one, _) -> one));
    return new EvidenceSection(
        preview,
        canEdit,
        canEdit && preview.limits().isPresent(),
        words(preview, now),
        checks(evidence, recommended),
        recommended.fields().stream().map(field -> field(field, suggested)).toList(),
        Stream.of(EvidenceField.values())
            .filter(field -> !recommended.fields().contains(field))
            .map(field -> field(field, suggested))
            .toList(),
        evidence.prior().map(EvidenceSection::prior).orElse(List.of()),
        saved,
        form);
  }

  /** Returns a form with the saved texts. */
  static Form formOf(Evidence evidence) {
    var texts = new LinkedHashMap<String, String>();
    evidence.draft().fields().forEach((field, text) -> texts.put(field.text(), text));
    return Form.of(texts);
  }

  private static TextField field(EvidenceField field, Map<EvidenceField, String> suggested) {
    return new TextField(
        field.text(),
        EvidenceText.label(field),
        field.most(),
        field.most() > 5_000 ? 4 : 1,
        Optional.ofNullable(suggested.get(field)).map(EvidenceSection::shortened));
  }

  private static String shortened(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN).strip() + "…";
  }

  private static List<Check> checks(Evidence evidence, Recommended recommended) {
    var checks = new ArrayList<Check>();
    for (EvidenceField field : recommended.fields()) {
      checks.add(
          new Check(
              EvidenceText.label(field),
              EvidenceText.why(field),
              evidence.draft().fields().containsKey(field)));
    }
    for (Kind kind : recommended.files()) {
      checks.add(
          new Check(
              EvidenceText.label(kind) + " (file)",
              EvidenceText.why(kind),
              evidence.files().stream().anyMatch(file -> file.kind() == kind)));
    }
    return checks;
  }

  private static Optional<String> words(EvidencePreview preview, Instant now) {
    Dispute dispute = preview.evidence().dispute();
    if (dispute.state().response().isPresent()) {
      return dispute.state().response().map(EvidenceSection::words);
    }
    if (!dispute.isAwaited()) {
      return Optional.of(
          preview.limits().isEmpty()
              ? "This provider takes no evidence through its API, so Florin sent none. If you object, contact the provider."
              : "Florin sent no response to this dispute.");
    }
    if (!dispute.canRespond(now)) {
      return Optional.of("The deadline has passed. The draft can't be changed or sent.");
    }
    return preview.limits().isEmpty()
        ? Optional.of(
            "This provider takes no evidence through its API. Collect texts and files here, then copy them to the provider's dashboard.")
        : Optional.empty();
  }

  private static String words(Response response) {
    boolean isEvidence = response.kind() == Response.Kind.EVIDENCE;
    String at = TimeText.minutes(response.at());
    return switch (response.progress()) {
      case SENDING ->
          "Florin is sending %s. The provider hasn't confirmed it yet."
              .formatted(isEvidence ? "this evidence" : "the acceptance");
      case SENT ->
          (isEvidence
                  ? "Evidence sent on %s."
                  : "The dispute was accepted on %s. No evidence was sent.")
              .formatted(at);
      case FAILED ->
          "The provider rejected the response of %s. Correct the evidence, and submit it again."
              .formatted(at);
    };
  }

  private static List<Fact> prior(PriorPayments prior) {
    return prior
        .missing()
        .map(missing ->
            switch (missing) {
              case CARD_UNKNOWN -> "Florin can't tell which payments have the same card.";
              case TOO_FEW_PAYMENTS ->
                  "Fewer than two payments with this card were 120 to 365 days before.";
              case TOO_FEW_MATCHES ->
                  "Fewer than two earlier payments have the same customer, email or address.";
            })
        .map(why -> List.of(Fact.of("None", why)))
        .orElseGet(() ->
            prior.payments().stream()
                .map(it ->
                    Fact.of(
                            TimeText.minutes(it.created()),
                            AmountText.of(it.amount())
                                + ", same "
                                + it.matches().stream()
                                    .map(match -> match.replace('_', ' '))
                                    .collect(Collectors.joining(", ")))
                        .to(PaymentDetail.path(it.payment())))
                .toList());
  }

  public Evidence evidence() {
    return preview.evidence();
  }

  /** Returns whether Florin's own receipt can be added. */
  public boolean canAttachReceipt() {
    return canEdit
        && saved.hasReceipt()
        && evidence().files().stream().noneMatch(file -> file.kind() == Kind.RECEIPT);
  }

  public boolean canSubmit() {
    return canRespond && preview.isSendable();
  }

  /** Returns whether the form shows the other texts, because one of them has content. */
  public boolean isUnfolded() {
    return others.stream()
        .anyMatch(
            field -> !form.text(field.name()).isBlank() || form.error(field.name()).isPresent());
  }

  /** Returns the saved texts. */
  public List<Fact> texts() {
    return evidence().draft().fields().entrySet().stream()
        .map(text -> Fact.prose(EvidenceText.label(text.getKey()), text.getValue()))
        .toList();
  }

  public List<FileLine> files() {
    return evidence().files().stream()
        .map(file ->
            new FileLine(
                file.id().text(),
                EvidenceText.label(file.kind()),
                file.name(),
                EvidenceText.pages(file.pages()) + ", " + EvidenceText.size(file.bytes())))
        .toList();
  }

  public List<SelectOption> kinds() {
    return Stream.of(Kind.values())
        .map(kind -> new SelectOption(kind.text(), EvidenceText.label(kind)))
        .toList();
  }

  /** Returns what is sent, in numbers: `2 texts, 1 file with 3 pages`. */
  public String sent() {
    int texts = evidence().draft().fields().size();
    int files = evidence().files().size();
    return "%d %s, %d %s with %s"
        .formatted(
            texts,
            texts == 1 ? "text" : "texts",
            files,
            files == 1 ? "file" : "files",
            EvidenceText.pages(evidence().pages()));
  }

  /** Returns the names of what counts for the reason and is missing. */
  public List<String> missing() {
    return checks.stream().filter(check -> !check.isFilled()).map(Check::label).toList();
  }
}
