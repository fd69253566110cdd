package florin.dashboard.payments;

import florin.core.Caller.KeyKind;
import florin.core.ErrorCode;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundRequestId;
import florin.core.IdempotencyKey;
import florin.core.KeyedRequest;
import florin.core.Money;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.core.Refusal;
import florin.customer.Customers;
import florin.dashboard.entry.PeopleMails;
import florin.dashboard.entry.PeopleMails.RefundMail;
import florin.dashboard.parts.CustomerText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.db.IdTime;
import florin.http.Form;
import florin.http.Format;
import florin.http.TextFormats;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.page.AmountText;
import florin.payment.Payments;
import florin.payment.machine.CreateRefund;
import florin.payment.machine.CreateRefund.RefundAsker;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import florin.payment.refund.Refunds;
import florin.team.AuditLine;
import florin.team.Member;
import florin.team.Permission;
import florin.team.RefundRequests;
import florin.team.RefundRequests.RefundRequest;
import florin.team.RolePermissions;
import florin.team.Team;
import florin.team.User;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Requests to approve a large refund, from members who may not create it. A member who may approves
 * the request, and is then the author of the refund.
 */
public final class RefundRequestPages {
  private static final Format<String> WORDS = TextFormats.line(RefundRequests.MAX_TEXT);
  private static final Format<RefundRequestId> ID = Format.id(RefundRequestId.KIND);

  private final Payments payments;
  private final Refunds refunds;
  private final RefundRequests requests;
  private final PaymentPage page;
  private final Customers customers;
  private final Team team;
  private final PeopleMails mails;

  public RefundRequestPages(
      Payments payments,
      Refunds refunds,
      RefundRequests requests,
      PaymentPage page,
      Customers customers,
      Team team,
      PeopleMails mails) {
    this.payments = payments;
    this.refunds = refunds;
    this.requests = requests;
    this.page = page;
    this.customers = customers;
    this.team = team;
    this.mails = mails;
  }

  public Response ask(DashboardRequest visit) {
    Payment payment = visit.find(PaymentId.KIND, payments::find);
    requireRefundable(payment);
    Form form = visit.form();
    Money amount = PaymentPages.refundAmount(form, payment);
    Optional<Refund.Reason> reason = form.optional("reason", PaymentPages.REFUND_REASON);
    String note = form.optional("note", WORDS).orElse("");
    if (form.isGood() && !OutgoingMoney.isLarge(amount)) {
      form.wrong("amount", "You can refund this amount without an approval.");
    }
    if (!form.isGood()) {
      return page.again(visit, payment, Dialogs.REFUND);
    }
    visit.note(AmountText.of(amount));
    Optional<RefundRequest> asked =
        requests.ask(
            visit.realm(),
            payment.id(),
            amount,
            reason.map(Refund.Reason::text),
            note,
            visit.session().user(),
            visit.auditLine().work());
    asked.ifPresent(request -> mailApprovers(visit, payment, request));
    Done back = Done.to(PaymentDetail.path(payment.id()));
    return asked.isPresent()
        ? back.saying("Approval requested. Owners and admins see the request on Home.")
        : back.warning("This payment has an open request already. Nothing was requested.");
  }

  private void mailApprovers(DashboardRequest visit, Payment payment, RefundRequest request) {
    RefundMail mail = mail(visit, payment, request);
    team.list(visit.session().member().account()).stream()
        .filter(member -> RolePermissions.may(member.role(), Permission.SEND_LARGE))
        .map(Member::user)
        .forEach(approver -> mails.requestApproval(approver, mail));
  }

  /** Returns the member who asked, unless they left or decide themselves. */
  private Optional<User> asker(DashboardRequest visit, RefundRequest request) {
    return team.find(visit.session().member().account(), request.askedBy())
        .map(Member::user)
        .filter(user -> !user.id().equals(visit.session().user().id()));
  }

  private RefundMail mail(DashboardRequest visit, Payment payment, RefundRequest request) {
    return new RefundMail(
        visit.session().account(),
        !visit.realm().isLive(),
        request,
        payment
            .terms()
            .customer()
            .flatMap(id -> customers.find(visit.realm(), id))
            .map(CustomerText::of)
            .or(() -> CustomerText.guest(payment)),
        PaymentDetail.path(payment.id()));
  }

  private void mailDecline(
      DashboardRequest visit, Payment payment, RefundRequest request, String answer) {
    asker(visit, request)
        .ifPresent(user ->
            mails.reportDecline(
                user, mail(visit, payment, request), visit.session().user().name(), answer));
  }

