package florin.report;

import florin.core.Currency;
import java.time.Instant;

/**
 * How often something happened in an hour or a day, and to what amount.
 *
 * @param begins of the hour or day
 * @param code which kind of it: see {@link Measure}; empty where there are no kinds
 * @param amount in smallest units; it may be more than one payment's could be
 */
public record Figure(
    Instant begins, Currency currency, Measure measure, String code, long count, long amount) {}
