package florin.team;

import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Id.RefundRequestId;
import florin.core.Id.UserId;
import florin.core.IdSource;
import florin.core.Money;
import florin.core.Realm;
import florin.db.Db;
import florin.db.Write;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
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

  private final RefundRequestStore store;
  private final IdSource ids;
  private final InstantSource clock;

  /** The state of a request. */
  public enum RequestStatus {
    OPEN,
    APPROVED,
    DECLINED,
    EXPIRED;
  }

  /**
   * A request.
   *
   * @param reason the refund's, as in the API
   * @param askedBy the member who asked
   * @param asker their current name; empty if it is unknown
   * @param decider the current name of the member who decided
   * @param answer the words of the member who declined; otherwise empty
   */
  public record RefundRequest(
      RefundRequestId id,
      PaymentId payment,
      Money amount,
      Optional<String> reason,
      String note,
      UserId askedBy,
      String asker,
      Instant created,
      Instant expires,
      RequestStatus status,
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
   * @return empty if the payment has an open request
   */
  public Optional<RefundRequest> ask(
      Realm realm,
      PaymentId payment,
      Money amount,
      Optional<String> reason,
      String note,
      User asker,
      Db.Work<?> audit) {
    Instant now = clock.instant();
    var request =
        new RefundRequest(
            new RefundRequestId(ids.next()),
            payment,
            amount,
            reason,
            note,
            asker.id(),
            asker.name(),
            now,
            now.plus(VALID),
            RequestStatus.OPEN,
            Optional.empty(),
            Optional.empty(),
            "",
            Optional.empty());
    return store.insert(realm, request, audit) ? Optional.of(request) : Optional.empty();
  }

  /** Returns open requests, the oldest first. */
  public List<RefundRequest> listOpen(Realm realm, int most) {
    return store.listOpen(realm, clock.instant(), most);
  }

  /** Returns the requests for a payment, newest first. A request past its time is expired. */
  public List<RefundRequest> list(Realm realm, PaymentId payment, int most) {
    return store.list(realm, payment, clock.instant(), most);
  }

  /** Finds an open request for a payment. */
  public Optional<RefundRequest> findOpen(Realm realm, PaymentId payment, RefundRequestId id) {
    return store.find(realm, payment, id, clock.instant()).filter(RefundRequest::isOpen);
  }

  /**
   * Returns the write for the first commit of the refund. It holds only if the request is open, so
   * a request is approved exactly if its refund begins.
   */
  public List<Write> approving(Realm realm, RefundRequest request, UserId by, RefundId refund) {
    return List.of(RefundRequestStore.approve(realm, request.id(), by, refund, clock.instant()));
  }

  /**
   * Declines a request.
   *
   * @param audit appends the audit entry, in the same commit
   * @return false if it is no longer open
   */
  public boolean decline(
      Realm realm, RefundRequest request, UserId by, String answer, Db.Work<?> audit) {
    return store.decline(realm, request.id(), by, answer, clock.instant(), audit);
  }

  /**
   * Declines a request whose refund was rejected, with the reason.
   *
   * @return false if it is no longer open
   */
  public boolean fail(Realm realm, RefundRequest request, UserId by, String words) {
    return store.fail(realm, request.id(), by, words, clock.instant());
  }
}
