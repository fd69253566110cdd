package florin.connector.mollie;

import com.github.benmanes.caffeine.cache.AsyncCacheLoader;
import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import florin.connector.Deadline;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteLine;
import florin.connector.remote.RemoteObject;
import florin.core.Money;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The payment methods that Mollie saves with a first payment, as Mollie lists them for the
 * merchant's profile, with their limits. A currency has a list for setups and one for all amounts.
 * No payment waits for a list: until Mollie has responded, and if it doesn't, the lists of {@link
 * MollieMethods} count.
 */
final class MollieOffers {
  /** The age at which a list that is used is read again. */
  static final Duration FRESH = Duration.ofMinutes(10);

  /** How long a list that is not used is kept. */
  static final Duration KEPT = Duration.ofDays(1);

  /** How long Mollie is not asked again after it returned no list. */
  static final Duration PAUSE = Duration.ofMinutes(1);

  /** The most lists that are kept for a connector. */
  static final int MAX_LISTS = 500;

  private static final Duration DEADLINE = Duration.ofSeconds(5);
  private static final Logger LOG = LoggerFactory.getLogger(MollieOffers.class);

  private final RemoteLine<MollieError> line;

  /** Empty if Mollie returned no list. */
  private final AsyncLoadingCache<Money, Optional<List<MollieMethods.Limited>>> lists;

  MollieOffers(RemoteLine<MollieError> line) {
    this.line = line;
    this.lists =
        Caffeine.newBuilder()
            .maximumSize(MAX_LISTS)
            .refreshAfterWrite(FRESH)
            .expireAfter(
                Expiry.<Money, Optional<List<MollieMethods.Limited>>>writing(
                    (_, list) -> list.isPresent() ? KEPT : PAUSE))
            .executor(task -> Thread.ofVirtual().name("mollie-methods").start(task))
            .buildAsync(new Loader());
  }

  /** Returns the methods that a first payment saves, in Florin's words. */
  Set<String> savable(Money amount) {
    return lists
        .get(asked(amount))
        .exceptionally(_ -> Optional.empty())
        .getNow(Optional.empty())
        .map(methods ->
            methods.stream()
                .filter(method -> amount.isZero() || method.allows(amount))
                .map(MollieMethods.Limited::method)
                .collect(Collectors.toUnmodifiableSet()))
        .orElseGet(() -> MollieMethods.savable(amount.isZero()));
  }

  /** Returns the amount for which Mollie lists the methods of a currency. */
  private static Money asked(Money amount) {
    return amount.isZero() ? amount : new Money(MollieRequests.ANY_AMOUNT, amount.currency());
  }

  private final class Loader
      implements AsyncCacheLoader<Money, Optional<List<MollieMethods.Limited>>> {
    @Override
    public CompletableFuture<Optional<List<MollieMethods.Limited>>> asyncLoad(
        Money amount, Executor executor) {
      return CompletableFuture.supplyAsync(() -> ask(amount), executor);
    }

    /** Keeps the list if Mollie doesn't return a new one. */
    @Override
    public CompletableFuture<Optional<List<MollieMethods.Limited>>> asyncReload(
        Money amount, Optional<List<MollieMethods.Limited>> before, Executor executor) {
      return asyncLoad(amount, executor).thenApply(found -> found.or(() -> before));
    }
  }

  private Optional<List<MollieMethods.Limited>> ask(Money amount) {
    RemoteAnswer<MollieError> answer =
        line.send(MollieRequests.firstMethods(amount), Deadline.in(DEADLINE));
    if (answer instanceof RemoteAnswer.Done(RemoteObject found)) {
      return Optional.of(MollieMethods.limited(found));
    }
    LOG.info("Mollie has not listed its methods for first payments: {}", answer);
    return Optional.empty();
  }
}
