package florin.payment.view;

import florin.brake.BrowserTry;
import florin.brake.BrowserTryStore;
import florin.core.Realm;
import florin.lists.BlockedPaymentStore;
import florin.lists.BlockedPaymentStore.Block;
import florin.payment.machine.Failure;
import florin.payment.machine.Payment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The decisions of the brake and the block list about payments. */
public final class RiskViews {
  private final BrowserTryStore tries;
  private final BlockedPaymentStore blocked;

  public RiskViews(BrowserTryStore tries, BlockedPaymentStore blocked) {
    this.tries = tries;
    this.blocked = blocked;
  }

  /** Returns the decisions about payments of one realm, as far as they are kept. */
  public Function<Payment, Optional<RiskView>> of(Realm realm, List<Payment> payments) {
    Map<UUID, BrowserTry> tried =
        tries.find(realm, payments.stream().map(it -> it.method().id().uuid()).toList());
    Map<UUID, Block> blocks =
        blocked.find(
            realm,
            payments.stream()
                .filter(it -> it.state().failure().filter(Failure::isBlocked).isPresent())
                .map(it -> it.id().uuid())
                .toList());
    return payment ->
        RiskView.of(
            Optional.ofNullable(tried.get(payment.method().id().uuid())),
            Optional.ofNullable(blocks.get(payment.id().uuid())));
  }
}
