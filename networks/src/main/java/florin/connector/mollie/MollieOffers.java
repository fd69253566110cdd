package florin.connector.mollie;

import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import florin.connector.Deadline;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteLine;
import florin.connector.remote.RemoteObject;
import florin.core.Money;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The payment methods that Mollie saves with a first payment of an amount, as Mollie lists them for
 * the merchant's profile. No payment waits for a list: until Mollie has responded, and if it
 * doesn't, the lists of {@link MollieMethods} count.
 */
final class MollieOffers {
  /** How long a list is used. */
  static final Duration KEPT = Duration.ofMinutes(10);

  /** How long Mollie is not asked again after it returned no list. */
  static final Duration PAUSE = Duration.ofMinutes(1);

  /** The most amounts whose lists are kept for a connector. */
  static final int MAX_AMOUNTS = 500;

  private static final Duration DEADLINE = Duration.ofSeconds(5);
  private static final Logger LOG = LoggerFactory.getLogger(MollieOffers.class);

  private final RemoteLine<MollieError> line;

  /** Florin's names; empty if Mollie returned no list. */
  private final AsyncLoadingCache<Money, Optional<Set<String>>> lists;

  MollieOffers(RemoteLine<MollieError> line) {
    this.line = line;
    this.lists =
        Caffeine.newBuilder()
            .maximumSize(MAX_AMOUNTS)
            .expireAfter(
                Expiry.<Money, Optional<Set<String>>>creating(
                    (_, list) -> list.isPresent() ? KEPT : PAUSE))
            .executor(task -> Thread.ofVirtual().name("mollie-methods").start(task))
            .buildAsync(
                (amount, executor) -> CompletableFuture.supplyAsync(() -> ask(amount), executor));
  }

  /** Returns the methods that a first payment saves, in Florin's words. */
  Set<String> savable(Money amount) {
    return lists
        .get(amount)
        .exceptionally(_ -> Optional.empty())
        .getNow(Optional.empty())
        .orElseGet(() -> MollieMethods.savable(amount.isZero()));
  }

  private Optional<Set<String>> ask(Money amount) {
    RemoteAnswer<MollieError> answer =
        line.send(MollieRequests.firstMethods(amount), Deadline.in(DEADLINE));
    if (answer instanceof RemoteAnswer.Done(RemoteObject found)) {
      return Optional.of(Set.copyOf(MollieMethods.list(found)));
    }
    LOG.info("Mollie has not listed its methods for first payments: {}", answer);
    return Optional.empty();
  }
}
