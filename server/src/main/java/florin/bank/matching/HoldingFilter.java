package florin.bank.matching;

import florin.bank.matching.UnappliedFunds.Kind;
import florin.bank.matching.UnappliedFunds.Status;
import florin.core.Id.PaymentId;
import java.util.Optional;

/** The conditions of a list of unapplied funds. */
public record HoldingFilter(Kind kind, Optional<Status> status, Optional<PaymentId> payment) {
  public static HoldingFilter of(Kind kind, Status status) {
    return new HoldingFilter(kind, Optional.of(status), Optional.empty());
  }
}
