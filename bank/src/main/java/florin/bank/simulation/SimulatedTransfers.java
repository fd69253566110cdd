package florin.bank.simulation;

import florin.bank.imports.ImportView;
import florin.bank.imports.StatementImports.ImportResult;
import florin.bank.simulation.SimulatedBank.Transfer;
import florin.core.Realm;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import java.util.List;

/** The payer's transfers in test mode; a repeated request has no further effect. */
public final class SimulatedTransfers {
  private final SimulatedBank bank;
  private final IdempotentCommand once;
  private final Runnable onTaken;

  /**
   * Creates the service.
   *
   * @param onTaken runs when there are entries to match
   */
  public SimulatedTransfers(SimulatedBank bank, IdempotentCommand once, Runnable onTaken) {
    this.bank = bank;
    this.once = once;
    this.onTaken = onTaken;
  }

  public Result<ImportResult> book(Realm realm, Origin origin, Transfer transfer) {
    return once.<ImportResult>findReplay(realm, origin)
        .orElseGet(() -> once.run(realm, origin, () -> booked(realm, transfer)));
  }

  private Decision<ImportResult> booked(Realm realm, Transfer transfer) {
    ImportResult taken = bank.book(realm, transfer);
    onTaken.run();
    return Decision.untold(taken.file().id().uuid(), taken, List.of(), ImportView::of);
  }
}
