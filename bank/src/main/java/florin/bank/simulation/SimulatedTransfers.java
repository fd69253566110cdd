package florin.bank.simulation;

import florin.bank.intake.Intake.IntakeResult;
import florin.bank.intake.IntakeView;
import florin.bank.simulation.SimulatedBank.Transfer;
import florin.core.Realm;
import florin.idempotency.Decision;
import florin.idempotency.Once;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import java.util.List;

/** The payer's transfers in test mode; a repeated request has no further effect. */
public final class SimulatedTransfers {
  private final SimulatedBank bank;
  private final Once once;
  private final Runnable onTaken;

  /**
   * Creates the service.
   *
   * @param onTaken runs when there are entries to match
   */
  public SimulatedTransfers(SimulatedBank bank, Once once, Runnable onTaken) {
    this.bank = bank;
    this.once = once;
    this.onTaken = onTaken;
  }

  public Result<IntakeResult> book(Realm realm, Origin origin, Transfer transfer) {
    return once.<IntakeResult>findReplay(realm, origin)
        .orElseGet(() -> once.run(realm, origin, () -> booked(realm, transfer)));
  }

  private Decision<IntakeResult> booked(Realm realm, Transfer transfer) {
    IntakeResult taken = bank.book(realm, transfer);
    onTaken.run();
    return Decision.untold(taken.file().id().uuid(), taken, List.of(), IntakeView::of);
  }
}
