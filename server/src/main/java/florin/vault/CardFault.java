package florin.vault;

import florin.core.ErrorCode;

/**
 * What is wrong with a card before any network has seen it. It is answered as a `card_error`, 402.
 *
 * @param field the wrong field of `card`, for example `exp_month`
 * @param message for the payer: what is wrong and what to do
 */
public record CardFault(ErrorCode code, String field, String message) {}
