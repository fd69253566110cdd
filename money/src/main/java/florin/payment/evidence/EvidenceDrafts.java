package florin.payment.evidence;

import florin.connector.Connector;
import florin.connector.Connectors;
import florin.connector.DisputeResponse;
import florin.connector.DisputeResponse.EvidenceUpload;
import florin.connector.EvidenceRules;
import florin.core.ErrorCode;
import florin.core.Field;
import florin.core.Id.DisputeFileId;
import florin.core.Id.DisputeId;
import florin.core.IdSource;
import florin.core.Problem;
import florin.core.Realm;
import florin.db.Db;
import florin.db.Write;
import florin.dispute.Dispute;
import florin.dispute.DisputeStore;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.payment.evidence.EvidenceFile.Kind;
import florin.payment.evidence.FileCheck.Checked;
import florin.payment.machine.Payment;
import florin.payment.store.Stores;
import florin.vault.FileSeal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The drafts of evidence. A draft can be changed while the bank waits for a response; sending it is
 * a command of its own.
 */
public final class EvidenceDrafts {
  /** The most bytes of a file. */
  public static final int MAX_FILE_BYTES = FileCheck.MAX_BYTES;

  /** The most characters of a file's name. */
  public static final int MAX_NAME = 255;

  /** How often a change is decided anew because another one came first. */
  private static final int MAX_TRIES = 8;

  /** What the drafts are made from. */
  public record Sources(
      DisputeStore disputes, Stores stores, Connectors connectors, Suggestions suggestions) {}

  private final Sources sources;
  private final EvidenceStore store;
  private final FileSeal seal;
  private final IdempotentCommand once;
  private final IdSource ids;
  private final InstantSource clock;

  public EvidenceDrafts(
      Sources sources,
      EvidenceStore store,
      FileSeal seal,
      IdempotentCommand once,
      IdSource ids,
      InstantSource clock) {
    this.sources = sources;
    this.store = store;
    this.seal = seal;
    this.once = once;
    this.ids = ids;
    this.clock = clock;
  }

  /** Returns the draft, its files and the suggestions. */
  public Evidence get(Realm realm, DisputeId id) {
    return evidence(getDispute(realm, id), draft(realm, id));
  }

  private Dispute getDispute(Realm realm, DisputeId id) {
    return sources.disputes().find(realm, id).orElseThrow(id::notFound);
  }

  private EvidenceDraft draft(Realm realm, DisputeId id) {
    return store.find(realm, id).orElseGet(() -> EvidenceDraft.empty(realm, id, clock.instant()));
  }

  private Evidence evidence(Dispute dispute, EvidenceDraft draft) {
    Payment payment = payment(dispute);
    Optional<PriorPayments> prior =
        PriorPayments.apply(dispute, payment)
            ? Optional.of(PriorPayments.find(sources.stores().payments(), payment))
            : Optional.empty();
    List<Suggestion> suggestions =
        sources.suggestions().of(payment, dispute, prior).stream()
            .filter(it -> !draft.fields().containsKey(it.field()))
            .toList();
    return new Evidence(
        dispute, draft, store.listFiles(dispute.realm(), dispute.id()), suggestions, prior);
  }

  private Payment payment(Dispute dispute) {
    return sources.stores().payments().get(dispute.realm(), dispute.payment());
  }

  /**
   * Changes texts of the draft; other texts stay.
   *
   * @param isAccepting whether to fill empty fields with the suggestions
   */
  public Result<Evidence> change(
      Realm realm,
      DisputeId id,
      Map<EvidenceField, Field<String>> changes,
      boolean isAccepting,
      Origin origin) {
    return once.run(realm, origin, () -> changing(realm, id, changes, isAccepting));
  }

  private Decision<Evidence> changing(
      Realm realm, DisputeId id, Map<EvidenceField, Field<String>> changes, boolean isAccepting) {
    Instant now = clock.instant();
    Dispute dispute = getDispute(realm, id);
    requireAwaited(dispute, now);
    EvidenceDraft before = draft(realm, id);
    var all = new LinkedHashMap<EvidenceField, Field<String>>();
    if (isAccepting) {
      evidence(dispute, before)
          .suggestions()
          .forEach(it -> all.put(it.field(), new Field.Set<>(it.text())));
    }
    changes.forEach((field, change) -> {
      if (!(change instanceof Field.Keep<String>)) {
        all.put(field, change);
      }
    });
    EvidenceDraft after = before.with(all, now);
    return Decision.untold(
        id.uuid(), evidence(dispute, after), List.of(EvidenceStore.write(after)), EvidenceView::of);
  }

