package florin.paymentmethod;

import florin.connector.ConnectorName;
import florin.connector.Connectors;
import florin.connector.Credential;
import florin.connector.Deadline;
import florin.core.Refusal;
import florin.db.Db;
import florin.db.DueRows.DueRow;
import florin.job.BackgroundJob;
import florin.job.WorkAcceptance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the credentials of detached payment methods at their providers, with no transaction open
 * during the call. After a crash, another node repeats the call; a provider that has no such
 * credential confirms that. The pause between tries grows with the time since the method was
 * detached. After {@value #SLOW_AFTER_DAYS} days Florin tries once a day, and logs that a person
 * must act. It never gives up: the cause may be a wrong API key, which the merchant corrects later.
 */
public final class Revocations implements AutoCloseable {
  private static final int SLOW_AFTER_DAYS = 3;
  static final Duration PAUSE = Duration.ofSeconds(5);

  private static final Duration DEADLINE = Duration.ofSeconds(10);

  /** How long a node has a row: the call, and the commit after it. */
  private static final Duration LEASE = Duration.ofMinutes(1);

  private static final Duration LONGEST_PAUSE = Duration.ofHours(6);
  private static final Duration SLOW_PAUSE = Duration.ofDays(1);
  private static final int MAX_AT_ONCE = 20;

  private static final Logger LOG = LoggerFactory.getLogger(Revocations.class);

  private final RevocationStore store;
  private final Connectors connectors;
  private final InstantSource clock;
  private final BackgroundJob job;

  public Revocations(Db db, Connectors connectors, InstantSource clock, WorkAcceptance acceptance) {
    this.store = new RevocationStore(db);
    this.connectors = connectors;
    this.clock = clock;
    this.job = BackgroundJob.ofWork("credential-revocation", PAUSE, acceptance, this::round);
  }

  @Override
  public void close() {
    job.close();
  }

  private boolean round() {
    Instant now = clock.instant();
    List<DueRow> due = store.list(now, MAX_AT_ONCE);
    for (DueRow row : due) {
      store.take(row, now, clock.instant().plus(LEASE)).ifPresent(this::revoke);
    }
    return due.size() == MAX_AT_ONCE;
  }

  private void revoke(PaymentMethod method) {
    Credential.Saved saved = method.state().provider().orElseThrow();
    if (isRevoked(method, saved)) {
      store.done(method);
      return;
    }
    Instant now = clock.instant();
    Duration age = Duration.between(method.state().detached().orElse(now), now);
    if (age.toDays() < SLOW_AFTER_DAYS) {
      Duration pause = age.compareTo(LONGEST_PAUSE) < 0 ? age : LONGEST_PAUSE;
      store.failed(method, now.plus(pause).plus(PAUSE));
      return;
    }
    LOG.error(
        "{}: its credential could not be deleted at the provider of {}, and Florin tries again in a day. Check the API key of the connector, or delete the credential there: {}",
        method.id(),
        saved.connector(),
        saved.ids());
    store.failed(method, now.plus(SLOW_PAUSE));
  }

  private boolean isRevoked(PaymentMethod method, Credential.Saved saved) {
    try {
      return connectors
          .find(method.realm(), new ConnectorName(saved.connector(), ""))
          .filter(connector -> connector.revoke(saved, Deadline.in(DEADLINE)))
          .isPresent();
    } catch (Refusal unusable) {
      return false;
    }
  }
}
