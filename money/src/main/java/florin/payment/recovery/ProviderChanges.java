package florin.payment.recovery;

import florin.connector.ProviderDetails.ProviderMoney;
import florin.connector.ProviderDetails.ProviderMoney.ProviderRefund;
import florin.connector.ProviderDetails.ProviderMoney.ProviderRefundStatus;
import florin.core.Id.RefundId;
import florin.core.IdSource;
import florin.core.Money;
import florin.payment.machine.Payment;
import florin.payment.machine.PaymentMachine;
import florin.payment.machine.Refund;
import florin.payment.machine.RefundMachine;
import florin.payment.machine.RefundMove;
import florin.payment.machine.Status;
import florin.payment.machine.Transition;
import florin.payment.store.RefundStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The decision on a payment that people have captured or refunded at its provider. Each change is
 * one transition, so each is one commit, guarded by the payment's version. The next inquiry finds
 * the next change.
 */
public final class ProviderChanges {
  private final RefundStore refunds;
  private final IdSource ids;

  public ProviderChanges(RefundStore refunds, IdSource ids) {
    this.refunds = refunds;
    this.ids = ids;
  }

  /**
   * The result of an inquiry at the provider.
   *
   * @param next the change to make now; empty if there is none
   * @param differs whether a difference remains that no change of the payment can express
   * @param unresolved whether the provider has not finished a refund
   */
  record Changes(Optional<Transition> next, boolean differs, boolean unresolved) {
    static final Changes NONE = new Changes(Optional.empty(), false, false);
  }

  Changes of(Payment payment, ProviderMoney there, Instant now) {
    if (payment.status() == Status.REQUIRES_CAPTURE) {
      return there.captured().isZero() ? Changes.NONE : captured(payment, there.captured(), now);
    }
    List<Refund> known = refunds.listOfProvider(payment.realm(), payment.id());
    Map<String, Refund> byId =
        known.stream()
            .collect(Collectors.toMap(refund -> refund.providerId().orElseThrow(), it -> it));
    var made = new ArrayList<ProviderRefund>();
    var moves = new ArrayList<RefundMove>();
    boolean isOther = false;
    for (ProviderRefund refund : there.refunds()) {
      Refund before = byId.get(refund.id());
      if (before == null) {
        made.add(refund);
      } else {
        isOther |= !before.amount().equals(refund.amount());
        RefundMachine.movedAtProvider(payment, before, refund).ifPresent(moves::add);
      }
    }
    List<Optional<RefundMove>> begun =
        made.stream()
            .map(it -> RefundMachine.madeAtProvider(payment, new RefundId(ids.next()), it, now))
            .toList();
    Optional<Transition> next =
        Stream.concat(moves.stream(), begun.stream().flatMap(Optional::stream))
            .findFirst()
            .map(move -> Transition.of(payment, move));
    // The amount that is reserved for a refund of Florin may become available again if that refund
    // fails.
    boolean isReserved = !payment.state().amounts().refundPending().isZero();
    boolean isTooMuch = begun.stream().anyMatch(Optional::isEmpty);
    boolean differs =
        isOther
            || (isTooMuch && !isReserved)
            || !there.captured().equals(payment.state().amounts().captured());
    boolean unresolved =
        isTooMuch
            || there.refunds().stream().anyMatch(it -> it.status() == ProviderRefundStatus.PENDING);
    return new Changes(next, differs, unresolved);
  }

  private static Changes captured(Payment payment, Money taken, Instant now) {
    boolean fits =
        taken.currency().equals(payment.terms().amount().currency())
            && !taken.isMoreThan(payment.state().amounts().capturable());
    return fits
        ? new Changes(
            Optional.of(Transition.of(PaymentMachine.capturedAtProvider(payment, taken, now))),
            false,
            false)
        : new Changes(Optional.empty(), true, true);
  }
}
