package florin.books;

import florin.books.SettledStore.Settled;
import florin.books.fee.ExpectedFees;
import florin.books.fee.FeeContractStore;
import florin.core.Id.PaymentId;
import florin.core.Realm;
import florin.db.Db;
import florin.payment.machine.Payment;
import florin.payment.view.PaymentFees;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** The fees of payments by settlement lines and, until there are any, by contracts. */
public final class BookedFees implements PaymentFees {
  private final SettledStore settled;
  private final ExpectedFees expected;

  public BookedFees(Db db) {
    this.settled = new SettledStore(db);
    this.expected = new ExpectedFees(new FeeContractStore(db));
  }

  /** Returns no fee of a payment that was settled in several currencies. */
  @Override
  public Map<PaymentId, PaymentFee> of(Realm realm, List<Payment> payments) {
    Map<UUID, List<Settled>> lines =
        settled.list(realm, payments.stream().map(it -> it.id().uuid()).toList()).stream()
            .collect(Collectors.groupingBy(Settled::object));
    var fees = new HashMap<PaymentId, PaymentFee>();
    lines.forEach((id, sums) -> {
      if (sums.size() == 1) {
        Settled sum = sums.getFirst();
        fees.put(
            new PaymentId(id),
            PaymentFee.of(sum.currency(), sum.fee(), sum.net(), FeeStatus.SETTLED));
      }
    });
    List<Payment> others =
        payments.stream().filter(it -> !lines.containsKey(it.id().uuid())).toList();
    expected.of(realm, others).forEach((payment, fee) -> fees.put(payment.id(), fee));
    return fees;
  }
}
