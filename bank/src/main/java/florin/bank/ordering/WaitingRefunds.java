package florin.bank.ordering;

import florin.bank.outgoing.OutgoingTransferStore;
import florin.db.Write;
import florin.payment.machine.Attempt;
import florin.payment.refund.RefundCancel.RefundWithdrawals;
import java.util.List;
import java.util.Optional;

/** Withdraws refunds by bank transfer, which is possible until a payment file contains them. */
public final class WaitingRefunds implements RefundWithdrawals {
  private final OutgoingTransferStore transfers;

  public WaitingRefunds(OutgoingTransferStore transfers) {
    this.transfers = transfers;
  }

  @Override
  public Optional<List<Write>> find(Attempt attempt) {
    return transfers
        .find(attempt.realm(), attempt.id().uuid())
        .flatMap(found ->
            switch (found.state()) {
              case CLOSED -> Optional.of(List.of());
              case BEGUN, WAITING ->
                  Optional.of(List.of(OutgoingTransferStore.update(found.closed())));
              case ORDERED, BOOKED, RETURNED, OTHER_AMOUNT, DECLARED -> Optional.empty();
            });
  }
}
