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
 * The service's own deliveries on a node of a simulation run. They have a low concurrency limit,
 * which is often reached, and use the simulated receiver.
 */
public final class SimulatedDeliveries {
  /** The secret that signs an account's events. */
  public static final String SECRET = "whsec_" + "Simulated".repeat(5).substring(0, 44);

  /** The number of concurrent deliveries of a node to an endpoint. */
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

  /** Returns the changeset that creates an endpoint for all events. */
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

  /** Starts delivering due events on this node. */
  public void start() {
    var _ = new Deliverer(db, lanes, attempts, RETRIES, sources.clock(), () -> true);
  }

  /** Leases due deliveries, for the tests that all stores must pass. */
  static List<Lease> claim(DeliveryQueueStore queue, Instant now) {
    return new DueDeliveries(queue, RETRIES).claim(Map.of(), PER_ENDPOINT, MOST, now).leases();
  }

  /** Handles the deliveries that a commit of this node created, as the database returned them. */
  public void made(List<List<Object>> rows) {
    lanes.made(
        rows.stream()
            .map(row ->
                List.of(
                    row.get(0), row.get(1), row.get(2), row.get(3), ((Long) row.get(4)).intValue()))
            .toList());
  }
}
