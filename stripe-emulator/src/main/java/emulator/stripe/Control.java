package emulator.stripe;

import emulator.provider.Answer;
import emulator.provider.ControlApi;
import emulator.provider.Form;
import emulator.provider.Item;
import emulator.provider.Request;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The commands of {@link StripeEmulator}, and its payment page. */
final class Control extends ControlApi {
  private final StripeEmulator stripe;
  private final PayPage pages;
  private final Items items;

  Control(StripeEmulator stripe, Items items) {
    super(stripe);
    this.stripe = stripe;
    this.items = items;
    this.pages = new PayPage(stripe.payers());
  }

  @Override
  protected Content content() {
    return new Content(
        StripeEmulator.NAME,
        StripeEmulator.KEYS,
        items.all(),
        List.of(new Item.Action("Pay out the available money", "settle")),
        true);
  }

  @Override
  protected Answer page(Request request) {
    return pages.answer(request);
  }

  @Override
  protected void command(String line, Form in) {
    Treasury treasury = stripe.treasury();
    switch (line) {
      case "POST /emulator/listen" -> stripe.listen(URI.create(in.get("url")), in.get("secret"));
      case "POST /emulator/settle" -> treasury.settle();
      case "POST /emulator/rates" ->
          treasury.convert(in.get("currency"), new BigDecimal(in.get("rate")));
      case "POST /emulator/prices" -> treasury.setPrices(prices(treasury.prices(), in));
      case "POST /emulator/corrections" -> treasury.correct(amount(in), currency(in));
      case "POST /emulator/monthly_fees" -> treasury.chargeFee(amount(in), currency(in));
      case "POST /emulator/reserves" -> treasury.reserve(amount(in), currency(in));
      default -> throw none(line);
    }
  }

  private static long amount(Form in) {
    return Long.parseLong(in.get("amount"));
  }

  private static String currency(Form in) {
    return in.find("currency").orElse(Funds.DEFAULT_CURRENCY);
  }

  private static FeeSchedule prices(FeeSchedule before, Form in) {
    FeeSchedule taxed = in.find("tax").map(BigDecimal::new).map(before::withTax).orElse(before);
    return in.find("available_after")
        .map(Duration::parse)
        .map(taxed::withAvailableAfter)
        .orElse(taxed);
  }

  @Override
  protected Optional<URI> act(String what, String id, Form in) {
    Payers payers = stripe.payers();
    switch (what) {
      case "sessions/pay" -> {
        return payers.pay(id, constant(Card.class, in.find("card").orElse("visa")));
      }
      case "sessions/abandon" -> {
        return payers.abandon(id);
      }
      case "sessions/expire" -> payers.expire(id);
      case "sessions/resolve" -> payers.resolve(id, in.get("collected").equals("true"));
      case "payment_methods/outcome" ->
          payers.changeOutcome(id, constant(Card.class, in.get("card")));
      case "payment_intents/dispute" ->
          payers.dispute(id, in.find("reason").orElse("fraudulent"), in.findInteger("amount"));
      case "payment_intents/capture" -> stripe.staff().capture(id, in.findInteger("amount"));
      case "payment_intents/refund" -> stripe.staff().refund(id, in.findInteger("amount"));
      case "refunds/cancel" -> stripe.staff().cancelRefund(id);
      case "disputes/move" -> payers.moveDispute(id, in.get("status"));
      case "refunds/fail" -> payers.failRefund(id, in.find("reason").orElse("lost_or_stolen_card"));
      case "payouts/move" -> stripe.treasury().movePayout(id, in.get("status"));
      case "refunds/resolve" -> payers.resolveRefund(id);
      default -> throw none(what);
    }
    return Optional.empty();
  }
}
