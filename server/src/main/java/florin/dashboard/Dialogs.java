package florin.dashboard;

import florin.core.Money;
import florin.http.Form;
import florin.page.AmountText;
import florin.payment.machine.Amounts;
import florin.payment.machine.CancellationReason;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import florin.payment.machine.Status;
import florin.team.Act;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What can be done with a payment, each in a form of its own: by how the payment stands, and by
 * what the role may.
 *
 * @param once goes along in each form, so that it is done once
 */
public record Dialogs(
    Optional<Dialog> capture, Optional<Dialog> cancel, Optional<Dialog> refund, String once) {
  static final String ONCE = "once";

  private static final Set<Status> CANCELABLE =
      EnumSet.of(Status.REQUIRES_CAPTURE, Status.REQUIRES_ACTION);

  /**
   * One form.
   *
   * @param isOpen because something in it was wrong
   * @param most the amount that it can be about, for people
   * @param currency the code, in upper case
   */
  public record Dialog(Form form, boolean isOpen, String most, String currency) {}

  /**
   * @param sent the one that has just been sent, with something wrong in it
   */
  static Dialogs of(Visit visit, Payment payment, Optional<Act> sent) {
    Amounts amounts = payment.state().amounts();
    return new Dialogs(
        dialog(visit, canCapture(payment), Act.CAPTURE_PAYMENT, amounts.capturable(), sent),
        dialog(visit, canCancel(payment), Act.CANCEL_PAYMENT, payment.order().amount(), sent),
        dialog(visit, canRefund(payment), Act.REFUND_PAYMENT, amounts.refundable(), sent),
        visit.request().text());
  }

  private static Optional<Dialog> dialog(
      Visit visit, boolean can, Act act, Money most, Optional<Act> sent) {
    if (!can || !visit.may(act)) {
      return Optional.empty();
    }
    boolean isOpen = sent.equals(Optional.of(act));
    Form form = isOpen ? visit.form() : Form.of(Map.of("amount", AmountFormat.text(most)));
    return Optional.of(
        new Dialog(form, isOpen, AmountText.of(most), CodeText.upper(most.currency().code())));
  }

  static boolean canCapture(Payment payment) {
    return payment.status() == Status.REQUIRES_CAPTURE;
  }

  static boolean canCancel(Payment payment) {
    return CANCELABLE.contains(payment.status());
  }

  static boolean canRefund(Payment payment) {
    return !payment.state().amounts().refundable().isZero();
  }

  public boolean isAny() {
    return capture.isPresent() || cancel.isPresent() || refund.isPresent();
  }

  public List<SelectOption> cancellationReasons() {
    return SelectOption.of(List.copyOf(CancellationReason.OF_MERCHANTS), CancellationReason::text);
  }

  public List<SelectOption> refundReasons() {
    return SelectOption.of(List.of(Refund.Reason.values()), Refund.Reason::text);
  }
}
