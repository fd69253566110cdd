package florin.connector.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.app.App.Networks;
import florin.payment.execution.CrashPoint;
import florin.testing.Poison;
import florin.testing.TestApp;
import florin.testing.provider.Provider;
import florin.testing.provider.ProviderInstances;
import florin.testing.provider.ProviderKind;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The review of providers' operations after a restore of the database. */
class RestoreReviewTest {
  /** Each of the two fails in one of two restores, so the order of the reviews can't help. */
  @Test
  void a_connector_whose_review_fails_blocks_no_other() {
    try (var provider = new Provider()) {
      var networks =
          new Networks(UnaryOperator.identity(), List.of(new ProviderKind(InstantSource.system())));
      TestApp before = TestApp.open(CrashPoint.NONE, networks);
      String one;
      String other;
      try (before) {
        one = ProviderInstances.add(before, provider, Map.of()).id().uuid().toString();
        other = ProviderInstances.add(before, provider, Map.of()).id().uuid().toString();
        before.update(
            "INSERT INTO restore (backup_at, restored_at) VALUES (now() - interval '1 hour', now()), (now() - interval '1 hour', now())");
      }
      String failing =
          "NEW.connector_id = '%s' AND NEW.restore_id %% 2 = 0 OR NEW.connector_id = '%s' AND NEW.restore_id %% 2 = 1"
              .formatted(one, other);
      try (var _ = Poison.of(before.database(), "INSERT", "restore_review", failing);
          var after = before.reopen()) {
        await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> after.query("SELECT connector_id FROM restore_review").size() == 2);
        assertThat(after.query("SELECT connector_id::text FROM restore_review"))
            .containsExactlyInAnyOrder(one, other);
      }
    }
  }
}
