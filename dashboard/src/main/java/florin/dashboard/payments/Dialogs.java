package florin.dashboard.payments;

import florin.checkout.CheckoutSession;
import florin.connector.ProviderDispute;
import florin.core.Money;
import florin.dashboard.parts.AmountFormat;
import florin.dashboard.parts.CodeText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.ObjectPath;
import florin.dashboard.parts.SelectOption;
import florin.http.Form;
import florin.instrument.BankTransfer;
import florin.instrument.Card;
import florin.instrument.Hosted;
import florin.page.AmountText;
import florin.payment.machine.Amounts;
import florin.payment.machine.CancellationReason;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import florin.payment.machine.Status;
import florin.report.SearchTerm;
import florin.team.Permission;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The possible actions on a payment, each with its own form, depending on its state and the
 * viewer's role.
 *
 * @param receipt mails the receipt again
 * @param retry the page with a link for the payer, if the payment failed
 * @param block the page with a form that blocks the card
 * @param once makes the forms idempotent
 * @param isLimited whether the viewer may not create large refunds
 */
public record Dialogs(
    Payment payment,
    Optional<Dialog> capture,
    Optional<Dialog> cancel,
    Optional<Dialog> refund,
    Optional<Dialog> receipt,
    Optional<String> retry,
    Optional<String> block,
    String once,
    boolean isLimited) {
  static final String CAPTURE = "capture";
  static final String CANCEL = "cancel";
  static final String REFUND = "refund";
  static final String RECEIPT = "receipt";

  private static final Set<Status> CANCELABLE =
      EnumSet.of(Status.REQUIRES_CAPTURE, Status.REQUIRES_ACTION);

  /**
   * A form.
   *
   * @param isOpen whether it is open, after an error or if the URL requests it
   * @param most the largest possible amount
   */
  public record Dialog(Form form, boolean isOpen, Money most) {
    /** Returns the largest amount for people. */
    public String mostText() {
      return AmountText.of(most);
    }

    /** Returns the code, in upper case. */
    public String currency() {
      return CodeText.upper(most.currency().code());
    }

    public int decimals() {
      return most.currency().exponent();
    }

    /** Returns the format of an amount, with `{}` for its number, for scripts. */
    public String pattern() {
      String zero = AmountText.of(Money.zero(most.currency()));
      return zero.replaceFirst("[0-9.]+", "{}");
    }
  }

  /**
   * Returns the dialogs.
   *
   * @param sent the form that was just sent with an error
   * @param address the address of the receipt
   * @param block the page with a form that blocks the card
   */
  static Dialogs of(
      DashboardRequest visit,
      Payment payment,
      Optional<String> sent,
      boolean canMail,
      Optional<String> address,
      Optional<String> block) {
    Amounts amounts = payment.state().amounts();
    return new Dialogs(
        payment,
        dialog(visit, canCapture(payment), CAPTURE, amounts.capturable(), sent),
        dialog(visit, canCancel(payment), CANCEL, payment.terms().amount(), sent),
        dialog(visit, canRefund(payment), REFUND, amounts.refundable(), sent),
        canMail && visit.may(Permission.MAIL_RECEIPT)
            ? Optional.of(
                dialog(
                    visit,
                    RECEIPT,
                    payment.terms().amount(),
                    sent,
                    Map.of("email", address.orElse(""))))
            : Optional.empty(),
        Optional.of(payment)
            .filter(it -> it.status() == Status.FAILED && visit.may(Permission.MANAGE_CHECKOUT))
            .map(Dialogs::retry),
        block,
        visit.request().text(),
        !visit.may(Permission.SEND_LARGE));
  }

  /**
   * Returns the page with a link for the payer: of the session that recovers the payment, or the
   * form of a payment link with the values of the payment.
   */
  private static String retry(Payment payment) {
    if (payment.isRecoverable()) {
      return ObjectPath.of(CheckoutSession.recoveryOf(payment.firstCharge()));
    }
    Money amount = payment.terms().amount();
    var values = new LinkedHashMap<String, String>();
    values.put("amount", AmountFormat.text(amount));
    values.put("currency", CodeText.upper(amount.currency().code()));
    payment.terms().description().ifPresent(text -> values.put("description", text));
    SearchTerm.ORDER_KEYS.stream()
        .flatMap(key -> Optional.ofNullable(payment.terms().metadata().get(key)).stream())
        .findFirst()
        .ifPresent(number -> values.put("order", number));
    values.put("max_payments", "1");
    return values.entrySet().stream()
        .map(value ->
            value.getKey() + "=" + URLEncoder.encode(value.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&", "/dashboard/payment-links/new?", ""));
  }

  private static Optional<Dialog> dialog(
      DashboardRequest visit, boolean can, String name, Money most, Optional<String> sent) {
    Permission permission =
        switch (name) {
          case CAPTURE -> Permission.CAPTURE_PAYMENT;
          case CANCEL -> Permission.CANCEL_PAYMENT;
          default -> Permission.REFUND_PAYMENT;
        };
    return can && visit.may(permission)
        ? Optional.of(dialog(visit, name, most, sent, Map.of("amount", AmountFormat.text(most))))
        : Optional.empty();
  }

  private static Dialog dialog(
      DashboardRequest visit,
      String name,
      Money most,
      Optional<String> sent,
      Map<String, String> first) {
    boolean isSent = sent.equals(Optional.of(name));
    boolean isAsked = sent.isEmpty() && visit.query().value("dialog").equals(Optional.of(name));
    return new Dialog(isSent ? visit.form() : Form.of(first), isSent || isAsked, most);
  }

  static boolean canCapture(Payment payment) {
    return payment.status() == Status.REQUIRES_CAPTURE;
  }

  static boolean canCancel(Payment payment) {
    return CANCELABLE.contains(payment.status());
  }

  static boolean canRefund(Payment payment) {
    return !payment.state().amounts().refundable().isZero()
        && payment.findDispute().filter(ProviderDispute::blocksRefunds).isEmpty();
  }

  /** Returns whether a refund goes to a bank account. */
  public boolean isByTransfer() {
    return payment.findTransfer().isPresent();
  }

  /** Returns the effect of a partial capture on the rest. */
  public String captured() {
    return "Any uncaptured amount is released to the " + payer() + ".";
  }

  /**
   * Returns the limit of the viewer's refunds; empty if there is none, or if the payment is
   * smaller.
   */
  public Optional<String> limit() {
    return refund
        .filter(dialog -> isLimited && OutgoingMoney.isLarge(dialog.most()))
        .map(dialog -> OutgoingMoney.limit(dialog.most().currency()));
  }

  public long limitMinor() {
    return OutgoingMoney.LARGE_MINOR;
  }

  public String refunded() {
    return switch (payment.method().instrument()) {
      case BankTransfer _ -> "The refund goes into the next payment file for your bank.";
      case Card _ -> "The money goes back to the card. Refunds can't be undone.";
      case Hosted _ -> "The money goes back the way the payer paid. Refunds can't be undone.";
    };
  }

  /** Returns the effect of a cancellation. */
  public String canceled() {
    String effect;
    if (isByTransfer()) {
      Money received = payment.terms().amount().minus(payment.outstanding());
      effect =
          received.isZero()
              ? "Florin stops waiting for the transfer. Money that still arrives becomes a customer credit."
              : "Florin stops waiting for the rest. The %s received, and money that still arrives, become customer credit."
                  .formatted(AmountText.of(received));
    } else {
      effect =
          payment.status() == Status.REQUIRES_CAPTURE
              ? "%s is released to the %s. Nothing is charged."
                  .formatted(AmountText.of(payment.state().amounts().capturable()), payer())
              : "The payer will no longer be able to pay. Nothing has been charged.";
    }
    return effect + " This can't be undone.";
  }

  private String payer() {
    return switch (payment.method().instrument()) {
      case Card _ -> "cardholder";
      case BankTransfer _, Hosted _ -> "payer";
    };
  }

  public List<SelectOption> cancellationReasons() {
    return SelectOption.of(List.copyOf(CancellationReason.OF_MERCHANTS), CancellationReason::text);
  }

  public List<SelectOption> refundReasons() {
    return SelectOption.of(List.copyOf(Refund.Reason.OF_MERCHANTS), Refund.Reason::text);
  }
}
