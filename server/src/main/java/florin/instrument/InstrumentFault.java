package florin.instrument;

import florin.core.ErrorCode;

/**
 * What is wrong with an instrument before any network has seen it. It is answered as a
 * `card_error`, 402; which field it is about is the code's to say.
 *
 * @param message for the payer: what is wrong and what to do
 */
public record InstrumentFault(ErrorCode code, String message) {}
