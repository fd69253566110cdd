package florin.bank.simulation;

import florin.core.Money;
import java.util.Optional;

/**
 * A booking of the simulated bank in test mode.
 *
 * @param reference the reference that the payer names
 * @param isReturn whether it takes back an earlier booking, as banks do
 */
record Booking(Money amount, Optional<String> reference, boolean isReturn) {}
