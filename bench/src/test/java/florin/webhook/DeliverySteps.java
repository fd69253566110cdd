package florin.webhook;

import florin.core.Id.DeliveryId;
import florin.core.Realm;
import florin.db.Db;
import florin.db.Write;
import florin.webhook.Delivery.AttemptResult;
import florin.webhook.Delivery.DeliveryAttempt;
import florin.webhook.Delivery.Status;
import florin.webhook.DeliveryStore.AttemptInput;
import florin.webhook.Fanout.Lease;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gives the tests of stores access to the package's deliveries. */
public final class DeliverySteps {
  private final Db db;

  public DeliverySteps(Db db) {
    this.db = db;
  }

  /** A lease that tests can refer to. */
  public record Taken(Object lease) {
    private Lease get() {
      return (Lease) lease;
    }

    public DeliveryId id() {
      return get().id();
    }

    public int version() {
      return get().version();
    }
  }

  public List<Taken> claim(Realm realm, Instant now) {
    return SimulatedDeliveries.claim(new DeliveryQueueStore(db), now).stream()
        .filter(lease -> lease.realm().equals(realm))
        .map(Taken::new)
        .toList();
  }

  /** Returns the body to send while the lease is valid. */
  public Optional<String> load(Taken taken) {
    Map<Lease, AttemptInput> found =
        db.read(connection -> DeliveryStore.load(connection, List.of(taken.get())));
    return Optional.ofNullable(found.get(taken.get())).flatMap(AttemptInput::body);
  }

  public void handBack(Taken taken, Instant now) {
    new DeliveryQueueStore(db).handBack(List.of(taken.get()), now);
  }

  public List<Write> failed(Taken taken, Instant next, Instant now) {
    return DeliveryStore.record(
        taken.get(), Status.PENDING, Optional.of(next), attempt(AttemptResult.REFUSED, now));
  }

  public List<Write> delivered(Taken taken, Instant now) {
    return DeliveryStore.record(
        taken.get(), Status.DELIVERED, Optional.empty(), attempt(AttemptResult.DELIVERED, now));
  }

  public String status(Realm realm, DeliveryId id) {
    return new DeliveryStore(db).find(realm, id).orElseThrow().status().text();
  }

  private static DeliveryAttempt attempt(AttemptResult result, Instant now) {
    return new DeliveryAttempt(
        result, Optional.of(200), Optional.empty(), 1, Optional.empty(), Optional.empty(), now);
  }
}