  /**
   * Stores a file, in place of another of its kind.
   *
   * @param name the file's name, at most {@value #MAX_NAME} characters
   * @param audit writes the audit entry in the same transaction
   */
  public EvidenceFile addFile(
      Realm realm, DisputeId id, Kind kind, String name, byte[] content, Db.Work<?> audit) {
    requireAwaited(getDispute(realm, id), clock.instant());
    Checked checked = FileCheck.check(content);
    return trying(() -> {
      Instant now = clock.instant();
      requireAwaited(getDispute(realm, id), now);
      var file =
          new EvidenceFile(
              new DisputeFileId(ids.next()),
              id,
              kind,
              name.isBlank() ? kind.text() + "." + checked.type().ending() : name,
              checked.type(),
              content.length,
              checked.pages(),
              now);
      boolean isStored =
          store.putFile(
              draft(realm, id).touched(now),
              file,
              seal.seal(realm, file.id().uuid(), content),
              audit);
      return Optional.of(file).filter(_ -> isStored);
    });
  }

  /** Deletes a file of a draft. */
  public void removeFile(Realm realm, DisputeFileId id, Db.Work<?> audit) {
    var _ =
        trying(() -> {
          EvidenceFile file = store.findFile(realm, id).orElseThrow(id::notFound);
          Instant now = clock.instant();
          requireAwaited(getDispute(realm, file.dispute()), now);
          EvidenceDraft next = draft(realm, file.dispute()).touched(now);
          return Optional.of(file).filter(_ -> store.deleteFile(next, file.kind(), audit));
        });
  }

  private static <T> T trying(Supplier<Optional<T>> work) {
    for (int i = 0; i < MAX_TRIES; i++) {
      Optional<T> done = work.get();
      if (done.isPresent()) {
        return done.get();
      }
    }
    throw new IllegalStateException("a draft is changed all the time");
  }

  public Optional<EvidenceFile> findFile(Realm realm, DisputeFileId id) {
    return store.findFile(realm, id);
  }

  /** Returns the content of a file. */
  public byte[] content(Realm realm, DisputeFileId id) {
    return seal.open(realm, id.uuid(), store.findContent(realm, id).orElseThrow(id::notFound));
  }

  /** Returns what a submission would send now, and what prevents it. */
  public EvidencePreview preview(Realm realm, DisputeId id) {
    return preview(get(realm, id), clock.instant());
  }

  /** Rejects a submission that the provider would reject. */
  public void requireSendable(Realm realm, DisputeId id) {
    EvidencePreview preview = preview(realm, id);
    if (!preview.isSendable()) {
      throw new Problem.BadRequest(
              ErrorCode.EVIDENCE_INVALID,
              preview.faults().getFirst().message()
                  + " Correct the evidence, then submit it; nothing was sent.")
          .refusal();
    }
  }

  /** Returns the write that ends changes of the draft, in the commit that begins to send it. */
  public Write lock(Realm realm, DisputeId id) {
    return EvidenceStore.write(draft(realm, id).touched(clock.instant()));
  }

  /** Returns the evidence with the content of its files. */
  public DisputeResponse.Evidence read(Realm realm, DisputeId id) {
    var texts = new LinkedHashMap<String, String>();
    draft(realm, id).fields().forEach((field, text) -> texts.put(field.text(), text));
    return new DisputeResponse.Evidence(
        texts,
        store.listFiles(realm, id).stream()
            .map(file ->
                new EvidenceUpload(
                    file.kind().text(),
                    file.name(),
                    file.mediaType().text(),
                    content(realm, file.id())))
            .toList());
  }

  private EvidencePreview preview(Evidence evidence, Instant now) {
    Optional<EvidenceRules> limits =
        sources
            .connectors()
            .find(evidence.dispute().realm(), evidence.dispute().connector())
            .flatMap(Connector::evidence);
    String brand =
        payment(evidence.dispute())
            .method()
            .instrument()
            .findCard()
            .map(card -> card.brand().text())
            .orElse("");
    return EvidencePreview.of(evidence, limits, brand, now);
  }

  /** Rejects a change if the bank waits for no response. */
  public static void requireAwaited(Dispute dispute, Instant now) {
    if (dispute.canRespond(now)) {
      return;
    }
    boolean wasAnswered =
        dispute.hasResponse()
            || dispute.status() == Dispute.Status.SUBMITTED
            || dispute.status() == Dispute.Status.UNDER_REVIEW
            || dispute.status() == Dispute.Status.ACCEPTED;
    if (wasAnswered) {
      throw new Problem.Conflict(
              ErrorCode.DISPUTE_ALREADY_ANSWERED,
              "The response to this dispute was sent already, or is being sent. Retrieve the dispute for the outcome; nothing was changed.",
              Duration.ofMinutes(1))
          .refusal();
    }
    boolean isLate = dispute.isAwaited();
    throw new Problem.BadRequest(
            isLate ? ErrorCode.DISPUTE_DEADLINE_PASSED : ErrorCode.DISPUTE_UNEXPECTED_STATE,
            isLate
                ? "The deadline of this dispute has passed, so the bank accepts no response. Nothing was changed."
                : "This dispute is %s, so the bank waits for no response. Nothing was changed."
                    .formatted(dispute.status().text().replace('_', ' ')))
        .refusal();
  }
}
