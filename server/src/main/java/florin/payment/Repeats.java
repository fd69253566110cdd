package florin.payment;

import florin.account.Given;
import florin.account.Idempotency;
import florin.account.Idempotency.Claim;
import florin.account.Idempotency.Stored;
import florin.account.Origin;
import florin.core.ErrorCode;
import florin.core.Id.PaymentId;
import florin.core.Problem;
import florin.core.Realm;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Answers a request whose idempotency key is taken: with the stored answer; or, while the first
 * request is under way, with that when it comes; or, when whoever worked on the first is gone, by
 * finishing the same payment.
 */
final class Repeats {
  /** How long a second request waits for the first. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

  private final Idempotency idempotency;
  private final AttemptStore attemptStore;
  private final Attempts attempts;
  private final Recovery recovery;
  private final Tenders tenders;
  private final InstantSource clock;

  Repeats(
      Idempotency idempotency,
      AttemptStore attemptStore,
      Attempts attempts,
      Recovery recovery,
      Tenders tenders,
      InstantSource clock) {
    this.idempotency = idempotency;
    this.attemptStore = attemptStore;
    this.attempts = attempts;
    this.recovery = recovery;
    this.tenders = tenders;
    this.clock = clock;
  }

  Given answer(Claim claim, Origin origin, CreatePayment command) {
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    Duration pause = FIRST_PAUSE;
    while (System.nanoTime() < giveUp) {
      Optional<Stored> stored = idempotency.find(claim.slot());
      if (stored.isPresent()) {
        stored.get().requireSameRequest(claim);
        if (stored.get().answer().isPresent()) {
          return Given.again(stored.get().answer().get());
        }
        finishWhatWasLeft(
            claim.slot().realm(), new PaymentId(stored.get().resource()), origin, command);
      }
      LockSupport.parkNanos(pause.toNanos());
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
              ? pause.multipliedBy(2)
              : LONGEST_PAUSE;
    }
    throw new Problem.Conflict(
            ErrorCode.IDEMPOTENCY_KEY_IN_USE,
            "The first request with this Idempotency-Key is still being processed. Repeat this request in a moment: it will get the first one's answer.",
            Duration.ofSeconds(1))
        .refusal();
  }

  /** Takes the payment over if nobody is at work on it; the answer is then in the slot. */
  private void finishWhatWasLeft(
      Realm realm, PaymentId payment, Origin origin, CreatePayment command) {
    attemptStore
        .findLatest(realm, payment)
        .filter(attempt -> attempt.progress().isOpen() && attempts.isFree(attempt, clock.instant()))
        .flatMap(recovery::take)
        .ifPresent(
            taken -> recovery.retry(taken, origin, left -> tenders.charge(left, command.tender())));
  }
}
