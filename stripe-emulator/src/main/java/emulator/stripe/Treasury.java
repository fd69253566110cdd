package emulator.stripe;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;

/** The actions of Stripe with the merchant's balance: payouts, conversions, and corrections. */
public final class Treasury {
  private final World world;

  Treasury(World world) {
    this.world = world;
  }

  /** Makes an automatic payout of all available money of each currency, and returns their ids. */
  public List<String> settle() {
    return change(() -> world.payOut().stream().map(payout -> payout.id).toList());
  }

  /**
   * Moves a payout on.
   *
   * @param status `in_transit`, `paid` or `failed`. A payout can also fail after it was paid
   */
  public void movePayout(String payout, String status) {
    change(() -> {
      Payout found =
          Optional.ofNullable(world.funds.payouts.get(payout))
              .orElseThrow(() -> new NoSuchElementException("there is no " + payout));
      world.move(found, status);
      return payout;
    });
  }

  /**
   * Converts the amounts in a currency to EUR from now on.
   *
   * @param rate the number of the smallest units of EUR for one of the currency
   */
  public void convert(String currency, BigDecimal rate) {
    change(() -> Optional.ofNullable(world.funds.rates.put(currency, rate)));
  }

  /** Sets the prices of later charges and disputes. */
  public void setPrices(FeeSchedule prices) {
    change(() -> world.funds.prices = prices);
  }

  public FeeSchedule prices() {
    return change(() -> world.funds.prices);
  }

  /** Adds a correction in test mode, and returns the id of its balance transaction. */
  public String correct(long amount, String currency) {
    return add(Funds.Change.CORRECTION, amount, currency);
  }

  /** Charges a monthly fee in test mode, and returns the id of its balance transaction. */
  public String chargeFee(long amount, String currency) {
    return add(Funds.Change.FEE, -amount, currency);
  }

  /**
   * Holds an amount back in test mode, and returns the id of its balance transaction.
   *
   * @param amount negative to release it
   */
  public String reserve(long amount, String currency) {
    return add(Funds.Change.RESERVE, -amount, currency);
  }

  private String add(Funds.Change change, long amount, String currency) {
    return change(() -> world.funds.change(change, false, amount, currency).id);
  }

  /** Returns the available amounts of test mode by currency. */
  public Map<String, Long> available() {
    return change(() -> world.funds.sums(false, true));
  }

  private <T> T change(Supplier<T> work) {
    return world.change(World.Origin.NOBODY, work);
  }
}
