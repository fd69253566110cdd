package florin.dashboard.payments;

import florin.bank.simulation.SimulatedBank.Kind;
import florin.bank.simulation.SimulatedBank.Transfer;
import florin.bank.simulation.SimulatedTransfers;
import florin.core.Id.PaymentId;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.SelectOption;
import florin.http.Form;
import florin.http.Format;
import java.util.List;
import java.util.OptionalLong;

/** Simulates the payer's part of a bank transfer in test mode, from the page of the payment. */
public final class TransferPages {
  static final String KIND_FIELD = "kind";

  private static final Format<Kind> KIND = Format.choice(List.of(Kind.values()), Kind::text);

  private final SimulatedTransfers transfers;

  public TransferPages(SimulatedTransfers transfers) {
    this.transfers = transfers;
  }

  /** Returns the actions that can be simulated, with their labels. */
  static List<SelectOption> choices() {
    return List.of(
        new SelectOption(Kind.EXACT.text(), "Remaining amount"),
        new SelectOption(Kind.SHORT.text(), "Half of the amount"),
        new SelectOption(Kind.OVER.text(), "1.5 times the amount"),
        new SelectOption(Kind.UNREFERENCED.text(), "Full amount, no reference"),
        new SelectOption(Kind.RETURNED.text(), "Reverse the received transfer"));
  }

  /**
   * Simulates an action. The entry passes through a statement like any other, so reconciliation may
   * follow a moment later.
   */
  public Response simulate(DashboardRequest visit) {
    PaymentId payment = visit.id(PaymentId.KIND);
    Form form = visit.form();
    Kind kind = form.optional(KIND_FIELD, KIND).orElse(Kind.EXACT);
    visit.note(kind.text());
    transfers.book(
        visit.realm(),
        visit.originOnce("transfer " + payment + " " + kind),
        new Transfer(payment, kind, OptionalLong.empty()));
    return Done.to(PaymentDetail.path(payment)).saying(said(kind));
  }

  private static String said(Kind kind) {
    return switch (kind) {
      case EXACT, SHORT, OVER -> "The simulated bank booked the transfer.";
      case RETURNED -> "The simulated bank booked the reversal.";
      case UNREFERENCED ->
          "The simulated bank booked the transfer. It has no reference, so it is an unmatched transfer.";
    };
  }
}
