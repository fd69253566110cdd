package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.core.Mode;
import florin.core.Realm;
import florin.core.Sources;
import florin.db.Changeset;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.GroupRead;
import florin.vault.SecretSeal;
import florin.webhook.DeliveryStore.AttemptInput;
import florin.webhook.Fanout.Lease;
import florin.webhook.SimulatedSender.WorldReceiver;
import florin.webhook.WebhookEndpoint.Secrets;
import florin.webhook.WebhookEndpoint.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Deliveries of one node of a simulated world: the service's own, with few places, so that they are
 * wanted; what is sent goes to the world's receiver.
 */
public final class SimulatedDeliveries {
  /** What an account's events are signed with. */
  public static final String SECRET = "whsec_" + "Simulated".repeat(5).substring(0, 44);

  /** So many of a node may be under way to an endpoint. */
  public static final int PLACES = 2;

  private static final int PER_ENDPOINT = 10;
  private static final int MOST = 100;

  private static final RetrySchedule RETRIES =
      new RetrySchedule(
          List.of(
              Duration.ofSeconds(1),
              Duration.ofSeconds(2),
              Duration.ofSeconds(4),
              Duration.ofSeconds(8),
              Duration.ofSeconds(16),
              Duration.ofSeconds(32)));

  private final Lanes lanes = Lanes.of(PLACES, PLACES + 1);
  private final Db db;
  private final DeliveryAttempts attempts;
  private final Sources sources;

  public SimulatedDeliveries(
      Db db, GroupCommit commits, SecretSeal seal, WorldReceiver receiver, Sources sources) {
    this.db = db;
    this.sources = sources;
    var sender = (Sender) (Object) new SimulatedSender(receiver);
    this.attempts =
        new DeliveryAttempts(
            new GroupRead<Lease, AttemptInput>("delivery", db, 1, DeliveryStore::load),
            commits,
            Map.of(Mode.TEST, sender, Mode.LIVE, sender),
            seal,
            RETRIES,
            (AttemptNotes) (Object) new SimulatedAttemptNotes(),
            sources);
  }

  /** The write that makes an endpoint which wants every event. */
  public static Changeset endpoint(Realm realm, UUID id, SecretSeal seal, Instant now) {
    return Changeset.of(
        WebhookEndpointStore.insert(
            new WebhookEndpoint(
                realm,
                new WebhookEndpointId(id),
                1,
                new Target(
                    "https://shop.example/hooks",
                    List.of(WebhookEndpoint.ALL),
                    Optional.empty(),
                    Map.of()),
                Optional.empty(),
                new Secrets(seal.seal(realm, id, SECRET), Optional.empty()),
                Optional.empty(),
                now)));
  }

  /** From now on what is due is taken by this node. */
  public void start() {
    var _ = new Deliverer(db, lanes, attempts, RETRIES, sources.clock(), () -> true);
  }

  /** For the contract of stores. */
  static List<Lease> claim(DeliveryQueueStore queue, Instant now) {
    return new DueDeliveries(queue, RETRIES).claim(Map.of(), PER_ENDPOINT, MOST, now).leases();
  }

  /** What was made by a commit of this node, as the database returned it. */
  public void made(List<List<Object>> rows) {
    lanes.made(
        rows.stream()
            .map(row ->
                List.of(
                    row.get(0), row.get(1), row.get(2), row.get(3), ((Long) row.get(4)).intValue()))
            .toList());
  }
}
