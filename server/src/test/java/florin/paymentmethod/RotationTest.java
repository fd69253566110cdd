package florin.paymentmethod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.db.Db;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.vault.KeyRotation;
import florin.vault.Keyring;
import florin.vault.Rewrapping;
import florin.vault.SealedThings.Place;
import florin.vault.Vault;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A rotation of the encryption key during payments. */
class RotationTest {
  private static final String GOOD = "4242424242424242";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void every_number_is_rewrapped_during_payments_and_after_an_interrupted_rotation() {
    try (var florin = TestApp.open();
        var other = florin.openAnotherNode();
        var db = new Db(florin.database())) {
      String early = method(florin);
      var rotation = new KeyRotation(db, florin.keysFile(), new SecureRandom());
      var refused = new ConcurrentLinkedQueue<Reply>();
      var stop = new AtomicBoolean();
      try (var load = Executors.newVirtualThreadPerTaskExecutor()) {
        for (TestApp node : List.of(florin, florin, other, other)) {
          load.execute(() -> payUntil(stop, node, refused));
        }
        try {
          rotate(rotation, db);
        } finally {
          stop.set(true);
        }
      }
      // A number encrypted before the nodes switched is durable by now, or never will be.
      SealedNumberStore numbers = numbers(rotation, db);
      Rewrapping.run(numbers, _ -> {});
      rotation.finish(rotation.keyring());
      assertThat(refused).isEmpty();
      assertThat(numbers.countByKey()).containsOnlyKeys(2);
      assertThat(pay(other, "\"" + early + "\"").status()).isEqualTo(200);
      assertThat(Keyring.load(florin.keysFile()).currentVersion()).isEqualTo(2);
      assertThat(rotation.begin().newestVersion()).as("the next rotation").isEqualTo(3);
    }
  }

  /**
   * Rotates the key until only the first number is rewrapped, as if the process were killed there.
   */
  private static void rotate(KeyRotation rotation, Db db) {
    Keyring begun = rotation.begin();
    Keyring again = rotation.begin();
    assertThat(again.newestVersion()).as("begun once").isEqualTo(begun.newestVersion());
    await().atMost(PATIENCE).until(() -> rotation.lacking(begun).isEmpty());
    rotation.changeOver(begun);
    await().atMost(PATIENCE).until(() -> rotation.behind(begun).isEmpty());
    numbers(rotation, db).rewrap(Place.BEGIN, 1);
  }

  private static SealedNumberStore numbers(KeyRotation rotation, Db db) {
    return new SealedNumberStore(db, new Vault(rotation.keyring(), new SecureRandom()), 2);
  }

  @Test
  void a_node_started_after_a_rotation_opens_numbers_sealed_before() {
    TestApp first = TestApp.open();
    String method = method(first);
    try (var db = new Db(first.database())) {
      var rotation = new KeyRotation(db, first.keysFile(), new SecureRandom());
      Keyring keyring = rotation.begin();
      rotation.changeOver(keyring);
      rotation.finish(keyring);
    }
    first.close();
    try (TestApp next = first.reopen()) {
      assertThat(pay(next, "\"" + method + "\"").status()).isEqualTo(200);
      assertThat(method(next)).startsWith("pm_");
      assertThat(counts(next)).isEqualTo(Map.of(1, 1L, 2, 1L));
    }
  }

  private static Map<Integer, Long> counts(TestApp florin) {
    try (var db = new Db(florin.database())) {
      var keyring = Keyring.load(florin.keysFile());
      return new SealedNumberStore(db, new Vault(keyring, new SecureRandom()), 2).countByKey();
    }
  }

  private static void payUntil(
      AtomicBoolean stop, TestApp node, ConcurrentLinkedQueue<Reply> refused) {
    while (!stop.get()) {
      Reply reply = pay(node, "\"" + method(node) + "\"");
      if (reply.status() != 200) {
        refused.add(reply);
      }
    }
  }

  private static Reply pay(TestApp node, String method) {
    return node.post(
        "/v2/payments",
        "{\"amount\": 900, \"currency\": \"usd\", \"payment_method\": " + method + "}");
  }

  private static String method(TestApp node) {
    return node.post(
            "/v2/payment_methods",
            "{\"type\": \"card\", \"card\": {\"number\": \"%s\", \"exp_month\": 12, \"exp_year\": 2040}}"
                .formatted(GOOD))
        .text("/id");
  }
}
