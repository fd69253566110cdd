package florin.report;

import florin.core.Currency;
import java.time.Instant;

/**
 * The number and the amount of events in an hour or a day.
 *
 * @param begins the start of the hour or day
 * @param code the kind within the measure: see {@link Measure}; empty if it has no kinds
 * @param amount in minor units; it may exceed the limit of one payment
 */
public record Figure(
    Instant begins, Currency currency, Measure measure, String code, long count, long amount) {}
