package florin.dashboard.payments;

import florin.core.ErrorCode;
import florin.core.Id.PaymentId;
import florin.core.Money;
import florin.core.Problem;
import florin.core.Refusal;
import florin.dashboard.parts.AmountFormat;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.http.Form;
import florin.http.Format;
import florin.idempotency.Result;
import florin.page.AmountText;
import florin.payment.FollowUps;
import florin.payment.Payments;
import florin.payment.machine.CancellationReason;
import florin.payment.machine.CreateRefund;
import florin.payment.machine.CreateRefund.PayerAccount;
import florin.payment.machine.CreateRefund.RefundAsker;
import florin.payment.machine.Failure;
import florin.payment.machine.OperationResult;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import florin.payment.machine.Status;
import florin.payment.refund.Refunds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The page of a payment and its actions. */
public final class PaymentPages {
  static final Format<Refund.Reason> REFUND_REASON =
      Format.choice(List.copyOf(Refund.Reason.OF_MERCHANTS), Refund.Reason::text);
  private static final Format<CancellationReason> CANCELLATION_REASON =
      Format.choice(List.copyOf(CancellationReason.OF_MERCHANTS), CancellationReason::text);

  /** The words for an outcome that the audit log's entry doesn't have yet. */
  static final String IN_PROGRESS = ", in progress";

  private final Payments payments;
  private final FollowUps followUps;
  private final Refunds refunds;
  private final PaymentPage page;

  public PaymentPages(Payments payments, FollowUps followUps, Refunds refunds, PaymentPage page) {
    this.payments = payments;
    this.followUps = followUps;
    this.refunds = refunds;
    this.page = page;
  }

  public Response show(DashboardRequest visit) {
    return page.show(visit, visit.find(PaymentId.KIND, payments::find));
  }

  public Response capture(DashboardRequest visit) {
    Payment payment = visit.find(PaymentId.KIND, payments::find);
    if (!Dialogs.canCapture(payment)) {
      throw notNow("captured");
    }
    Form form = visit.form();
    Money capturable = payment.state().amounts().capturable();
    Money amount = amount(form, capturable, "the amount left to capture");
    if (!form.isGood()) {
      return page.again(visit, payment, Dialogs.CAPTURE);
    }
    visit.note(part(amount, capturable));
    return done(
        visit,
        followUps.capture(
            visit.realm(),
            payment.id(),
            visit.originOnce("capture " + payment.id() + " " + amount),
            OptionalLong.of(amount.minor())),
        AmountText.of(amount) + " was captured.",
        "The capture");
  }

  public Response cancel(DashboardRequest visit) {
    Payment payment = visit.find(PaymentId.KIND, payments::find);
    if (!Dialogs.canCancel(payment)) {
      throw notNow("canceled");
    }
    Form form = visit.form();
    Optional<CancellationReason> reason = form.optional("reason", CANCELLATION_REASON);
    if (!form.isGood()) {
      return page.again(visit, payment, Dialogs.CANCEL);
    }
    visit.note(AmountText.of(payment.terms().amount()));
    return done(
        visit,
        followUps.cancel(
            visit.realm(),
            payment.id(),
            visit.originOnce("cancel " + payment.id() + " " + reason),
            reason),
        "The payment was canceled.",
        "The cancellation");
  }

