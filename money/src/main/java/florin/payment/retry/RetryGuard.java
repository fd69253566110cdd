package florin.payment.retry;

import florin.core.Id.PaymentId;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.core.Retry;
import florin.db.Write;
import florin.event.Event.Cause;
import florin.payment.execution.OnOutcome;
import florin.payment.machine.Payment;
import florin.payment.store.RetryStore;
import florin.payment.store.RetryStore.DeclinedCard;
import florin.payment.store.Stores;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The guard that refuses an attempt which a card scheme forbids, before the network is asked.
 *
 * <p>A card without a past decline costs a payment one look at an index, in the commit that begins
 * it. The commit of a decline writes a row. If there is one, the next payment with the card reads
 * it, and its commit adds the payment to the row only if the scheme still allows an attempt. So of
 * any number of parallel attempts on any node, the allowed number begins. A payment that is
 * approved leaves its place: the next attempt that needs it finds that.
 */
public final class RetryGuard implements OnOutcome {
  private final Stores stores;

  public RetryGuard(Stores stores) {
    this.stores = stores;
  }

  /** Returns the writes for the first commit of a payment whose card may be new. */
  public List<Write> begin(Payment begun) {
    return GuardedCard.find(begun).stream()
        .flatMap(card -> card.ids().stream())
        .map(id -> RetryStore.requireUnknown(begun.realm(), id))
        .toList();
  }

  /**
   * Returns the writes for the first commit of a payment whose card was declined before.
   *
   * @throws Refusal if its scheme allows no further attempt now
   */
  public List<Write> repeat(Payment begun, Instant now) {
    return GuardedCard.find(begun).map(card -> repeat(card, begun, now)).orElse(List.of());
  }

  private List<Write> repeat(GuardedCard card, Payment begun, Instant now) {
    Realm realm = begun.realm();
    Map<UUID, DeclinedCard> found = stores.retries().find(realm, card.ids());
    List<UUID> gone = List.of();
    Retry retry = retry(card, found, Set.of(), now);
    if (!retry.allowed() && retry.notBefore().isPresent()) {
      gone = gone(realm, found.values());
      retry = retry(card, found, gone, now);
    }
    if (!retry.allowed()) {
      throw refusal(retry);
    }
    var writes = new ArrayList<Write>();
    for (UUID id : card.ids()) {
      writes.add(
          found.containsKey(id)
              ? RetryStore.take(
                  realm,
                  id,
                  begun.id(),
                  gone,
                  card.scheme().inShort(now),
                  card.scheme().inLong(now),
                  now)
              : RetryStore.requireUnknown(realm, id));
    }
    return writes;
  }

  /** Returns the counted payments that turned out to be no attempts. */
  private List<UUID> gone(Realm realm, Collection<DeclinedCard> cards) {
    List<PaymentId> tries =
        cards.stream()
            .flatMap(card -> card.tries().stream())
            .distinct()
            .map(PaymentId::new)
            .toList();
    return stores.payments().list(realm, tries).stream()
        .filter(payment -> !GuardedCard.isAttempt(payment))
        .map(payment -> payment.id().uuid())
        .toList();
  }

  private static Retry retry(
      GuardedCard card, Map<UUID, DeclinedCard> found, Collection<UUID> gone, Instant now) {
    List<DeclinedCard> declined =
        card.ids().stream().flatMap(id -> Optional.ofNullable(found.get(id)).stream()).toList();
    if (declined.stream().anyMatch(DeclinedCard::never)) {
      return Retry.NEVER;
    }
    return card.scheme()
        .after(
            Stream.ofNullable(found.get(card.countId()))
                .flatMap(it -> it.tries().stream())
                .filter(id -> !gone.contains(id))
                .map(RetryStore::timeOf)
                .toList(),
            now);
  }

  private static Refusal refusal(Retry retry) {
    String words =
        retry
            .notBefore()
            .map(at ->
                "The card was declined too often, and its card scheme allows no further attempt before %s. Try again then, or use another card; nothing was charged."
                    .formatted(at))
            .orElse(
                "The card was declined, and its card scheme allows no further attempt. Use another card; nothing was charged.");
    return new Problem.RetryNotAllowed(words, retry).refusal();
  }

  /** Records a decline, in the commit of the outcome. */
  @Override
  public List<Write> writes(Payment payment, Optional<Cause> cause, Instant now) {
    return findDeclined(payment)
        .map(card ->
            List.of(
                RetryStore.decline(
                    payment.realm(),
                    card.idAfter(payment),
                    payment.id(),
                    card.isForbiddenAfter(payment),
                    now)))
        .orElse(List.of());
  }

  private static Optional<GuardedCard> findDeclined(Payment payment) {
    return GuardedCard.isDeclined(payment) ? GuardedCard.find(payment) : Optional.empty();
  }

  /**
   * Returns whether another attempt is allowed after a decline that is about to be committed; empty
   * if the payment was not declined, or its scheme limits no attempts.
   */
  public Optional<Retry> after(Payment payment, Instant now) {
    return Optional.ofNullable(list(payment.realm(), List.of(payment), now).get(payment.id()));
  }

  /** Returns whether the cards of declined payments of one realm may be tried again. */
  public Map<PaymentId, Retry> list(Realm realm, List<Payment> payments, Instant now) {
    Map<Payment, GuardedCard> cards =
        payments.stream()
            .flatMap(
                payment -> findDeclined(payment).map(card -> Map.entry(payment, card)).stream())
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    if (cards.isEmpty()) {
      return Map.of();
    }
    Map<UUID, DeclinedCard> found =
        stores
            .retries()
            .find(
                realm,
                cards.values().stream().flatMap(card -> card.ids().stream()).distinct().toList());
    List<UUID> gone = gone(realm, found.values());
    var retries = new HashMap<PaymentId, Retry>();
    cards.forEach((payment, card) ->
        retries.put(
            payment.id(),
            card.isForbiddenAfter(payment)
                ? Retry.NEVER
                : retry(card, with(found, card, payment), gone, now)));
    return retries;
  }

  /** Returns the rows with a decline that may not be committed yet. */
  private static Map<UUID, DeclinedCard> with(
      Map<UUID, DeclinedCard> found, GuardedCard card, Payment payment) {
    DeclinedCard row = found.getOrDefault(card.countId(), new DeclinedCard(false, List.of()));
    if (row.tries().contains(payment.id().uuid())) {
      return found;
    }
    List<UUID> tries = Stream.concat(row.tries().stream(), Stream.of(payment.id().uuid())).toList();
    return Stream.concat(
            found.entrySet().stream().filter(entry -> !entry.getKey().equals(card.countId())),
            Stream.of(Map.entry(card.countId(), new DeclinedCard(row.never(), tries))))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Returns whether a changeset was rejected because the card was declined in the meantime. */
  public static boolean isOf(Write guard) {
    return RetryStore.isOf(guard);
  }
}
