package florin.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Caller;
import florin.core.Caller.KeyKind;
import florin.core.ErrorCode;
import florin.core.Mode;
import florin.core.Refusal;
import florin.db.Db;
import florin.testing.TestApp;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ApiKeysTest {
  private static final Optional<String> ADDRESS = Optional.of("192.0.2.1");

  private final SecureRandom random = new SecureRandom();

  /** Each created or revoked key clears the cache of every node. */
  @Test
  void a_cached_key_is_read_again_regardless_of_other_keys_from_its_address() {
    try (TestApp florin = TestApp.open();
        var db = new Db(florin.database());
        var keys = new ApiKeys(db, new AccountStore(db), InstantSource.system())) {
      assertThat(authenticate(keys, florin.secretKey())).isEmpty();
      useUp(keys);
      florin.update("UPDATE api_key SET revoked_at = now()");
      florin.update("UPDATE key_epoch SET epoch = epoch + 1");

      Optional<ErrorCode> answer;
      do {
        useUp(keys);
        answer = authenticate(keys, florin.secretKey());
      } while (answer.isEmpty());
      assertThat(answer).contains(ErrorCode.API_KEY_REVOKED);
    }
  }

  @Test
  void only_a_valid_secret_key_is_cached_and_only_while_it_is_valid() {
    try (TestApp florin = TestApp.open();
        var db = new Db(florin.database());
        var keys = new ApiKeys(db, new AccountStore(db), InstantSource.system())) {
      assertThat(keys.recall(florin.secretKey())).isEmpty();
      Caller caller = keys.authenticate(florin.secretKey(), ADDRESS);
      assertThat(keys.recall(florin.secretKey())).contains(caller);
      assertThat(keys.recall(florin.secretKey() + "a")).isEmpty();

      assertThat(authenticate(keys, florin.publishableKey())).isEmpty();
      assertThat(keys.recall(florin.publishableKey())).isEmpty();

      florin.update("UPDATE api_key SET revoked_at = now()");
      florin.update("UPDATE key_epoch SET epoch = epoch + 1");
      await().until(() -> keys.recall(florin.secretKey()).isEmpty());
      assertThat(authenticate(keys, florin.secretKey())).contains(ErrorCode.API_KEY_REVOKED);
      assertThat(keys.recall(florin.secretKey())).isEmpty();
    }
  }

  private void useUp(ApiKeys keys) {
    Optional<ErrorCode> answer;
    do {
      answer = authenticate(keys, KeyText.make(KeyKind.SECRET, Mode.TEST, random).reveal());
    } while (answer.equals(Optional.of(ErrorCode.API_KEY_UNKNOWN)));
    assertThat(answer).contains(ErrorCode.RATE_LIMIT);
  }

  private static Optional<ErrorCode> authenticate(ApiKeys keys, String key) {
    try {
      keys.authenticate(key, ADDRESS);
      return Optional.empty();
    } catch (Refusal refused) {
      return Optional.of(refused.problem().code());
    }
  }
}
