package florin.bank.ordering;

import florin.bank.outgoing.OutgoingTransferStore;
import florin.bank.outgoing.OutgoingTransferStore.DueAccount;
import florin.bank.outgoing.PaymentFile;
import florin.core.Id.RequestId;
import florin.core.IdSource;
import florin.core.Refusal;
import florin.idempotency.Origin;
import florin.job.BackgroundJob;
import florin.job.WorkAcceptance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates one payment file a day for each account with transfers that have waited since before the
 * daily hour. Any node does this for all accounts; a second node finds nothing waiting. If no node
 * ran at that hour, the file is created later.
 */
public final class PaymentFileLoop implements AutoCloseable {
  static final Duration PAUSE = Duration.ofSeconds(10);
  static final int MAX_ACCOUNTS = 20;

  private static final Logger LOG = LoggerFactory.getLogger(PaymentFileLoop.class);

  private final OutgoingTransferStore transfers;
  private final PaymentFiles orders;
  private final LocalTime hour;
  private final IdSource ids;
  private final InstantSource clock;
  private final BackgroundJob job;

  /**
   * Creates and starts the job.
   *
   * @param hour the hour of the day, in UTC
   */
  public PaymentFileLoop(
      OutgoingTransferStore transfers,
      PaymentFiles orders,
      LocalTime hour,
      IdSource ids,
      InstantSource clock,
      WorkAcceptance acceptance) {
    this.transfers = transfers;
    this.orders = orders;
    this.hour = hour;
    this.ids = ids;
    this.clock = clock;
    this.job = BackgroundJob.ofWork("payment-files", PAUSE, acceptance, this::round);
  }

  @Override
  public void close() {
    job.close();
  }

  private boolean round() {
    List<DueAccount> due = transfers.listDue(lastHour(clock.instant(), hour), MAX_ACCOUNTS);
    boolean hasMade = false;
    for (DueAccount account : due) {
      hasMade |= make(account);
    }
    return hasMade; // one file may not have held all transfers
  }

  private boolean make(DueAccount due) {
    try {
      PaymentFile made =
          orders
              .create(
                  due.realm(),
                  due.account(),
                  new Origin(new RequestId(ids.next()), Optional.empty()))
              .value();
      LOG.info("{} asks {} for {} transfers", made.id(), made.account(), made.transfers());
      return true;
    } catch (Refusal refused) {
      return false; // another node was faster
    } catch (RuntimeException failed) {
      LOG.warn("no payment file of {} could be created", due.account(), failed);
      return false;
    }
  }

  /** Returns the last time the daily hour was reached, including now. */
  static Instant lastHour(Instant now, LocalTime hour) {
    OffsetDateTime today = now.atOffset(ZoneOffset.UTC);
    OffsetDateTime at = today.with(hour);
    return (at.isAfter(today) ? at.minusDays(1) : at).toInstant();
  }
}
