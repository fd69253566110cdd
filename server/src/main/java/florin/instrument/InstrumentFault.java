package florin.instrument;

import florin.core.ErrorCode;

/**
 * A fault of an instrument that is found before any network is called. The response is a
 * `card_error` with status 402; its code determines the field.
 *
 * @param message for the payer: what is wrong and what to do
 */
public record InstrumentFault(ErrorCode code, String message) {}
