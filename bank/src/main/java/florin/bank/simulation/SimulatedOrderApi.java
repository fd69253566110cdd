package florin.bank.simulation;

import florin.bank.imports.ImportView;
import florin.bank.imports.StatementImports.ImportResult;
import florin.bank.simulation.SimulatedOrders.ExecuteOrder;
import florin.bank.simulation.SimulatedOrders.OrderKind;
import florin.core.Id.PaymentFileId;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.idempotency.ResultView;
import java.util.List;

/** The endpoint `/v2/test/payment_files`, which plays the bank in test mode. */
public final class SimulatedOrderApi {
  private static final Format<OrderKind> KIND =
      Format.choice(List.of(OrderKind.values()), OrderKind::text);

  private final SimulatedOrders orders;
  private final IdempotentCommand once;
  private final Runnable onTaken;

  /**
   * Creates the endpoint.
   *
   * @param onTaken runs when there are entries to match
   */
  public SimulatedOrderApi(SimulatedOrders orders, IdempotentCommand once, Runnable onTaken) {
    this.orders = orders;
    this.once = once;
    this.onTaken = onTaken;
  }

  public static ExecuteOrder readCreate(Exchange exchange) {
    Params body = Params.of(exchange.json());
    PaymentFileId order = body.required("payment_file", Format.id(PaymentFileId.KIND));
    OrderKind kind = body.optional("kind", KIND).orElse(OrderKind.EXECUTED);
    return body.build(() -> new ExecuteOrder(order, kind));
  }

  public Answer create(Call<ExecuteOrder> call) {
    Origin origin = ResultView.origin(call);
    Result<ImportResult> result =
        once.<ImportResult>findReplay(call.realm(), origin)
            .orElseGet(() -> once.run(call.realm(), origin, () -> carryOut(call)));
    return ResultView.of(result, ImportView::of);
  }

  private Decision<ImportResult> carryOut(Call<ExecuteOrder> call) {
    ImportResult taken = orders.carryOut(call.realm(), call.input());
    onTaken.run();
    return Decision.untold(taken.file().id().uuid(), taken, List.of(), ImportView::of);
  }
}
