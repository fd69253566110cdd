package florin.team;

import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Id.RefundRequestId;
import florin.core.Id.UserId;
import florin.core.IdSource;
import florin.core.Money;
import florin.core.Realm;
import florin.db.Db;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Requests of members to approve a refund that their role does not allow. The dashboard checks the
 * permissions, and creates the refund.
 */
public final class RefundRequests {
  /** The time within which a request is decided. */
  public static final Duration VALID = Duration.ofDays(7);

  /** The most characters of a note or an answer, which CHECK constraints enforce too. */
  public static final int MAX_TEXT = 500;

  /**
   * The time within which an approval that was interrupted can be repeated. It is shorter than the
   * retention of the idempotency key under which the refund is created, so there is never a second
   * refund.
   */
  static final Duration REPEATABLE = Duration.ofHours(23);

  /** The time after which an approval no longer runs: longer than the deadline of any request. */
  static final Duration APPROVAL_RUNS = Duration.ofMinutes(5);

  private final RefundRequestStore store;
  private final IdSource ids;
  private final InstantSource clock;

  /** The state of a request. */
  public enum RequestStatus {
    OPEN,
    APPROVED,
    DECLINED,
    EXPIRED;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A request.
   *
   * @param reason the refund's, as in the API
   * @param asker the current name of the member who asked; empty if it is unknown
   * @param begun whether an approval began; if the request is open, it was interrupted or still
   *     runs
   * @param decider the current name of the member who decided
   * @param answer the words of the member who declined; otherwise empty
   */
  public record RefundRequest(
      RefundRequestId id,
      PaymentId payment,
      Money amount,
      Optional<String> reason,
      String note,
      String asker,
      Instant created,
      Instant expires,
      RequestStatus status,
      boolean begun,
      Optional<String> decider,
      Optional<Instant> decided,
      String answer,
      Optional<RefundId> refund) {
    public boolean isOpen() {
      return status == RequestStatus.OPEN;
    }
  }

  RefundRequests(Db db, IdSource ids, InstantSource clock) {
    this.store = new RefundRequestStore(db);
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Creates a request.
   *
   * @param audit appends the audit entry, in the same commit
   * @return false if the payment has an open request
   */
  public boolean ask(
      Realm realm,
      PaymentId payment,
      Money amount,
      Optional<String> reason,
      String note,
      UserId asker,
      Db.Work<?> audit) {
    Instant now = clock.instant();
    var request =
        new RefundRequest(
            new RefundRequestId(ids.next()),
            payment,
            amount,
            reason,
            note,
            "",
            now,
            now.plus(VALID),
            RequestStatus.OPEN,
            false,
            Optional.empty(),
            Optional.empty(),
            "",
            Optional.empty());
    return store.insert(realm, request, asker, repeatable(now), audit);
  }

  /** Returns open requests, the oldest first. */
  public List<RefundRequest> listOpen(Realm realm, int most) {
    Instant now = clock.instant();
    return store.listOpen(realm, now, repeatable(now), most);
  }

  /** Returns the requests for a payment, newest first. A request past its time is expired. */
  public List<RefundRequest> list(Realm realm, PaymentId payment, int most) {
    Instant now = clock.instant();
    return store.list(realm, payment, now, repeatable(now), most);
  }

  /** Finds an open request for a payment. */
  public Optional<RefundRequest> findOpen(Realm realm, PaymentId payment, RefundRequestId id) {
    Instant now = clock.instant();
    return store.find(realm, payment, id, now, repeatable(now)).filter(RefundRequest::isOpen);
  }

  private static Instant repeatable(Instant now) {
    return now.minus(REPEATABLE);
  }

  /**
   * Begins an approval. Call it before the refund is created under the request's own idempotency
   * key.
   *
   * @param isRefunded whether the payment was refunded since the request. The request may have been
   *     meant by that refund, so only an approval that was interrupted begins again.
   * @return false if the request is no longer open, if the payment was refunded meanwhile, or if an
   *     approval was interrupted too long ago
   */
  public boolean begin(Realm realm, RefundRequest request, boolean isRefunded) {
    Instant now = clock.instant();
    return store.begin(realm, request.id(), isRefunded, now, repeatable(now));
  }

  /** Records the refund of an approved request. */
  public void approve(Realm realm, RefundRequest request, UserId by, RefundId refund) {
    store.approve(realm, request.id(), by, refund, clock.instant());
  }

  /**
   * Declines a request whose approval has not begun, or was interrupted before it created a refund.
   *
   * @param isRefunded whether the payment was refunded since the request. The refund may be the one
   *     of an interrupted approval, which is then repeated instead.
   * @param audit appends the audit entry, in the same commit
   * @return false if it is no longer open, if an approval may still run, or if it may have created
   *     the refund
   */
  public boolean decline(
      Realm realm,
      RefundRequest request,
      UserId by,
      String answer,
      boolean isRefunded,
      Db.Work<?> audit) {
    Instant now = clock.instant();
    return store.decline(
        realm, request.id(), by, answer, isRefunded, now, now.minus(APPROVAL_RUNS), audit);
  }

  /** Declines a request whose refund was rejected, with the reason. */
  public void fail(Realm realm, RefundRequest request, UserId by, String words) {
    store.fail(realm, request.id(), by, words, clock.instant());
  }
}
