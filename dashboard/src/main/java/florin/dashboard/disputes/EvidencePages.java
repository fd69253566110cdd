package florin.dashboard.disputes;

import florin.checkout.Language;
import florin.core.Field;
import florin.core.Id.DisputeFileId;
import florin.core.Id.DisputeId;
import florin.core.Realm;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.DisputeText;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dispute.Dispute;
import florin.dispute.Dispute.Response.Progress;
import florin.dispute.DisputeStore;
import florin.http.Answer;
import florin.http.Form;
import florin.http.Format;
import florin.http.TextFormats;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.payment.Payments;
import florin.payment.dispute.DisputeResponses;
import florin.payment.evidence.Evidence;
import florin.payment.evidence.EvidenceDrafts;
import florin.payment.evidence.EvidenceField;
import florin.payment.evidence.EvidenceFile;
import florin.payment.evidence.EvidenceFile.Kind;
import florin.payment.machine.Payment;
import florin.receipt.Receipts;
import florin.team.AuditLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The forms with which staff respond to a dispute: evidence, its files, and the response. */
public final class EvidencePages {
  public static final String FILE_PATH = "/dashboard/dispute-files";

  /** The field with the version of the draft that the page shows. */
  private static final String VERSION = "version";

  /** The buttons that fill a field with its suggestion, or all of them. */
  private static final String USE = "use";

  private static final String ALL = "all";
  private static final String FILE = "file";
  private static final Format<Kind> KIND = Format.choice(List.of(Kind.values()), Kind::text);

  private final DisputePages page;
  private final DisputeStore disputes;
  private final EvidenceDrafts drafts;
  private final DisputeResponses responses;
  private final Payments payments;
  private final Receipts receipts;
  private final EvidencePdfApi pdf;

  public EvidencePages(
      DisputePages page,
      DisputeStore disputes,
      EvidenceDrafts drafts,
      DisputeResponses responses,
      Payments payments,
      Receipts receipts,
      EvidencePdfApi pdf) {
    this.page = page;
    this.disputes = disputes;
    this.drafts = drafts;
    this.responses = responses;
    this.payments = payments;
    this.receipts = receipts;
    this.pdf = pdf;
  }

  /** Saves the texts of the draft. */
  public Response save(DashboardRequest visit) {
    Dispute dispute = visit.find(DisputeId.KIND, disputes::find);
    Form form = visit.form();
    Evidence evidence = drafts.get(visit.realm(), dispute.id());
    Map<EvidenceField, Field<String>> changes = changes(form, evidence);
    if (!isCurrent(form, evidence)) {
      form.wrong(
          "",
          "The draft was changed meanwhile. Your texts are still here: save them again to replace it.");
    }
    if (!form.isGood()) {
      return page.again(visit, dispute, form);
    }
    return Done.to(DisputeListPages.path(dispute.id()))
        .after(
            () -> {
              var _ =
                  drafts.change(
                      visit.realm(),
                      dispute.id(),
                      changes,
                      form.text(USE).equals(ALL),
                      visit.auditedOrigin());
            },
            "Draft saved.");
  }

  /** Returns the changed texts. An empty text removes one, and leaves the place of a suggestion. */
  private static Map<EvidenceField, Field<String>> changes(Form form, Evidence evidence) {
    var changes = new EnumMap<EvidenceField, Field<String>>(EvidenceField.class);
    for (EvidenceField field : EvidenceField.values()) {
      Optional<String> typed = form.optional(field.text(), TextFormats.paragraph(field.most()));
      if (typed.isPresent()) {
        changes.put(field, new Field.Set<>(typed.get()));
      } else if (form.isTicked(field.text()) && evidence.draft().fields().containsKey(field)) {
        changes.put(field, new Field.Clear<>());
      }
    }
    evidence.suggestions().stream()
        .filter(it -> it.field().text().equals(form.text(USE)))
        .forEach(it -> changes.put(it.field(), new Field.Set<>(it.text())));
    return changes;
  }

  private static boolean isCurrent(Form form, Evidence evidence) {
    return form.text(VERSION).equals(Integer.toString(evidence.draft().version()));
  }

