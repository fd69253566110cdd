package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.payment.execution.CrashPoint.Step;
import florin.testing.BankReconciliation;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText;
import florin.testing.BankStatementText.Line;
import florin.testing.SimulatedCrash;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A node crashes between any two steps of a statement import; the next life completes the import.
 */
@Tag("drill")
class BankCrashTest {
  @ParameterizedTest
  @EnumSource(names = {"STAGED", "SHOWN", "MATCHING", "MATCHED"})
  void the_restarted_service_books_everything_once(Step fatal) {
    var first = TestApp.open(SimulatedCrash.at(fatal, fatal == Step.MATCHED ? 2 : 1));
    var shop = new BankShop(first);
    Waiting one = shop.ask(100);
    Waiting other = shop.ask(200);
    String file =
        new BankStatementText(
                "X-1",
                one.iban(),
                0,
                List.of(
                    Line.credit(100, "X1", one.reference()),
                    Line.credit(250, "X2", other.reference()),
                    Line.written(50, "X3", "whose?")))
            .xml();
    try {
      shop.send(file);
    } catch (AssertionError | RuntimeException died) {
      assertThat(died).isNotNull(); // the node no longer responds
    }
    assertThat(first.awaitCrash(Duration.ofSeconds(20))).isTrue();

    try (TestApp next = first.reopen()) {
      var again = new BankShop(next);
      BankReconciliation.check(next.database());
      assertThat(again.send(file).status()).isEqualTo(200);
      again.awaitMatched();

      assertThat(again.payment(one).text("/status")).isEqualTo("succeeded");
      assertThat(again.payment(other).text("/status")).isEqualTo("succeeded");
      assertThat(next.get("/v2/customer_credits").texts("/data", "amount")).containsExactly("50");
      BankReconciliation.check(next.database());
    }
  }
}
