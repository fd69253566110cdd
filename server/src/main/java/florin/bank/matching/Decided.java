package florin.bank.matching;

import florin.bank.matching.Allocation.InPlaceOf;
import florin.core.Id.BankEntryId;

/**
 * The decision about an entry's money.
 *
 * @param source the entry with which the money arrived
 */
record Decided(BankEntryId source, Allocation allocation) {
  /** Returns whether another decision must follow. */
  boolean isStep() {
    return allocation instanceof InPlaceOf;
  }
}
