package florin.vault;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.CardCode;
import florin.core.Id.PaymentMethodId;
import florin.core.Realm;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CodeMemoryTest {
  private static final Realm REALM = new Realm(2);
  private static final PaymentMethodId METHOD = method(1);
  private static final CardCode CODE = new CardCode("123");

  private final AtomicLong nanos = new AtomicLong();
  private final CodeMemory memory = new CodeMemory(new SecureRandom(), nanos::get, 10);

  @Test
  void returns_a_code_once() {
    memory.put(REALM, METHOD, CODE);
    assertThat(memory.take(REALM, METHOD).map(CardCode::digits)).contains("123");
    assertThat(memory.take(REALM, METHOD)).isEmpty();
    assertThat(memory.size()).isZero();
  }

  @Test
  void has_no_code_for_another_method_or_realm() {
    memory.put(REALM, METHOD, CODE);
    assertThat(memory.take(REALM, method(2))).isEmpty();
    assertThat(memory.take(new Realm(3), METHOD)).isEmpty();
    assertThat(memory.take(REALM, METHOD)).isPresent();
  }

  @Test
  void keeps_a_code_for_fifteen_minutes() {
    memory.put(REALM, METHOD, CODE);
    memory.put(REALM, method(2), CODE);
    nanos.addAndGet(Duration.ofMinutes(15).toNanos() - 1);
    assertThat(memory.take(REALM, METHOD)).isPresent();
    nanos.addAndGet(1);
    assertThat(memory.take(REALM, method(2))).isEmpty();
    assertThat(memory.size()).isZero();
  }

  @Test
  void does_not_count_an_expired_code() {
    memory.put(REALM, METHOD, CODE);
    nanos.addAndGet(Duration.ofMinutes(15).toNanos());
    assertThat(memory.size()).isZero();
  }

  @Test
  void has_a_new_key_of_32_bytes_in_each_process() {
    var random = new SecureRandom();
    assertThat(AesGcm.newKey(random)).hasSize(32).isNotEqualTo(AesGcm.newKey(random));
  }

  @Test
  void replaces_a_code_with_a_later_one() {
    memory.put(REALM, METHOD, CODE);
    memory.put(REALM, METHOD, new CardCode("4567"));
    assertThat(memory.take(REALM, METHOD).map(CardCode::digits)).contains("4567");
    assertThat(memory.take(REALM, METHOD)).isEmpty();
  }

  @Test
  void keeps_a_limited_number_of_codes() {
    for (int i = 0; i < 100; i++) {
      memory.put(REALM, method(i), CODE);
      assertThat(memory.size()).isLessThanOrEqualTo(10);
    }
  }

  @Test
  void returns_a_code_to_one_of_many_concurrent_callers()
      throws InterruptedException, ExecutionException {
    memory.put(REALM, METHOD, CODE);
    Callable<Optional<CardCode>> take = () -> memory.take(REALM, METHOD);
    int taken = 0;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Optional<CardCode>> answer :
          threads.invokeAll(Stream.generate(() -> take).limit(100).toList())) {
        taken += answer.get().isPresent() ? 1 : 0;
      }
    }
    assertThat(taken).isEqualTo(1);
  }

  @Test
  void shows_no_code() {
    memory.put(REALM, METHOD, CODE);
    assertThat(memory).hasToString("CodeMemory[1 codes]");
  }

  private static PaymentMethodId method(int serial) {
    return new PaymentMethodId(new UUID(1, serial));
  }
}
