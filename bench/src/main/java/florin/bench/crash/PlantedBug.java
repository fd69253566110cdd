package florin.bench.crash;

import florin.bench.agent.Rewrite;
import florin.bench.crash.Scenes.Scene;
import florin.bench.provider.HostedProvider.Kind;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A guard that can be removed, the directed run that needs it, and the invariant that breaks
 * without it.
 */
@SuppressWarnings("ImmutableEnumChecker") // its sets come from Set.of, and scenes are stateless
enum PlantedBug {
  VERSION_GUARD(Invariant.WHOLE, Scenes::contention, 5),
  BEGIN_COMMIT(Invariant.BOOKS, Scenes::killedBetweenCallAndFinish, 10),
  RECOVERY(Invariant.RESOLVED, Scenes::killedBetweenCallAndFinish, 15),
  WITNESS(Invariant.KEPT, Scenes::backendDiesWithABatch, 10),
  DURABLE_COMMIT(Invariant.KEPT, Scenes::crashUnderLoad, 10),
  POSITION_BOUND(Invariant.FIGURES, Scenes::committerWaits, 5),
  IDEMPOTENCY_CLAIM(Invariant.ONCE, Scenes::repetitions, 5),
  SAME_REQUEST(Invariant.OTHER_REQUEST, Scenes::otherRequestsUnderAKey, 5),
  MANDATE_REVOCATION(Invariant.CONSENT, Scenes::revokedMandates, 5),
  AMOUNT_CHECK(Invariant.BOOKS, Scenes::payments, 5, Rewrite.NETWORK_APPROVES_HALF),
  REFUND_RESERVATION(Invariant.SUMS, Scenes::refundsOfTheWhole, 5, Rewrite.NETWORK_LOOKS_AT_NO_SUM),
  REVERSAL_FIRST(Invariant.RESOLVED, Scenes::neverArrives, 15),
  LATE_APPROVAL_WATCH(Invariant.BOOKS, Scenes::approvedLate, 5),
  NOTICE_ONCE(Invariant.NOTICED_ONCE, Scenes::webhooksTwice, 5),
  MOLLIE_REFERENCE(Invariant.BOOKS, Scenes::refundsAtMollie, 10),
  BANK_ENTRY_KEY(Invariant.BOOKED_ONCE, Scenes::entryInTwoStatements, 5),
  FANOUT(Invariant.ARRIVED, Scenes::payments, 5),
  DELIVERY_RETRY(Invariant.ARRIVED, Scenes::receiverFailsFirst, 5),
  SIGNATURE(Invariant.SIGNED, Scenes::payments, 5),
  SEALING(Invariant.NO_CARD, Scenes::savedCards, 5);

  private static final Set<PlantedBug> OF_DELIVERIES = Set.of(FANOUT, DELIVERY_RETRY, SIGNATURE);

  private final Invariant shows;
  private final Scene scene;
  private final Duration resolved;
  private final Set<Rewrite> besides;

  /**
   * Defines a guard.
   *
   * @param shows invariant that breaks without the guard
   * @param resolved seconds after the run within which everything must be resolved; with the guard
   *     in place, the check waits longer
   * @param besides other rewrites of the service, with and without the guard
   */
  PlantedBug(Invariant shows, Scene scene, int resolved, Rewrite... besides) {
    this.shows = shows;
    this.scene = scene;
    this.resolved = Duration.ofSeconds(resolved);
    this.besides = Set.of(besides);
  }

  Invariant shows() {
    return shows;
  }

  Scene scene() {
    return scene;
  }

  Duration resolved() {
    return resolved;
  }

  boolean isOfDeliveries() {
    return OF_DELIVERIES.contains(this);
  }

  Set<Kind> providers() {
    return switch (this) {
      case NOTICE_ONCE -> Set.of(Kind.STRIPE);
      case MOLLIE_REFERENCE, MANDATE_REVOCATION -> Set.of(Kind.MOLLIE);
      default -> Set.of();
    };
  }

  Map<String, String> settings() {
    return this == POSITION_BOUND ? Map.of("FLORIN_COMMITTERS", "2") : Map.of();
  }

  Rewrite bug() {
    return Rewrite.valueOf(name());
  }

  /**
   * Returns the rewrites of the service.
   *
   * @param control whether the guard stays in place
   */
  Set<Rewrite> rewrites(boolean control) {
    var all = EnumSet.noneOf(Rewrite.class);
    all.addAll(besides);
    if (!control) {
      all.add(bug());
    }
    return all;
  }

  /** Returns the name that the command line uses. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
