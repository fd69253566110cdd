package florin.account;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import florin.core.Realm;
import java.time.Duration;
import java.util.Optional;

/**
 * What payers read on their statements where a payment does not say, for every payment: so it is
 * remembered, and read again after a few seconds.
 */
public final class Descriptors {
  /** A change holds on every node within this time. */
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
