package florin.dashboard.payments;

import florin.core.Id.PaymentId;
import florin.core.Refusal;
import florin.customer.ContactFormats;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.NoteForms;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.http.Form;
import florin.http.FormBody;
import florin.payment.PaymentApi;
import florin.payment.PaymentChange;
import florin.payment.Payments;
import florin.payment.machine.Payment;
import florin.receipt.ReceiptRepeats;
import java.util.Map;
import java.util.Optional;

/** The edits of a payment that move no money: description, metadata, notes, and the receipt. */
public final class PaymentEditPages {
  private final Payments payments;
  private final ReceiptRepeats receipts;
  private final NoteForms notes;
  private final PaymentPage page;

  public PaymentEditPages(
      Payments payments, ReceiptRepeats receipts, NoteForms notes, PaymentPage page) {
    this.payments = payments;
    this.receipts = receipts;
    this.notes = notes;
    this.page = page;
  }

  /** Changes description and metadata, as the API does. */
  public Response describe(DashboardRequest visit) {
    Payment payment = visit.find(PaymentId.KIND, payments::find);
    Form form = visit.form();
    Map<String, String> metadata = MetadataForm.read(form, payment.terms().metadata());
    Optional<PaymentChange> change =
        new FormBody(form)
            .text("description")
            .put("metadata", metadata)
            .read("value", PaymentApi::readChange);
    if (change.isPresent()) {
      try {
        payments.update(visit.realm(), payment.id(), visit.auditedOrigin(), change.get());
        return Done.to(PaymentDetail.path(payment.id())).saying("Details saved");
      } catch (Refusal refused) {
        form.wrong("value", refused.problem());
      }
    }
    return page.again(visit, payment, PaymentPage.DETAILS);
  }

  public Response addNote(DashboardRequest visit) {
    Payment payment = visit.find(PaymentId.KIND, payments::find);
    return notes.add(visit, payment.id())
        ? Done.to(PaymentDetail.path(payment.id()) + "#notes").saying("Note added")
        : page.again(visit, payment, PaymentPage.NOTE);
  }

  public Response deleteNote(DashboardRequest visit) {
    PaymentId id = visit.find(PaymentId.KIND, payments::find).id();
    return notes.remove(visit, id, PaymentDetail.path(id) + "#notes");
  }

  public Response mailReceipt(DashboardRequest visit) {
    Payment payment = visit.find(PaymentId.KIND, payments::find);
    Form form = visit.form();
    String email = form.required("email", ContactFormats.EMAIL);
    if (form.isGood()) {
      visit.note(email);
      try {
        receipts.send(payment, email);
        return Done.to(PaymentDetail.path(payment.id())).saying("Receipt on its way to " + email);
      } catch (Refusal refused) {
        form.wrong("email", refused.problem());
      }
    }
    return page.again(visit, payment, Dialogs.RECEIPT);
  }
}
