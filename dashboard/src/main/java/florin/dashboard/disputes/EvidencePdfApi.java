package florin.dashboard.disputes;

import florin.core.Id.DisputeId;
import florin.core.Realm;
import florin.http.Answer;
import florin.http.Call;
import florin.payment.evidence.EvidenceDrafts;
import florin.payment.evidence.EvidenceFile.MediaType;

/** The endpoint of the evidence as one PDF, as it is now; the dashboard offers the same file. */
public final class EvidencePdfApi {
  private final EvidencePdf pdf = new EvidencePdf();
  private final EvidenceDrafts drafts;

  public EvidencePdfApi(EvidenceDrafts drafts) {
    this.drafts = drafts;
  }

  public Answer retrieve(Call<DisputeId> call) {
    return file(call.realm(), call.input());
  }

  /** Returns the file, which a browser saves and does not show. */
  Answer file(Realm realm, DisputeId dispute) {
    byte[] file = pdf.of(drafts.preview(realm, dispute), one -> drafts.content(realm, one.id()));
    return Answer.of(200, MediaType.PDF.text(), file)
        .with("Content-Disposition", "attachment; filename=\"evidence-%s.pdf\"".formatted(dispute))
        .with("Cache-Control", "no-store");
  }
}
