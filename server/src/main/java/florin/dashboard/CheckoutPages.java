package florin.dashboard;

import florin.checkout.CheckoutSession;
import florin.checkout.CheckoutSession.Status;
import florin.checkout.CheckoutSessionStore.SessionFilter;
import florin.checkout.CheckoutSessions;
import florin.core.Id.CheckoutSessionId;
import florin.core.Id.PaymentLinkId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.dashboard.Response.Done;
import florin.db.IdTime;
import florin.http.JsonText;
import florin.idempotency.Origin;
import florin.page.AmountText;
import florin.team.Act;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The pages of `/dashboard/checkout`: the sessions in which payers pay on Florin's page. */
public final class CheckoutPages {
  static final String PATH = "/dashboard/checkout";

  private static final String STATUS = "status";
  private static final String LINK = "payment_link";

  private final CheckoutSessions sessions;

  public CheckoutPages(CheckoutSessions sessions) {
    this.sessions = sessions;
  }

  public record ListView(String status, List<SessionRow> rows, Pager pager) {
    public ListView {
      rows = List.copyOf(rows);
    }

    public List<String> statuses() {
      return Stream.of(Status.values()).map(Status::text).toList();
    }
  }

  /** A row of the list. */
  public record SessionRow(
      String path, String amount, String status, String description, Instant created) {
    static SessionRow of(CheckoutSession session) {
      return new SessionRow(
          CheckoutPages.path(session.id()),
          AmountText.of(session.cart().amount()),
          session.status().text(),
          session
              .cart()
              .description()
              .orElseGet(() ->
                  session.cart().lines().isEmpty() ? "" : session.cart().lines().getFirst().name()),
          session.created());
    }
  }

  /**
   * The page of a session.
   *
   * @param url the URL of its payment page
   */
  public record DetailView(
      String id,
      String path,
      String amount,
      String status,
      Instant created,
      Instant expires,
      String url,
      List<Fact> facts,
      List<LineRow> lines,
      Map<String, String> metadata,
      boolean canExpire,
      String json) {
    public DetailView {
      facts = List.copyOf(facts);
      lines = List.copyOf(lines);
    }

    /** Returns the path of the requests that concern it. */
    public String requests() {
      return ObjectRequests.path(id);
    }
  }

  /** A line of the cart. */
  public record LineRow(String name, int quantity, String amount) {}

  Response list(Visit visit) {
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
            page.data().stream().map(SessionRow::of).toList(),
            paging.pager(asked, page, CheckoutSession::id)));
  }

  Response show(Visit visit) {
    CheckoutSession session = find(visit);
    return Response.Page.of(
        "checkout-session",
        "Checkout session",
        new DetailView(
            session.id().text(),
            path(session.id()),
            AmountText.of(session.cart().amount()),
            session.status().text(),
            session.created(),
            session.expires(),
            sessions.view(session).url(),
            facts(session),
            session.cart().lines().stream()
                .map(line ->
                    new LineRow(
                        line.name(),
                        line.quantity(),
                        AmountText.of(line.total(), session.cart().amount().currency())))
                .toList(),
            session.cart().metadata(),
            session.status() == Status.OPEN && visit.may(Act.MANAGE_CHECKOUT),
            JsonText.ofView(sessions.view(session)).pretty()));
  }

  Response expire(Visit visit) {
    CheckoutSession session = find(visit);
    sessions.expire(visit.realm(), session.id(), new Origin(visit.request(), Optional.empty()));
    return Done.to(path(session.id())).saying("Session expired. Payers can no longer use it.");
  }

  private static List<Fact> facts(CheckoutSession session) {
    var facts = new ArrayList<Fact>();
    session.cart().description().ifPresent(text -> facts.add(Fact.of("Description", text)));
    session
        .payment()
        .ifPresent(id -> facts.add(Fact.code("Payment", id.text()).to(PaymentDetail.path(id))));
    facts.add(Fact.of("Attempts", Integer.toString(session.state().tries())));
    session
        .link()
        .ifPresent(
            id -> facts.add(Fact.code("Payment link", id.text()).to(PaymentLinkPages.path(id))));
    session
        .around()
        .customer()
        .ifPresent(id ->
            facts.add(Fact.code("Customer", id.text()).to(CustomerPages.PATH + "/" + id.text())));
    session.around().customerEmail().ifPresent(email -> facts.add(Fact.of("Email", email)));
    session
        .around()
        .successUrl()
        .ifPresent(url -> facts.add(Fact.code("Success page", url.toString())));
    session
        .around()
        .cancelUrl()
        .ifPresent(url -> facts.add(Fact.code("Cancel page", url.toString())));
    session
        .around()
        .language()
        .ifPresent(language -> facts.add(Fact.of("Language", language.label())));
    return facts;
  }

  private CheckoutSession find(Visit visit) {
    CheckoutSessionId id = visit.id(CheckoutSessionId.KIND);
    return sessions.find(visit.realm(), id).orElseThrow(id::notFound);
  }

  static String path(CheckoutSessionId id) {
    return PATH + "/" + id.text();
  }
}
