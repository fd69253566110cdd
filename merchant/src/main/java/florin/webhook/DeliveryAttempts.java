package florin.webhook;

import florin.core.Mode;
import florin.core.RealmClock;
import florin.core.Sources;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.CommitUnknownException;
import florin.db.DatabaseUnavailableException;
import florin.db.GroupCommit;
import florin.db.GroupRead;
import florin.db.Write;
import florin.vault.SecretSeal;
import florin.webhook.Delivery.AttemptResult;
import florin.webhook.Delivery.DeliveryAttempt;
import florin.webhook.Delivery.Status;
import florin.webhook.DeliveryStore.AttemptInput;
import florin.webhook.Fanout.Lease;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes one attempt: reads the current event and endpoint, signs, posts, and records. The attempt
 * was counted when the delivery was leased. If the process dies at any point, a node claims the
 * delivery again at the time of the retry schedule. So it is delivered at least once, and repeated
 * deliveries have the same event id.
 */
final class DeliveryAttempts {
  /** The most tries to record the result. */
  private static final int MAX_RECORDINGS = 3;

  private static final int GONE = 410;
  private static final int REQUEST_TIMEOUT = 408;
  private static final int TOO_MANY = 429;
  private static final int SERVER_ERROR = 500;
  private static final Logger LOG = LoggerFactory.getLogger(DeliveryAttempts.class);

  private final GroupRead<Lease, AttemptInput> reader;
  private final GroupCommit commits;
  private final Map<Mode, Sender> senders;
  private final SecretSeal seal;
  private final RetrySchedule schedule;
  private final AttemptNotes notes;
  private final InstantSource clock;
  private final InstantSource dueClock;

  /** The outcome of one POST to an endpoint. */
  sealed interface PostOutcome {
    Duration latency();

    /** Returns the time since a reading of {@link System#nanoTime}. */
    static Duration since(long nanos) {
      return Duration.ofNanos(System.nanoTime() - nanos);
    }

    /** Returns whether the response is 2xx, which alone counts as success. */
    default boolean isDelivered() {
      return this instanceof Answered answered && answered.status() / 100 == 2;
    }

    /**
     * A response.
     *
     * @param headers one per line
     * @param body its first 4 KiB, as text
     * @param retryAfter the header of that name
     */
    record Answered(
        int status, String headers, String body, Optional<Duration> retryAfter, Duration latency)
        implements PostOutcome {}

    /**
     * No response, or nothing may be sent there.
     *
     * @param reason for the merchant
     */
    record Failed(String reason, Duration latency) implements PostOutcome {}
  }

  DeliveryAttempts(
      GroupRead<Lease, AttemptInput> reader,
      GroupCommit commits,
      Map<Mode, Sender> senders,
      SecretSeal seal,
      RetrySchedule schedule,
      AttemptNotes notes,
      Sources sources) {
    this.reader = reader;
    this.commits = commits;
    this.senders = Map.copyOf(senders);
    this.seal = seal;
    this.schedule = schedule;
    this.notes = notes;
    this.clock = sources.clock();
    this.dueClock = sources.dueClock();
  }

  /**
   * Makes an attempt. Before it records anything, it reports either that nothing was sent or how
   * the endpoint responded.
   *
   * @param answered true if the endpoint has shown that it is alive
   * @return false if the database could not be read, so that the attempt did not start
   */
  boolean make(Lease delivery, Runnable notSent, Consumer<Boolean> answered) {
    Optional<AttemptInput> loaded;
    try {
      loaded = reader.find(delivery);
    } catch (DatabaseUnavailableException away) {
      LOG.warn("{} waits for the end of its lease: {}", delivery.id(), away.getMessage());
      notSent.run();
      return false;
    }
    if (loaded.isEmpty()) {
      notSent.run(); // another node has leased it, or it is completed
      return true;
    }
    int attempts = loaded.get().attempts();
    Optional<String> body = loaded.get().body();
    Optional<WebhookEndpoint> endpoint = loaded.get().endpoint().filter(WebhookEndpoint::isEnabled);
    if (body.isEmpty() || endpoint.isEmpty()) {
      notSent.run();
      record(delivery, List.of(DeliveryStore.cancel(delivery, clock.instant())));
      return true;
    }
    if (attempts > schedule.mostAttempts()) {
      notSent.run();
      record(delivery, List.of(DeliveryStore.exhaust(delivery, clock.instant())));
      return true;
    }
    PostOutcome sent;
    Instant now = clock.instant();
    try {
      sent = post(delivery, endpoint.get(), body.get(), now);
    } catch (RuntimeException bug) {
      LOG.error("{} could not be sent", delivery.id(), bug);
      notSent.run();
      return true;
    }
    answered.accept(isAlive(sent));
    notes.attempted(endpoint.get(), sent, now);
    record(delivery, writes(delivery, attempts, sent, now));
    return true;
  }

