/**
 * A shop that never was: weeks of customers, payments, refunds and webhooks, so that there is
 * something to look at. Nothing of it is written past the use cases: each payment is begun, asked
 * of the simulated network and finished as any other is. What is special is the clock, which goes
 * through the weeks in seconds ({@link florin.demo.HistoryClock}), and that nothing waits: what
 * recovery would find out a moment later is found out at once.
 *
 * <p>{@link florin.demo.Orders} decides by a seed who buys what and how that goes on; {@link
 * florin.demo.Story} has it happen, in the order of time; {@link florin.demo.Desk} is the
 * merchant's hand, which calls the use cases.
 */
@NullMarked
package florin.demo;

import org.jspecify.annotations.NullMarked;
