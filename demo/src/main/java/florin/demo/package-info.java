/**
 * A demo shop with weeks of customers, payments, refunds and webhooks to explore. All data passes
 * through the use cases: each payment is begun, sent to the simulated network and finished like any
 * other. Two things differ. {@link florin.demo.HistoryClock} passes through weeks in seconds, and
 * outcomes that recovery would find later are requested immediately.
 *
 * <p>{@link florin.demo.Orders} decides all purchases by a seed. {@link florin.demo.DemoTimeline}
 * carries them out in the order of time. {@link florin.demo.DemoMerchant} calls the use cases as
 * the merchant.
 */
@NullMarked
package florin.demo;

import org.jspecify.annotations.NullMarked;
