package florin.payment.evidence;

import florin.account.KeyAudit;
import florin.core.Field;
import florin.core.Id.DisputeFileId;
import florin.core.Id.DisputeId;
import florin.db.Db;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.http.TextFormats;
import florin.idempotency.ResultView;
import florin.payment.evidence.EvidenceFile.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The endpoints of evidence and its files. */
public final class EvidenceApi {
  private static final List<String> MEDIA_TYPES =
      List.of("application/pdf", "image/jpeg", "image/png", "application/octet-stream");

  private static final Format<Kind> KIND = Format.choice(List.of(Kind.values()), Kind::text);
  private static final Format<String> NAME = TextFormats.line(EvidenceDrafts.MAX_NAME);

  private final EvidenceDrafts drafts;
  private final KeyAudit audit;

  public EvidenceApi(EvidenceDrafts drafts, KeyAudit audit) {
    this.drafts = drafts;
    this.audit = audit;
  }

  public Answer retrieve(Call<DisputeId> call) {
    return Answer.json(200, EvidenceView.of(drafts.get(call.realm(), call.input())));
  }

  public Answer preview(Call<DisputeId> call) {
    return Answer.json(200, EvidenceView.of(drafts.preview(call.realm(), call.input())));
  }

  /**
   * The request `POST /v2/disputes/{id}/evidence`.
   *
   * @param isAccepting whether to fill empty fields with the suggestions
   * @param address that of the caller
   */
  public record ChangeEvidence(
      DisputeId dispute,
      Map<EvidenceField, Field<String>> changes,
      boolean isAccepting,
      String address) {}

  public static ChangeEvidence readChange(Exchange exchange) {
    DisputeId dispute = exchange.pathId(DisputeId.KIND);
    Params body = Params.of(exchange.json());
    var changes = new EnumMap<EvidenceField, Field<String>>(EvidenceField.class);
    for (EvidenceField field : EvidenceField.values()) {
      changes.put(field, body.field(field.text(), TextFormats.paragraph(field.most())));
    }
    boolean isAccepting = body.optional("accept_suggestions", Format.flag()).orElse(false);
    return body.build(
        () -> new ChangeEvidence(dispute, changes, isAccepting, exchange.nearestAddress()));
  }

  public Answer change(Call<ChangeEvidence> call) {
    ChangeEvidence input = call.input();
    return ResultView.of(
        drafts.change(
            call.realm(),
            input.dispute(),
            input.changes(),
            input.isAccepting(),
            ResultView.audited(call, audit, input.address(), "evidence.save", input.dispute(), "")),
        EvidenceView::of);
  }

  /**
   * The request `POST /v2/disputes/{id}/evidence/files`.
   *
   * @param file its content
   * @param address that of the caller
   */
  public record AddFile(DisputeId dispute, Kind kind, String name, Path file, String address) {}

  public static AddFile readFile(Exchange exchange) {
    DisputeId dispute = exchange.pathId(DisputeId.KIND);
    Params query = Params.of(exchange.query());
    Kind kind = query.required("kind", KIND);
    String name = query.optional("name", NAME).orElse("");
    return query.build(() -> {
      exchange.requireMediaType(MEDIA_TYPES);
      return new AddFile(dispute, kind, name, exchange.bodyFile(), exchange.nearestAddress());
    });
  }

  public Answer addFile(Call<AddFile> call) {
    AddFile input = call.input();
    EvidenceFile file =
        drafts.addFile(
            call.realm(),
            input.dispute(),
            input.kind(),
            input.name(),
            read(input.file()),
            entry(call, input.address(), "evidence_file.add", input.dispute(), input.kind()));
    return Answer.json(200, EvidenceView.FileView.of(file, call.realm().isLive()));
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException failed) {
      throw new UncheckedIOException("reading an uploaded file", failed);
    }
  }

  public static DisputeFileId readFileId(Exchange exchange) {
    return exchange.pathId(DisputeFileId.KIND);
  }

  public Answer retrieveFile(Call<DisputeFileId> call) {
    return Answer.found(
        call.input(),
        drafts.findFile(call.realm(), call.input()),
        file -> EvidenceView.FileView.of(file, call.realm().isLive()));
  }

  /** Returns the content of a file, which a browser saves and does not show. */
  public Answer content(Call<DisputeFileId> call) {
    EvidenceFile file =
        drafts.findFile(call.realm(), call.input()).orElseThrow(call.input()::notFound);
    return Answer.of(200, file.mediaType().text(), drafts.content(call.realm(), file.id()))
        .with(
            "Content-Disposition",
            "attachment; filename=\"%s.%s\"".formatted(file.id(), file.mediaType().ending()))
        .with("Cache-Control", "no-store");
  }

  /** The request `DELETE /v2/dispute_files/{id}`, and the address of the caller. */
  public record DeleteFile(DisputeFileId file, String address) {}

  public static DeleteFile readDelete(Exchange exchange) {
    return new DeleteFile(readFileId(exchange), exchange.nearestAddress());
  }

  public Answer deleteFile(Call<DeleteFile> call) {
    DisputeFileId id = call.input().file();
    EvidenceFile file = drafts.findFile(call.realm(), id).orElseThrow(id::notFound);
    drafts.removeFile(
        call.realm(),
        id,
        entry(call, call.input().address(), "evidence_file.remove", file.dispute(), file.kind()));
    return Answer.json(200, EvidenceView.deleted(id));
  }

  private Db.Work<?> entry(
      Call<?> call, String address, String action, DisputeId dispute, Kind kind) {
    return audit
        .entry(
            new KeyAudit.By(call.caller(), address, call.request()), action, dispute, kind.text())
        .work();
  }
}
