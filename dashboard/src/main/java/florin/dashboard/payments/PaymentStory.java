package florin.dashboard.payments;

import florin.core.Id.AttemptId;
import florin.core.Id.EventId;
import florin.core.Id.RefundId;
import florin.core.Id.RequestId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.EventText;
import florin.db.IdTime;
import florin.event.EventLog;
import florin.event.EventLog.StoredEvent;
import florin.event.EventType;
import florin.payment.Payments;
import florin.payment.machine.Attempt;
import florin.payment.machine.Operation;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import florin.payment.refund.Refunds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The history of a payment, with the actors.
 *
 * @param attempts in their order
 * @param refunds the newest first, up to a limit
 * @param events the newest first, up to a limit, including those of the refunds
 * @param isWhole whether all refunds and events are included
 */
record PaymentStory(
    Payment payment,
    List<Attempt> attempts,
    List<Refund> refunds,
    List<StoredEvent> events,
    Actors.Known actors,
    boolean isWhole) {
  /** The maximum number of the payment's newest events. */
  private static final int MAX_EVENTS = 50;

  private static final int MAX_REFUNDS = 20;
  private static final int MAX_EVENTS_OF_REFUND = 5;

  /** The maximum number of requests whose actors are looked up. */
  private static final int MAX_REQUESTS = 50;

  PaymentStory {
    attempts = List.copyOf(attempts);
    refunds = List.copyOf(refunds);
    events = List.copyOf(events);
  }

  static PaymentStory of(
      DashboardRequest visit,
      Payment payment,
      Payments payments,
      Refunds refunds,
      EventLog log,
      Actors actors) {
    Realm realm = payment.realm();
    Page<Refund> given =
        refunds.list(
            realm,
            Optional.of(payment.id()),
            Optional.empty(),
            IdTime.Span.ALWAYS,
            PageRequest.first(MAX_REFUNDS));
    Page<StoredEvent> ofPayment = list(log, realm, payment.id().uuid(), MAX_EVENTS);
    var events = new ArrayList<>(ofPayment.data());
    for (Refund refund : given.data()) {
      events.addAll(list(log, realm, refund.id().uuid(), MAX_EVENTS_OF_REFUND).data());
    }
    events.sort(Comparator.comparing((StoredEvent event) -> event.id().text()).reversed());
    List<Attempt> attempts = payments.listAttempts(payment);
    return new PaymentStory(
        payment,
        attempts,
        given.data(),
        events,
        actors.of(visit, payment.id().text(), requests(attempts, events)),
        !given.hasMore() && !ofPayment.hasMore());
  }

  private static Page<StoredEvent> list(EventLog events, Realm realm, UUID object, int limit) {
    return events.list(
        realm, EventLog.EventFilter.of(Optional.of(object), List.of()), PageRequest.first(limit));
  }

  private static Set<RequestId> requests(List<Attempt> attempts, List<StoredEvent> events) {
    var all = new LinkedHashSet<RequestId>();
    attempts.forEach(attempt -> attempt.request().ifPresent(all::add));
    events.forEach(event -> EventText.request(event).ifPresent(all::add));
    return all.stream().limit(MAX_REQUESTS).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Returns the request that created the payment. */
  Optional<RequestId> madeBy() {
    return attempts.stream()
        .findFirst()
        .flatMap(Attempt::request)
        .or(() ->
            events.stream()
                .filter(event ->
                    event.type().equals(EventType.PAYMENT_CREATED.text())
                        || event.type().equals(EventType.PAYMENT_FAILED.text()))
                .findFirst()
                .flatMap(EventText::request));
  }

  /**
   * Returns the attempt that authorized the payment, or will authorize it. It has the capture
   * deadline.
   */
  Optional<Attempt> authorization() {
    return attempts.stream()
        .filter(attempt -> attempt.operation().isOfAuthorization())
        .max(Comparator.comparing(attempt -> attempt.id().text()));
  }

  Optional<Attempt> attempt(RefundId refund) {
    return attempts.stream()
        .filter(attempt -> attempt.refund().equals(Optional.of(refund)))
        .findFirst();
  }

  boolean was(Operation operation) {
    return attempts.stream()
        .anyMatch(attempt ->
            attempt.operation() == operation && attempt.progress() == Attempt.Progress.APPROVED);
  }

  List<AttemptId> attemptIds() {
    return attempts.stream().map(Attempt::id).toList();
  }

  List<EventId> eventIds() {
    return events.stream().map(StoredEvent::id).toList();
  }
}
