package florin.account;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import florin.core.Realm;
import java.time.Duration;
import java.util.Optional;

/**
 * The default statement descriptors of accounts. Every payment without its own needs one, so they
 * are cached and read again after a few seconds.
 */
public final class Descriptors {
  /** The time within which a change takes effect on every node. */
  static final Duration KEPT = Duration.ofSeconds(5);

  private static final int MAX_ACCOUNTS = 10_000;

  private final LoadingCache<Long, Optional<String>> byAccount;

  public Descriptors(AccountStore store) {
    this.byAccount =
        Caffeine.newBuilder()
            .maximumSize(MAX_ACCOUNTS)
            .expireAfterWrite(KEPT)
            .build(number ->
                store
                    .findAccount(number)
                    .flatMap(account -> account.profile().statementDescriptor()));
  }

  public Optional<String> of(Realm realm) {
    return byAccount.get(realm.accountNumber());
  }
}
