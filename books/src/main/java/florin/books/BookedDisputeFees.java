package florin.books;

import static java.util.stream.Collectors.groupingBy;

import florin.core.Id.PaymentId;
import florin.core.Realm;
import florin.db.Db;
import florin.dispute.Dispute;
import florin.dispute.DisputeFees;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The fees of disputes by settlement lines, which name the payment and not the dispute. */
public final class BookedDisputeFees implements DisputeFees {
  private final SettledStore settled;

  public BookedDisputeFees(Db db) {
    this.settled = new SettledStore(db);
  }

  /** Returns no fee of a payment whose disputes were settled in several currencies. */
  @Override
  public Map<PaymentId, DisputeFee> of(Realm realm, List<Dispute> disputes) {
    var fees = new HashMap<PaymentId, DisputeFee>();
    settled
        .listDisputes(realm, disputes.stream().map(it -> it.payment().uuid()).distinct().toList())
        .stream()
        .collect(groupingBy(SettledStore.SettledDispute::payment))
        .forEach((payment, sums) -> {
          if (sums.size() == 1) {
            fees.put(
                new PaymentId(payment),
                new DisputeFee(sums.getFirst().fee(), sums.getFirst().currency()));
          }
        });
    return fees;
  }
}