  private PostOutcome post(Lease delivery, WebhookEndpoint endpoint, String body, Instant now) {
    List<SigningSecret> secrets =
        endpoint.sealedSecrets(now).stream()
            .map(sealed ->
                new SigningSecret(seal.open(endpoint.realm(), endpoint.id().uuid(), sealed)))
            .toList();
    byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
    return sender(endpoint)
        .post(
            endpoint.target().url(),
            bytes,
            Signature.headers(delivery.event().text(), bytes, secrets, now),
            now);
  }

  private Sender sender(WebhookEndpoint endpoint) {
    return Objects.requireNonNull(senders.get(endpoint.realm().mode()));
  }

  /**
   * Returns whether the receiver is alive. One that rejects quickly is no burden; one that is
   * overloaded or silent is.
   */
  private static boolean isAlive(PostOutcome sent) {
    return switch (sent) {
      case PostOutcome.Answered answered ->
          answered.status() < SERVER_ERROR
              && answered.status() != REQUEST_TIMEOUT
              && answered.status() != TOO_MANY;
      case PostOutcome.Failed _ -> false;
    };
  }

  private List<Write> writes(Lease delivery, int attempts, PostOutcome sent, Instant now) {
    Optional<Duration> asked =
        sent instanceof PostOutcome.Answered answered ? answered.retryAfter() : Optional.empty();
    boolean gone = sent instanceof PostOutcome.Answered answered && answered.status() == GONE;
    Optional<Instant> next =
        sent.isDelivered() || gone
            ? Optional.empty()
            : schedule
                .pauseAfter(attempts, asked, RealmClock.random(attempts))
                .map(dueClock.instant()::plus);
    var writes =
        new ArrayList<>(
            DeliveryStore.record(delivery, status(sent, gone, next), next, attempt(sent, now)));
    if (gone) {
      writes.add(WebhookEndpointStore.gone(delivery.realm(), delivery.endpoint()));
    }
    return writes;
  }

  private static Status status(PostOutcome sent, boolean gone, Optional<Instant> next) {
    if (sent.isDelivered()) {
      return Status.DELIVERED;
    }
    if (gone) {
      return Status.CANCELED;
    }
    return next.isPresent() ? Status.PENDING : Status.EXHAUSTED;
  }

  private static DeliveryAttempt attempt(PostOutcome sent, Instant now) {
    return switch (sent) {
      case PostOutcome.Answered answered ->
          new DeliveryAttempt(
              AttemptResult.of(sent),
              Optional.of(answered.status()),
              Optional.empty(),
              sent.latency().toMillis(),
              Optional.of(answered.headers()),
              Optional.of(answered.body()),
              now);
      case PostOutcome.Failed failed ->
          new DeliveryAttempt(
              AttemptResult.of(sent),
              Optional.empty(),
              Optional.of(failed.reason()),
              sent.latency().toMillis(),
              Optional.empty(),
              Optional.empty(),
              now);
    };
  }

  /** Records the result, with retries, because a lost record causes a second delivery. */
  private void record(Lease delivery, List<Write> writes) {
    for (int i = 1; i <= MAX_RECORDINGS; i++) {
      try {
        if (commits.commit(new Changeset(writes)) instanceof CommitResult.Rejected rejected) {
          // Usually the attempt's row exists: the earlier commit was not lost after all.
          LOG.info("{} is recorded already, or cannot be: {}", delivery.id(), rejected);
        }
        return;
      } catch (CommitUnknownException | DatabaseUnavailableException away) {
        LOG.warn(
            "recording {} failed, {} of {}: {}",
            delivery.id(),
            i,
            MAX_RECORDINGS,
            away.getMessage());
      }
    }
  }
}
