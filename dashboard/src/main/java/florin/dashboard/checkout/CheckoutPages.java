package florin.dashboard.checkout;

import florin.checkout.CheckoutSession;
import florin.checkout.CheckoutSession.PageSettings;
import florin.checkout.CheckoutSession.Saving;
import florin.checkout.CheckoutSession.Status;
import florin.checkout.CheckoutSessionStore.SessionFilter;
import florin.checkout.CheckoutSessions;
import florin.core.Id.CheckoutSessionId;
import florin.core.Id.PaymentLinkId;
import florin.core.Id.SetupId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.dashboard.customers.CustomerPages;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.Pager;
import florin.dashboard.parts.Paging;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.payments.PaymentDetail;
import florin.db.IdTime;
import florin.http.JsonText;
import florin.idempotency.Origin;
import florin.page.AmountText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The pages of `/dashboard/checkout`: the sessions in which payers pay on Florin's page. */
public final class CheckoutPages {
  public static final String PATH = "/dashboard/checkout";

  private static final String STATUS = "status";
  private static final String LINK = "payment_link";

  private final CheckoutSessions sessions;

  public CheckoutPages(CheckoutSessions sessions) {
    this.sessions = sessions;
  }

  /**
   * The list.
   *
   * @param status the filter; empty for all
   */
  public record ListView(String status, List<CheckoutSession> sessions, Pager pager) {
    public ListView {
      sessions = List.copyOf(sessions);
    }

    public List<String> statuses() {
      return Stream.of(Status.values()).map(Status::text).toList();
    }
  }

  /**
   * The page of a session.
   *
   * @param url the URL of its payment page
   * @param canReopen whether the payer of a declined charge can get more time
   */
  public record DetailView(
      CheckoutSession session, String url, boolean canReopen, List<Fact> facts, String json) {
    public DetailView {
      facts = List.copyOf(facts);
    }
  }

  public Response list(DashboardRequest visit) {
    Optional<Status> status =
        visit
            .query()
            .value(STATUS)
            .flatMap(text ->
                Stream.of(Status.values()).filter(one -> one.text().equals(text)).findFirst());
    Optional<PaymentLinkId> link = visit.query().value(LINK).flatMap(PaymentLinkId.KIND::parse);
    var paging = new Paging(PATH, visit.query(), List.of(STATUS, LINK));
    PageRequest asked = paging.request(CheckoutSessionId.KIND);
    Page<CheckoutSession> page =
        sessions.list(visit.realm(), new SessionFilter(status, link, IdTime.Span.ALWAYS), asked);
    return Response.Page.of(
        "checkout",
        "Checkout",
        new ListView(
            status.map(Status::text).orElse(""),
            page.data(),
            paging.pager(asked, page, CheckoutSession::id)));
  }

  public Response show(DashboardRequest visit) {
    CheckoutSession session = visit.find(CheckoutSessionId.KIND, sessions::find);
    return Response.Page.of(
        "checkout-session",
        "Checkout session",
        new DetailView(
            session,
            sessions.view(session).url(),
            sessions.canReopen(session),
            facts(session),
            JsonText.ofView(sessions.view(session)).pretty()));
  }

  public Response expire(DashboardRequest visit) {
    CheckoutSession session = visit.find(CheckoutSessionId.KIND, sessions::find);
    sessions.expire(visit.realm(), session.id(), new Origin(visit.request(), Optional.empty()));
    return Done.to(path(session.id())).saying("Session expired. Payers can no longer use it.");
  }

  public Response reopen(DashboardRequest visit) {
    CheckoutSession session = visit.find(CheckoutSessionId.KIND, sessions::find);
    sessions.reopen(visit.realm(), session.id(), new Origin(visit.request(), Optional.empty()));
    return Done.to(path(session.id()))
        .saying("Session reopened. The payer can use its link for 7 days.");
  }

  private static List<Fact> facts(CheckoutSession session) {
    var facts = new ArrayList<Fact>();
    session.cart().description().ifPresent(text -> facts.add(Fact.of("Description", text)));
    session
        .payment()
        .ifPresent(id ->
            facts.add(
                session.isSetup()
                    ? Fact.code("Setup", new SetupId(id.uuid()).text())
                    : Fact.code("Payment", id.text()).to(PaymentDetail.path(id))));
    facts.add(Fact.of("Attempts", Integer.toString(session.state().tries())));
    session
        .link()
        .ifPresent(
            id -> facts.add(Fact.code("Payment link", id.text()).to(PaymentLinkPages.path(id))));
    PageSettings settings = session.settings();
    settings
        .customer()
        .ifPresent(id -> facts.add(Fact.code("Customer", id.text()).to(CustomerPages.pathOf(id))));
    settings.customerEmail().ifPresent(email -> facts.add(Fact.of("Email", email)));
    settings
        .saving()
        .flatMap(Saving::mandate)
        .ifPresent(text -> facts.add(Fact.prose("Mandate text", text)));
    settings.successUrl().ifPresent(url -> facts.add(Fact.code("Success page", url.toString())));
    settings.cancelUrl().ifPresent(url -> facts.add(Fact.code("Cancel page", url.toString())));
    settings.language().ifPresent(language -> facts.add(Fact.of("Language", language.label())));
    return facts;
  }

  /** Returns the amount of a session; words if it saves a payment method and charges nothing. */
  public static String amount(CheckoutSession session) {
    return session.isSetup() ? "Card setup" : AmountText.of(session.cart().amount());
  }

  /** Returns the list of the sessions of a payment link. */
  public static String ofLink(PaymentLinkId id) {
    return PATH + "?" + LINK + "=" + id.text();
  }

  /** Returns the description of a session, or the name of its first item. */
  public static String description(CheckoutSession session) {
    return session
        .cart()
        .description()
        .orElseGet(
            () -> session.cart().lines().isEmpty() ? "" : session.cart().lines().getFirst().name());
  }

  public static String path(CheckoutSessionId id) {
    return PATH + "/" + id.text();
  }
}
