package florin.bank.intake;

import florin.core.Bounds;
import florin.core.Id.BankStatementId;
import florin.core.Id.ReceivingAccountId;
import java.util.Optional;

/**
 * The conditions that a list of bank entries meets.
 *
 * @param bookedOn in days since 1970
 */
public record BankEntryFilter(
    Optional<BankStatementId> statement,
    Optional<ReceivingAccountId> account,
    Optional<BankEntry.Status> status,
    Bounds bookedOn) {
  public static BankEntryFilter of(BankStatementId statement) {
    return new BankEntryFilter(
        Optional.of(statement), Optional.empty(), Optional.empty(), Bounds.NONE);
  }
}