  public Response addFile(DashboardRequest visit) {
    Dispute dispute = visit.find(DisputeId.KIND, disputes::find);
    Form form = visit.form();
    Kind kind = form.required("kind", KIND);
    Optional<Path> file = form.upload(FILE);
    Done done = Done.to(DisputeListPages.path(dispute.id()));
    if (file.isEmpty() || !form.isGood()) {
      return done.warning("Choose a kind and a file. Nothing was stored.");
    }
    visit.note(EvidenceText.label(kind));
    return done.after(
        () -> {
          var _ =
              drafts.addFile(
                  visit.realm(),
                  dispute.id(),
                  kind,
                  "",
                  read(file.get()),
                  AuditLine.work(visit::auditLine));
        },
        "File added.");
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException failed) {
      throw new UncheckedIOException("reading an uploaded file", failed);
    }
  }

  /** Adds the receipt that Florin made of the payment. */
  public Response attachReceipt(DashboardRequest visit) {
    Dispute dispute = visit.find(DisputeId.KIND, disputes::find);
    Payment payment = payments.find(visit.realm(), dispute.payment()).orElseThrow();
    Done done = Done.to(DisputeListPages.path(dispute.id()));
    if (!payment.hasReceipt()) {
      return done.warning("This payment has no receipt. Nothing was stored.");
    }
    visit.note(EvidenceText.label(Kind.RECEIPT));
    return done.after(
        () -> {
          var _ =
              drafts.addFile(
                  visit.realm(),
                  dispute.id(),
                  Kind.RECEIPT,
                  "",
                  receipts.pdf(payment, Language.EN),
                  AuditLine.work(visit::auditLine));
        },
        "Receipt attached.");
  }

  public Response removeFile(DashboardRequest visit) {
    Dispute dispute = visit.find(DisputeId.KIND, disputes::find);
    DisputeFileId id = visit.form().required(FILE, Format.id(DisputeFileId.KIND));
    Optional<EvidenceFile> file =
        visit.form().isGood()
            ? drafts.findFile(visit.realm(), id).filter(it -> it.dispute().equals(dispute.id()))
            : Optional.empty();
    Done done = Done.to(DisputeListPages.path(dispute.id()));
    if (file.isEmpty()) {
      return done.warning("The evidence doesn't have this file. Nothing was changed.");
    }
    visit.note(EvidenceText.label(file.get().kind()));
    return done.after(
        () -> drafts.removeFile(visit.realm(), id, AuditLine.work(visit::auditLine)),
        "File removed.");
  }

  /** Downloads a file, which a browser saves and does not show. */
  public Response download(DashboardRequest visit) {
    EvidenceFile file = visit.find(DisputeFileId.KIND, drafts::findFile);
    return new Response.Raw(
        Answer.of(200, file.mediaType().text(), drafts.content(visit.realm(), file.id()))
            .with(
                "Content-Disposition",
                "attachment; filename=\"%s.%s\"".formatted(file.id(), file.mediaType().ending()))
            .with("Cache-Control", "no-store"));
  }

  /** Downloads the evidence as one PDF, as it is now. */
  public Response preview(DashboardRequest visit) {
    Dispute dispute = visit.find(DisputeId.KIND, disputes::find);
    return new Response.Raw(pdf.file(visit.realm(), dispute.id()));
  }

  public Response submit(DashboardRequest visit) {
    return respond(visit, "submit", responses::submit, "Evidence submitted.");
  }

  public Response accept(DashboardRequest visit) {
    return respond(visit, "accept", responses::accept, "Dispute accepted.");
  }

  /** Sends a response. */
  @FunctionalInterface
  private interface Command {
    Result<Dispute> send(Realm realm, DisputeId id, Origin origin);
  }

  private Response respond(DashboardRequest visit, String name, Command command, String words) {
    Dispute dispute = visit.find(DisputeId.KIND, disputes::find);
    visit.note(DisputeText.amount(dispute));
    Done done = Done.to(DisputeListPages.path(dispute.id()));
    // A repeated form finds its own response, which has raised the version.
    boolean isStale =
        dispute.isAwaited()
            && !dispute.isResponding()
            && !isCurrent(visit.form(), drafts.get(visit.realm(), dispute.id()));
    if (isStale) {
      visit.noteFailure("the draft was changed meanwhile");
      return done.warning("The draft was changed meanwhile. Check it again; nothing was sent.");
    }
    var _ = command.send(visit.realm(), dispute.id(), visit.originOnce(name + " " + dispute.id()));
    Optional<Progress> progress =
        disputes
            .find(visit.realm(), dispute.id())
            .flatMap(it -> it.state().response())
            .map(Dispute.Response::progress);
    return switch (progress.orElse(Progress.SENDING)) {
      case SENT -> done.saying(words);
      case SENDING ->
          done.saying("Florin is sending the response. The provider hasn't confirmed it yet.");
      case FAILED -> {
        visit.noteFailure("the provider rejected it");
        yield done.warning(
            "The provider rejected the response. Correct the evidence, and submit it again.");
      }
    };
  }
}
