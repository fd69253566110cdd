package emulator.mollie;

import emulator.provider.Answer;
import emulator.provider.ControlApi;
import emulator.provider.Form;
import emulator.provider.Item;
import emulator.provider.Request;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The commands of {@link MollieEmulator}, and its payment page. */
final class Control extends ControlApi {
  private final MollieEmulator mollie;
  private final PayPage pages;
  private final Items items;

  Control(MollieEmulator mollie, Items items) {
    super(mollie);
    this.mollie = mollie;
    this.items = items;
    this.pages = new PayPage(mollie.payers());
  }

  @Override
  protected Content content() {
    return new Content(
        MollieEmulator.NAME,
        MollieEmulator.KEYS,
        items.all(),
        List.of(
            new Item.Action("Settle the available money", "settle"),
            new Item.Action("Move the clock by an hour", "clock", Map.of("by", "PT1H")),
            new Item.Action("Move the clock by a day", "clock", Map.of("by", "P1D"))),
        false);
  }

  @Override
  protected Answer page(Request request) {
    return pages.answer(request);
  }

  @Override
  protected void command(String line, Form in) {
    Treasury treasury = mollie.treasury();
    boolean live = in.find("live").filter("true"::equals).isPresent();
    switch (line) {
      case "POST /emulator/settle" -> treasury.settle();
      case "POST /emulator/rates" ->
          treasury.convert(in.get("currency"), new BigDecimal(in.get("rate")));
      case "POST /emulator/prices" ->
          treasury.setPrices(
              treasury.prices().withAvailableAfter(Duration.parse(in.get("available_after"))));
      case "POST /emulator/corrections" -> treasury.correct(live, in.get("value"));
      case "POST /emulator/monthly_fees" -> treasury.chargeFee(live, in.get("value"));
      case "POST /emulator/reserves" -> treasury.reserve(live, in.get("value"));
      case "POST /emulator/clock" -> mollie.advance(Duration.parse(in.get("by")));
      case "POST /emulator/listen" -> mollie.listen(URI.create(in.get("url")));
      default -> throw none(line);
    }
  }

  @Override
  protected Optional<URI> act(String what, String id, Form in) {
    Payers payers = mollie.payers();
    switch (what) {
      case "payments/pay" -> {
        return payers.pay(id, constant(Method.class, in.find("method").orElse("creditcard")));
      }
      case "payments/fail" -> {
        return payers.fail(
            id, constant(FailureReason.class, in.find("reason").orElse("card_declined")));
      }
      case "payments/cancel" -> {
        return payers.cancel(id);
      }
      case "payments/expire" -> payers.expire(id);
      case "payments/resolve" -> payers.resolve(id, in.get("collected").equals("true"));
      case "payments/chargeback" -> payers.chargeBack(id, in.find("value"));
      case "payments/capture" -> mollie.staff().capture(id, in.find("value"));
      case "payments/release" -> mollie.staff().release(id);
      case "payments/refund" -> mollie.staff().refund(id, in.find("value"));
      case "refunds/cancel" -> mollie.staff().cancelRefund(id);
      case "refunds/fail" -> payers.failRefund(id);
      case "chargebacks/reverse" -> payers.reverseChargeback(id);
      case "settlements/move" -> mollie.treasury().moveSettlement(id, in.get("status"));
      case "mandates/invalidate" -> payers.invalidate(id);
      case "mandates/decline" ->
          payers.declineCharges(
              id, in.find("reason").map(reason -> constant(FailureReason.class, reason)));
      default -> throw none(what);
    }
    return Optional.empty();
  }
}
