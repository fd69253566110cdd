package florin.dispute;

import florin.connector.ConnectorName;
import florin.connector.ProviderDispute;
import florin.core.Id.DisputeId;
import florin.core.Id.EventId;
import florin.core.Id.PaymentId;
import florin.core.IdSource;
import florin.core.Realm;
import florin.db.Write;
import florin.dispute.Dispute.Response;
import florin.dispute.DisputeMachine.DisputeMove;
import florin.event.Event;
import florin.event.Event.Cause;
import florin.event.EventLog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * The disputes that providers report about payments. The methods return writes and commit nothing,
 * so that a dispute changes in the commit of its payment.
 */
public final class Disputes {
  /** The most disputes of a payment that Florin records. */
  public static final int MOST_OF_PAYMENT = 100;

  private final DisputeStore store;
  private final IdSource ids;

  public Disputes(DisputeStore store, IdSource ids) {
    this.store = store;
    this.ids = ids;
  }

  /**
   * The disputes of a payment after a report.
   *
   * @param disputes the recorded disputes, the oldest first
   * @param all the disputes as the provider reports them, which the payment sums up
   * @param writes for the changeset of the payment
   */
  public record Reported(List<Dispute> disputes, List<ProviderDispute> all, List<Write> writes) {
    public static final Reported NONE = new Reported(List.of(), List.of(), List.of());

    public Reported {
      disputes = List.copyOf(disputes);
      all = List.copyOf(all);
      writes = List.copyOf(writes);
    }
  }

  /**
   * Compares a provider's report with the recorded disputes of the payment. A dispute that the
   * provider no longer lists stays as it is.
   *
   * @param reports the oldest first
   */
  public Reported reported(
      Realm realm,
      PaymentId payment,
      ConnectorName connector,
      List<ProviderDispute> reports,
      Optional<Cause> cause,
      Instant now) {
    var known = new LinkedHashMap<String, Dispute>();
    store.listOf(realm, payment).forEach(dispute -> known.put(dispute.providerId(), dispute));
    var writes = new ArrayList<Write>();
    for (ProviderDispute report : reports) {
      Optional<Dispute> before = report.id().map(known::get);
      boolean isNew = report.id().isPresent() && before.isEmpty() && known.size() < MOST_OF_PAYMENT;
      Optional<DisputeMove> move =
          isNew
              ? Optional.of(
                  DisputeMachine.opened(
                      realm, new DisputeId(ids.next()), payment, connector, report, now))
              : before.flatMap(dispute -> DisputeMachine.reported(dispute, report, now));
      move.ifPresent(it -> {
        known.put(it.dispute().providerId(), it.dispute());
        writes.addAll(writes(it, cause, now));
      });
    }
    // A provider that hides its disputes reports only that there is one.
    List<ProviderDispute> all =
        known.isEmpty() ? reports : known.values().stream().map(Dispute::reported).toList();
    return new Reported(List.copyOf(known.values()), all, writes);
  }

  /** Returns the dispute with a response that is about to be sent. */
  public DisputeMove responding(Dispute before, Response response, Instant now) {
    return DisputeMachine.responding(before, response, now);
  }

  /**
   * Returns the dispute with the outcome of a response, and the disputes of its payment.
   *
   * @param report the provider's; empty if it has none
   */
  public Reported responded(
      Dispute before,
      Response response,
      Optional<ProviderDispute> report,
      Optional<Cause> cause,
      Instant now) {
    DisputeMove move = DisputeMachine.responded(before, response, report, now);
    List<Dispute> all =
        store.listOf(before.realm(), before.payment()).stream()
            .map(one -> one.id().equals(before.id()) ? move.dispute() : one)
            .toList();
    return new Reported(
        all, all.stream().map(Dispute::reported).toList(), writes(move, cause, now));
  }

  /** Returns the dispute whose response is asked about later. */
  public Dispute postponed(Dispute before, Response response) {
    return DisputeMachine.postponed(before, response);
  }

  /** Returns the dispute about which the provider is asked now. */
  public Dispute inquired(Dispute before, Instant now) {
    return DisputeMachine.inquired(before, now);
  }

  /** Returns the row of a move and its events. */
  public List<Write> writes(DisputeMove move, Optional<Cause> cause, Instant now) {
    Dispute dispute = move.dispute();
    var writes = new ArrayList<Write>();
    writes.add(move.isNew() ? DisputeStore.insert(dispute) : DisputeStore.update(dispute));
    int first = dispute.state().sequence() - move.events().size() + 1;
    for (int i = 0; i < move.events().size(); i++) {
      writes.add(
          EventLog.append(
              new Event(
                  dispute.realm(),
                  new EventId(ids.next()),
                  move.events().get(i),
                  dispute.id().uuid(),
                  first + i,
                  DisputeView.text(dispute),
                  cause,
                  now)));
    }
    return writes;
  }
}
