package florin.payment.evidence;

import florin.core.Currency;
import florin.core.Id.DisputeFileId;
import florin.core.Id.DisputeId;
import florin.core.Id.PaymentId;
import florin.payment.evidence.EvidencePreview.Fault;
import florin.payment.evidence.PriorPayments.Missing;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Evidence as the API shows it, field by field.
 *
 * @param priorPayments the earlier payments of the card; null if the card scheme asks for none
 */
record EvidenceView(
    String object,
    DisputeId dispute,
    Map<String, String> fields,
    List<FileView> files,
    List<SuggestionView> suggestions,
    Optional<PriorView> priorPayments,
    int characters,
    boolean livemode) {

  record DeletedFileView(DisputeFileId id, String object, boolean deleted) {}

  record SuggestionView(String field, String text, String source) {}

  record FileView(
      DisputeFileId id,
      String object,
      DisputeId dispute,
      String kind,
      String name,
      String mediaType,
      int bytes,
      int pages,
      Instant created,
      boolean livemode) {
    static FileView of(EvidenceFile file, boolean isLive) {
      return new FileView(
          file.id(),
          "dispute_file",
          file.dispute(),
          file.kind().text(),
          file.name(),
          file.mediaType().text(),
          file.bytes(),
          file.pages(),
          file.created(),
          isLive);
    }
  }

  record PriorView(List<PriorPaymentView> payments, Optional<String> missing) {}

  record PriorPaymentView(
      PaymentId payment, long amount, Currency currency, List<String> matches, Instant created) {}

  /** The preview of a submission. */
  record PreviewView(
      String object,
      DisputeId dispute,
      boolean sendable,
      List<FaultView> faults,
      Map<String, String> fields,
      List<FileView> files,
      int characters,
      int bytes,
      int pages,
      Optional<LimitsView> limits,
      List<String> missingFields,
      List<String> missingFiles,
      boolean livemode) {}

  record FaultView(String code, String message) {}

  record LimitsView(int characters, int bytes, int pages) {}

  static EvidenceView of(Evidence evidence) {
    return new EvidenceView(
        "dispute_evidence",
        evidence.dispute().id(),
        texts(evidence),
        files(evidence),
        evidence.suggestions().stream()
            .map(it -> new SuggestionView(it.field().text(), it.text(), it.source()))
            .toList(),
        evidence.prior().map(EvidenceView::prior),
        evidence.draft().characters(),
        evidence.dispute().realm().isLive());
  }

  static DeletedFileView deleted(DisputeFileId id) {
    return new DeletedFileView(id, "dispute_file", true);
  }

  private static PriorView prior(PriorPayments prior) {
    return new PriorView(
        prior.payments().stream()
            .map(it ->
                new PriorPaymentView(
                    it.payment(),
                    it.amount().minor(),
                    it.amount().currency(),
                    it.matches(),
                    it.created()))
            .toList(),
        prior.missing().map(Missing::text));
  }

  static PreviewView of(EvidencePreview preview) {
    Evidence evidence = preview.evidence();
    return new PreviewView(
        "evidence_preview",
        evidence.dispute().id(),
        preview.isSendable(),
        preview.faults().stream().map(EvidenceView::fault).toList(),
        texts(evidence),
        files(evidence),
        evidence.draft().characters(),
        evidence.bytes(),
        evidence.pages(),
        preview
            .limits()
            .map(it ->
                new LimitsView(
                    it.characters(), it.bytes(), preview.pageLimit().orElse(it.pages()))),
        preview.missingFields().stream().map(EvidenceField::text).toList(),
        preview.missingFiles().stream().map(EvidenceFile.Kind::text).toList(),
        evidence.dispute().realm().isLive());
  }

  private static FaultView fault(Fault fault) {
    return new FaultView(fault.text(), fault.message());
  }

  private static Map<String, String> texts(Evidence evidence) {
    var texts = new LinkedHashMap<String, String>();
    evidence.draft().fields().forEach((field, text) -> texts.put(field.text(), text));
    return texts;
  }

  private static List<FileView> files(Evidence evidence) {
    return evidence.files().stream()
        .map(file -> FileView.of(file, evidence.dispute().realm().isLive()))
        .toList();
  }
}