  /**
   * Creates the refund. Its first commit approves the request, so that a request makes one refund,
   * however often it is approved. The payment's version guards that commit: if another refund of
   * the payment begins first, this one is decided again, and finds it.
   */
  public Response approve(DashboardRequest visit) {
    Payment payment = visit.find(PaymentId.KIND, payments::find);
    RefundRequest request = open(visit, payment);
    visit.note(AmountText.of(request.amount()) + ", requested by " + request.asker());
    Result<Refund> refund = create(visit, payment, request);
    asker(visit, request)
        .ifPresent(user ->
            mails.reportApproval(
                user, mail(visit, payment, request), visit.session().user().name()));
    return PaymentPages.refunded(visit, refund, payment, AmountText.of(request.amount()));
  }

  /** Requires that no member has made the requested refund without the request. */
  private void requireNoRefund(RefundRequest request, Payment payment) {
    boolean isRefunded =
        refunds
            .list(
                payment.realm(),
                Optional.of(payment.id()),
                Optional.empty(),
                IdTime.Span.ALWAYS,
                PageRequest.first(PageRequest.MAX_LIMIT))
            .data()
            .stream()
            .anyMatch(refund ->
                refund.created().isAfter(request.created())
                    && refund.status() != Refund.Status.FAILED);
    if (isRefunded) {
      throw refusal(
          "This payment was refunded after the request, so the request was declined. No other refund was created.");
    }
  }

  private void requireOpen(RefundRequest request, Payment payment) {
    if (requests.findOpen(payment.realm(), payment.id(), request.id()).isEmpty()) {
      throw decided();
    }
  }

  private Result<Refund> create(DashboardRequest visit, Payment payment, RefundRequest request) {
    try {
      requireNoRefund(request, payment);
      return refunds.create(
          visit.realm(),
          new Origin(
              visit.request(),
              Optional.of(
                  new KeyedRequest(
                      KeyKind.SECRET,
                      new IdempotencyKey("dashboard " + request.id().text()),
                      "refund %s %s %s"
                          .formatted(payment.id(), request.amount(), request.reason())))),
          new CreateRefund(
              payment.id(),
              OptionalLong.of(request.amount().minor()),
              request.reason().flatMap(PaymentPages::reason),
              Map.of(),
              Optional.empty(),
              RefundAsker.PERSON),
          begun -> {
            requireOpen(request, payment);
            requireNoRefund(request, payment);
            return requests.approving(
                visit.realm(), request, visit.session().user().id(), begun.id());
          });
    } catch (Refusal refused) {
      Optional<String> cause =
          switch (refused.problem()) {
            case Problem.BadRequest rejected -> Optional.of(rejected.message());
            case Problem.BadParameters wrong -> Optional.of(wrong.errors().getFirst().message());
            default -> Optional.empty();
          };
      cause
          .filter(
              words -> requests.fail(visit.realm(), request, visit.session().user().id(), words))
          .ifPresent(words -> mailDecline(visit, payment, request, words));
      throw refused;
    }
  }

  public Response decline(DashboardRequest visit) {
    Payment payment = visit.find(PaymentId.KIND, payments::find);
    RefundRequest request = open(visit, payment);
    String answer = visit.form().optional("answer", WORDS).orElse("");
    visit
        .form()
        .error("answer")
        .ifPresent(words -> {
          throw refusal("The answer " + words.toLowerCase(Locale.ROOT));
        });
    visit.note(AmountText.of(request.amount()) + ", requested by " + request.asker());
    boolean isDeclined =
        requests.decline(
            visit.realm(),
            request,
            visit.session().user().id(),
            answer,
            AuditLine.work(visit::auditLine));
    if (!isDeclined) {
      throw decided();
    }
    mailDecline(visit, payment, request, answer);
    return Done.to(PaymentDetail.path(payment.id())).saying("Request declined.");
  }

  private RefundRequest open(DashboardRequest visit, Payment payment) {
    return visit
        .form()
        .optional("request", ID)
        .flatMap(id -> requests.findOpen(visit.realm(), payment.id(), id))
        .orElseThrow(RefundRequestPages::decided);
  }

  private static void requireRefundable(Payment payment) {
    if (!Dialogs.canRefund(payment)) {
      throw new Problem.BadRequest(
              ErrorCode.PAYMENT_NOT_REFUNDABLE,
              "This payment can't be refunded now. No refund was created.")
          .refusal();
    }
  }

  private static Refusal decided() {
    return refusal("This request is no longer open. Nothing was changed.");
  }

  private static Refusal refusal(String words) {
    return new Problem.BadRequest(ErrorCode.PARAMETER_INVALID, words).refusal();
  }
}
