package florin.bank.matching;

import florin.bank.matching.Allocation.InPlaceOf;
import florin.core.Id.BankEntryId;

/**
 * Whose the money of an entry is.
 *
 * @param source by which entry the money had come
 */
record Decided(BankEntryId source, Allocation allocation) {
  /** Whether there is more to be decided after it. */
  boolean isStep() {
    return allocation instanceof InPlaceOf;
  }
}
