package florin.bank.simulation;

import florin.core.Money;
import java.util.Optional;

/**
 * What the bank of test mode books.
 *
 * @param reference that the payer names
 * @param isReturn whether it takes back what it had booked, as banks do
 */
record Booking(Money amount, Optional<String> reference, boolean isReturn) {}