  public Response refund(DashboardRequest visit) {
    Payment payment = visit.find(PaymentId.KIND, payments::find);
    if (payment.state().amounts().refundable().isZero()) {
      throw new Problem.BadRequest(
              ErrorCode.PAYMENT_NOT_REFUNDABLE,
              "This payment has nothing left to refund. No refund was created.")
          .refusal();
    }
    Form form = visit.form();
    Money amount = refundAmount(form, payment);
    Optional<Refund.Reason> reason = form.optional("reason", REFUND_REASON);
    Optional<PayerAccount> account = PayerAccountForm.read(form);
    if (!form.isGood()) {
      return page.again(visit, payment, Dialogs.REFUND);
    }
    visit.note(
        part(amount, payment.state().amounts().captured())
            + account.map(named -> " to " + named.iban()).orElse(""));
    OutgoingMoney.require(visit, amount, account);
    try {
      return refunded(
          visit,
          refunds.create(
              visit.realm(),
              visit.originOnce(
                  "refund " + payment.id() + " " + amount + " " + reason + " " + account),
              new CreateRefund(
                  payment.id(),
                  OptionalLong.of(amount.minor()),
                  reason,
                  Map.of(),
                  account,
                  RefundAsker.PERSON)),
          payment,
          AmountText.of(amount));
    } catch (Refusal refused) {
      if (!PayerAccountForm.isAbout(refused)) {
        throw refused;
      }
      form.wrong(PayerAccountForm.IBAN, refused.problem());
      return page.again(visit, payment, Dialogs.REFUND);
    }
  }

  static Money refundAmount(Form form, Payment payment) {
    return amount(form, payment.state().amounts().refundable(), "the amount left to refund");
  }

  /** Returns the reason with this text in the API. */
  static Optional<Refund.Reason> reason(String text) {
    return Refund.Reason.OF_MERCHANTS.stream()
        .filter(reason -> reason.text().equals(text))
        .findFirst();
  }

  /** Returns the amount, and the whole if it is a part: `$1.00 of $130.90`. */
  private static String part(Money amount, Money whole) {
    return amount.equals(whole)
        ? AmountText.of(amount)
        : AmountText.of(amount) + " of " + AmountText.of(whole);
  }

  /** Reads an amount up to a maximum. */
  private static Money amount(Form form, Money most, String why) {
    Money amount = form.required("amount", AmountFormat.of(most.currency()));
    if (form.isGood() && amount.isMoreThan(most)) {
      form.wrong("amount", "Enter at most " + AmountText.of(most) + ", " + why + ".");
    }
    return amount;
  }

  private static Done done(
      DashboardRequest visit, Result<OperationResult> result, String words, String what) {
    Payment payment = result.value().payment();
    Optional<Failure> failure = result.value().failure();
    Done back = Done.to(PaymentDetail.path(payment.id()));
    if (failure.isPresent() || result.wasRefused()) {
      return failed(
          visit,
          back,
          failure.map(Failure::message).orElse(what + " failed. Nothing was changed."));
    }
    if (payment.status() == Status.PROCESSING) {
      visit.note(visit.detail() + IN_PROGRESS);
      return back.saying(
          what + " is in progress. This page shows the outcome as soon as it is known.");
    }
    return back.saying(words);
  }

  /** Returns the response to a refund, and completes the audit entry with the outcome. */
  static Done refunded(
      DashboardRequest visit, Result<Refund> result, Payment payment, String amount) {
    Done back = Done.to(PaymentDetail.path(payment.id()));
    if (result.wasRefused()) {
      return failed(visit, back, "The refund of " + amount + " failed. Nothing was changed.");
    }
    return switch (result.value().status()) {
      case SUCCEEDED -> back.saying(amount + " was refunded.");
      case FAILED ->
          failed(visit, back, "The refund of " + amount + " failed. You still have the money.");
      case PENDING -> {
        visit.note(visit.detail() + IN_PROGRESS);
        yield back.saying("The refund of " + amount + " is in progress.");
      }
      case CANCELED -> failed(visit, back, "The refund of " + amount + " was canceled.");
    };
  }

  private static Done failed(DashboardRequest visit, Done back, String why) {
    visit.noteFailure(visit.detail() + ": " + why);
    return back.warning(why);
  }

  private static Refusal notNow(String done) {
    return new Problem.BadRequest(
            ErrorCode.PAYMENT_UNEXPECTED_STATE,
            "The payment can't be " + done + " in its current state. Nothing was changed.")
        .refusal();
  }
}
