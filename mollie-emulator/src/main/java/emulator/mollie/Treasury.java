package emulator.mollie;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** The actions of Mollie with the merchant's balance: settlements, prices, and corrections. */
public final class Treasury {
  private final World world;

  Treasury(World world) {
    this.world = world;
  }

  /** Settles the available amount of each mode, and returns the ids of the settlements. */
  public List<String> settle() {
    return world.change(() -> world.funds.settle().stream().map(one -> one.id).toList());
  }

  /**
   * Moves a settlement on.
   *
   * @param status `processing-at-bank`, `paidout` or `failed`. A settlement can also fail after it
   *     was paid out
   */
  public void moveSettlement(String settlement, String status) {
    world.change(() -> {
      Settlement found =
          world.funds.find(settlement).orElseThrow(() -> Problem.noSuch("settlement", settlement));
      if (!found.canBecome(status)) {
        throw new IllegalStateException(
            settlement + " is " + found.status + ", and can't become " + status);
      }
      switch (status) {
        case "paidout" -> world.funds.payOut(found);
        case "failed" -> world.funds.fail(found);
        default -> found.status = status;
      }
      return found;
    });
  }

  /** Sets the value in EUR of one unit of a currency, for later payments. */
  public void convert(String currency, BigDecimal rate) {
    world.change(() -> Optional.ofNullable(world.funds.rates.put(currency, rate)));
  }

  /** Sets the prices of later payments, refunds and chargebacks. */
  public void setPrices(FeeSchedule prices) {
    world.change(() -> world.funds.prices = prices);
  }

  public FeeSchedule prices() {
    return world.change(() -> world.funds.prices);
  }

  /**
   * Adds a correction.
   *
   * @param value an amount in EUR, such as `-10.00`
   */
  public String correct(boolean live, String value) {
    return add(Funds.Change.CORRECTION, live, amount(value));
  }

  /** Charges a monthly fee. */
  public String chargeFee(boolean live, String value) {
    return add(Funds.Change.FEE, live, negated(value));
  }

  /** Holds an amount back. */
  public String reserve(boolean live, String value) {
    return add(Funds.Change.RESERVE, live, negated(value));
  }

  /** Releases an amount that was held back. */
  public String release(boolean live, String value) {
    return add(Funds.Change.RESERVE_RETURN, live, amount(value));
  }

  private static Amount amount(String value) {
    return Amount.of(value, Funds.CURRENCY);
  }

  private static Amount negated(String value) {
    return amount(value).with(-amount(value).minor());
  }

  private String add(Funds.Change change, boolean live, Amount amount) {
    return world.change(() -> world.funds.change(change, live, amount).id);
  }
}
