package florin.bank.simulation;

import florin.bank.imports.ImportView;
import florin.bank.simulation.SimulatedBank.Kind;
import florin.bank.simulation.SimulatedBank.Transfer;
import florin.core.Id;
import florin.core.Id.PaymentId;
import florin.core.Id.PayoutId;
import florin.core.Money;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.http.Range;
import florin.idempotency.ResultView;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The endpoint `/v2/test/bank_transfers`, which plays the payer or the provider in test mode. */
public final class SimulatedTransferApi {
  private static final Format<Kind> KIND = Format.choice(List.of(Kind.values()), Kind::text);

  private static final Format<Long> AMOUNT = Format.integer(Range.of(1, Money.MAX_MINOR));

  private final SimulatedTransfers transfers;

  public SimulatedTransferApi(SimulatedTransfers transfers) {
    this.transfers = transfers;
  }

  public static Transfer readCreate(Exchange exchange) {
    Params body = Params.of(exchange.json());
    Id of =
        body.has("payout")
            ? body.required("payout", Format.id(PayoutId.KIND))
            : body.required("payment", Format.id(PaymentId.KIND));
    body.exclusive("payment", "payout");
    Kind kind = body.optional("kind", KIND).orElse(Kind.EXACT);
    Optional<Long> amount = body.optional("amount", AMOUNT);
    return body.build(() ->
        new Transfer(
            of, kind, amount.isPresent() ? OptionalLong.of(amount.get()) : OptionalLong.empty()));
  }

  public Answer create(Call<Transfer> call) {
    return ResultView.of(
        transfers.book(call.realm(), ResultView.origin(call), call.input()), ImportView::of);
  }
}
