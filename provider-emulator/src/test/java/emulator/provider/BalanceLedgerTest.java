package emulator.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import emulator.provider.BalanceLedger.Account;
import emulator.provider.BalanceLedger.Movement;
import emulator.provider.BalanceLedger.Posting;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class BalanceLedgerTest {
  private static final Posting IN = new Posting(Account.BALANCE, 100, "EUR");

  @Test
  void a_movement_balances_in_each_currency() {
    var ledger = new BalanceLedger();
    ledger.write(movement(IN, new Posting(Account.PAYERS, -100, "EUR")));

    assertThat(ledger.balance(Account.BALANCE, "EUR")).isEqualTo(100);
    assertThat(ledger.balance(Account.FEES, "EUR")).isZero();
    assertThatThrownBy(() -> movement(IN, new Posting(Account.PAYERS, -99, "EUR")))
        .hasMessageContaining("{EUR=1}");
    assertThatThrownBy(() -> movement(IN, new Posting(Account.PAYERS, -100, "USD")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Movement movement(Posting... postings) {
    return new Movement("txn_1", Instant.EPOCH, List.of(postings));
  }
}
