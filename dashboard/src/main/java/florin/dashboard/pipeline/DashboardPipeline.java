package florin.dashboard.pipeline;

import florin.core.Mode;
import florin.core.Refusal;
import florin.dashboard.entry.SignInPages;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.DashboardRequest.FactorNeeded;
import florin.dashboard.parts.DashboardRequest.PasswordNeeded;
import florin.dashboard.parts.Explanation;
import florin.dashboard.parts.Flash;
import florin.dashboard.parts.LocalPath;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.Response.HalfSignedIn;
import florin.dashboard.parts.Response.Page;
import florin.dashboard.parts.Response.Raw;
import florin.dashboard.parts.Response.SignedIn;
import florin.dashboard.parts.Response.SignedOut;
import florin.dashboard.parts.TimeText;
import florin.dashboard.pipeline.PermittedOrigins.Reach;
import florin.http.Answer;
import florin.http.Exchange;
import florin.http.Form;
import florin.team.AuditEntry.AuditOutcome;
import florin.team.AuditLog.UnwrittenEntry;
import florin.team.DeviceCookies;
import florin.team.Session;
import florin.team.Sessions;
import florin.team.Token;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks and handles every dashboard request. The order is: connection, session, form, permission,
 * password for sensitive actions, handler, audit log.
 */
public final class DashboardPipeline {
  private static final Logger LOG = LoggerFactory.getLogger(DashboardPipeline.class);

  private static final String SIGN_IN = "/dashboard/sign-in";
  private static final String PROTECT = "/dashboard/security/protect";

  private final PermittedOrigins origins;
  private final Sessions sessions;
  private final DeviceCookies devices;
  private final StepUp stepUp;
  private final Auditor auditor;
  private final Rendering rendering;
  private final InstantSource clock;
  private final SecureRandom random;

  DashboardPipeline(
      PermittedOrigins origins,
      Sessions sessions,
      DeviceCookies devices,
      StepUp stepUp,
      Auditor auditor,
      Rendering rendering,
      InstantSource clock,
      SecureRandom random) {
    this.origins = origins;
    this.sessions = sessions;
    this.devices = devices;
    this.stepUp = stepUp;
    this.auditor = auditor;
    this.rendering = rendering;
    this.clock = clock;
    this.random = random;
  }

  /** A signed-in user with the token of this request. */
  private record Holder(Token token, Session session) {}

  /** Handles a route that needs a session. */
  public Answer answer(Exchange exchange, DashboardRoute route) {
    return reached(
        exchange,
        reach ->
            holder(exchange, reach)
                .map(holder -> answer(exchange, route, reach, holder))
                .orElseGet(() -> toSignIn(exchange, route, reach)));
  }

  /** Rejects a request without a session before its long body is read. */
  public Optional<Answer> refuse(Exchange exchange, DashboardRoute route) {
    boolean isKnown = origins.reach(exchange).flatMap(reach -> holder(exchange, reach)).isPresent();
    return isKnown
        ? Optional.empty()
        : Optional.of(reached(exchange, reach -> toSignIn(exchange, route, reach)));
  }

  /** Handles an open route. */
  public Answer answer(Exchange exchange, OpenRoute route) {
    return reached(exchange, reach -> answer(exchange, route, reach));
  }

  /** Returns the style sheet and the scripts. */
  public Answer asset(Exchange exchange, Assets assets) {
    return reached(
        exchange,
        _ -> assets.find(exchange).orElseGet(() -> Answer.of(404, "text/plain", new byte[0])));
  }

  private Answer reached(Exchange exchange, Function<Reach, Answer> then) {
    Optional<Reach> reach = origins.reach(exchange);
    Answer answer;
    try {
      answer =
          reach
              .map(then)
              .orElseGet(
                  () -> rendering.page(Explanation.wrongWay(exchange.requestId().text()), ""));
    } catch (RuntimeException thrown) {
      answer = rendering.page(ErrorPage.of(thrown, exchange, Optional.empty()).page(), "");
    }
    return Rendering.guarded(answer, reach);
  }

  private Optional<Holder> holder(Exchange exchange, Reach reach) {
    return exchange
        .cookie(reach.sessionCookie())
        .flatMap(Token::parse)
        .flatMap(token -> sessions.find(token).map(session -> new Holder(token, session)));
  }

  private Answer answer(Exchange exchange, DashboardRoute route, Reach reach, Holder holder) {
    Session session = holder.session();
    exchange.log().put("user", session.user().id());
    exchange.log().put(session.realm());
    if (!route.quiet()) {
      sessions.touch(session);
    }
    Form form = route.isPost() ? Form.readWithFiles(exchange) : Form.empty();
    var visit =
        new DashboardRequest(
            exchange,
            session,
            form,
            reach.origin(),
            sessions.owesFactor(session),
            sessions.isConfirmed(session));
    var viewer =
        new TimeText.Viewer(session.preferences().zone(), session.reportZone(), clock.instant());
    return ScopedValue.where(TimeText.VIEWER, viewer)
        .call(() -> answer(visit, route, reach, holder));
  }

  private Answer answer(DashboardRequest visit, DashboardRoute route, Reach reach, Holder holder) {
    Exchange exchange = visit.exchange();
    Session session = visit.session();
    visit.auditBy(outcome -> auditor.line(visit, route, outcome, reach.address()));
    Response response;
    AuditOutcome outcome;
    boolean isUnwritten = false;
    try {
      response = permitted(route, visit, reach, holder);
      boolean isDone =
          !isRefusal(response) && !visit.isFailed() && (visit.isAudited() || !route.inCommit());
      outcome = isDone ? AuditOutcome.DONE : AuditOutcome.REFUSED;
    } catch (FactorNeeded owed) {
      response = Done.to(PROTECT);
      outcome = AuditOutcome.REFUSED;
      visit.note("a second factor is required");
    } catch (RuntimeException thrown) {
      ErrorPage error = ErrorPage.of(thrown, exchange, Optional.of(session.role()));
      response =
          route.isPost()
              ? back(error, visit, reach)
              : rendering.explained(error.page(), visit, route);
      outcome = error.outcome();
      isUnwritten = thrown instanceof UnwrittenEntry;
      visit.note(error.detail());
    }
    if (route.isAudited() && !isUnwritten && !(visit.isAudited() && outcome == AuditOutcome.DONE)) {
      recordOutcome(visit, route, outcome, reach);
    }
    return answer(response, route, visit, reach, holder);
  }

  private Response permitted(
      DashboardRoute route, DashboardRequest visit, Reach reach, Holder holder) {
    visit.query().refuseNul();
    if (route.isPost()) {
      Forgery.refuse(visit.exchange(), reach, visit.form(), Optional.of(holder.token()));
    }
    if (visit.owesFactor() && !route.isOpenWithoutFactor()) {
      throw new FactorNeeded();
    }
    visit.require(route.act(visit.session().mode()));
    try {
      if (route.asksForPassword(visit.session().mode())) {
        visit.requirePassword();
      }
      return recorded(route, visit, reach);
    } catch (PasswordNeeded needed) {
      Optional<Page> question = stepUp.question(visit);
      return question.isPresent() ? question.get() : recorded(route, visit, reach);
    }
  }

  /**
   * Runs the handler. An audited action has an entry before it, unless its commit includes the
   * entry.
   */
  private Response recorded(DashboardRoute route, DashboardRequest visit, Reach reach) {
    if (route.isAudited() && !route.inCommit() && !visit.isRequested()) {
      visit.aboutPath(route.template());
      auditor.record(visit, route, AuditOutcome.REQUESTED, reach.address());
      visit.requested();
    }
    return route.handler().handle(visit);
  }

  /**
   * Appends the outcome. If that fails for an action with an earlier entry, the response is still
   * sent, because the log has the action. The response may have the only copy of a secret. In all
   * other cases nothing was done, and the caller gets the error.
   */
  private void recordOutcome(
      DashboardRequest visit, DashboardRoute route, AuditOutcome outcome, Reach reach) {
    try {
      auditor.record(visit, route, outcome, reach.address());
    } catch (RuntimeException failed) {
      if (!visit.isRequested()) {
        throw failed;
      }
      LOG.error(
          "{}: the audit log has no outcome of {}, which is {}",
          visit.request(),
          route.action(),
          outcome.text(),
          failed);
    }
  }

  private static boolean isRefusal(Response response) {
    return response instanceof Page page && page.status() >= 400;
  }

  /** Shows an error in the form's dialog, or on the form's page. */
  private static Response back(ErrorPage error, DashboardRequest visit, Reach reach) {
    Optional<String> dialog = LocalPath.of(visit.form().text(Shell.DIALOG));
    if (error.words().isPresent() && dialog.isPresent()) {
      return Done.to(dialog.get()).warning(error.words().get());
    }
    if (error.words().isEmpty() || !error.isInPlace()) {
      return error.page();
    }
    return Done.to(page(visit.exchange(), reach).orElse(LocalPath.HOME))
        .warning(error.words().get());
  }

  /** Returns the page with the form that was sent. */
  private static Optional<String> page(Exchange exchange, Reach reach) {
    return exchange
        .header("Referer")
        .filter(from -> from.startsWith(reach.origin() + "/"))
        .flatMap(from -> LocalPath.of(from.substring(reach.origin().length())));
  }

  private Answer answer(
      Response response, DashboardRoute route, DashboardRequest visit, Reach reach, Holder holder) {
    return switch (response) {
      case Page page -> page(page, route, visit, holder);
      case Done done -> {
        if (done.flash().isPresent() || done.once().isPresent()) {
          sessions.tell(visit.session(), done.flash().map(Flash::stored), done.once());
        }
        yield Answer.seeOther(done.path());
      }
      case Raw raw -> raw.answer();
      case SignedIn again -> entered(again, visit.exchange(), reach);
      case HalfSignedIn half -> halfEntered(half, reach);
      case SignedOut _ ->
          Answer.seeOther(SIGN_IN).with("Set-Cookie", reach.clearCookie(reach.sessionCookie()));
    };
  }

  private Answer page(Page page, DashboardRoute route, DashboardRequest visit, Holder holder) {
    Session session = visit.session();
    Optional<String> once = sessions.openOnce(session);
    Answer answer =
        rendering.page(
            page,
            visit,
            holder.token().formToken(),
            Navigation.section(route.template()),
            once.filter(text -> !KeptForm.isOne(text)),
            once.filter(KeptForm::isOne).flatMap(text -> KeptForm.of(text, clock.instant())));
    if (!route.quiet() && visit.exchange().method().equals("GET")) {
      sessions.told(session);
    }
    return answer;
  }

  private Answer answer(Exchange exchange, OpenRoute route, Reach reach) {
    Optional<Token> known = exchange.cookie(reach.formCookie()).flatMap(Token::parse);
    Form form = route.isPost() ? Form.read(exchange) : Form.empty();
    if (route.isPost()) {
      Forgery.refuse(exchange, reach, form, known);
    }
    var session = holder(exchange, reach).map(Holder::session);
    Response response = route.handler().handle(new Visitor(exchange, reach, form, session));
    return switch (response) {
      case Page page -> {
        Token token = known.orElseGet(() -> Token.make(random));
        yield rendering
            .page(page, token.formToken())
            .with("Set-Cookie", reach.setCookie(reach.formCookie(), token.reveal()));
      }
      case Done done -> Answer.seeOther(done.path());
      case Raw raw -> raw.answer();
      case SignedIn entered -> entered(entered, exchange, reach);
      case HalfSignedIn half -> halfEntered(half, reach);
      case SignedOut _ -> Answer.seeOther(SIGN_IN);
    };
  }

  private Answer entered(SignedIn entered, Exchange exchange, Reach reach) {
    // The token leaves Florin only after the entry is written: without an entry, it grants no
    // access.
    if (!entered.action().isEmpty()) {
      auditor.record(entered, reach.address(), exchange.requestId());
    }
    refill(entered, exchange, reach);
    return Answer.seeOther(entered.path())
        .with("Set-Cookie", reach.setCookie(reach.sessionCookie(), entered.token().reveal()))
        .with(
            "Set-Cookie",
            reach.setLastingCookie(
                reach.deviceCookie(), devices.make(entered.member().user()), DeviceCookies.VALID))
        .with("Set-Cookie", reach.clearCookie(reach.formCookie()))
        .with("Set-Cookie", reach.clearCookie(reach.stepCookie()));
  }

  private static Answer halfEntered(HalfSignedIn half, Reach reach) {
    return Answer.seeOther(half.path())
        .with("Set-Cookie", reach.setCookie(reach.stepCookie(), half.step().reveal()));
  }

  /**
   * Keeps a form that was sent after its session ended, if the session is known.
   *
   * @return the address of the form's dialog; empty if it is in none
   */
  private Optional<String> keep(Exchange exchange, DashboardRoute route, Reach reach) {
    Optional<Token> token = exchange.cookie(reach.sessionCookie()).flatMap(Token::parse);
    Optional<Session> ended = token.flatMap(sessions::findIdle);
    if (ended.isEmpty() || route.fileBytes() > 0 || route.asksForPassword(Mode.TEST)) {
      return Optional.empty();
    }
    Form form;
    try {
      form = Form.read(exchange);
      Forgery.refuse(exchange, reach, form, token);
    } catch (Refusal foreign) {
      return Optional.empty(); // The sign-in follows, as for every request without a session.
    }
    sessions.tell(
        ended.get(),
        Optional.empty(),
        KeptForm.text(exchange.pathAndQuery(), form.fields(), clock.instant()));
    return LocalPath.of(form.text(Shell.DIALOG));
  }

  /** Moves the kept form of the browser's ended session to the new one of the same user. */
  private void refill(SignedIn entered, Exchange exchange, Reach reach) {
    Optional<Session> ended =
        exchange
            .cookie(reach.sessionCookie())
            .flatMap(Token::parse)
            .flatMap(sessions::findIdle)
            .filter(session -> session.once().isPresent());
    Optional<Session> begun = ended.flatMap(_ -> sessions.find(entered.token()));
    if (begun.isEmpty() || !begun.get().member().equals(ended.get().member())) {
      return;
    }
    Optional<String> kept = sessions.openOnce(ended.get()).filter(KeptForm::isOne);
    sessions.tell(ended.get(), Optional.empty(), Optional.empty());
    if (kept.flatMap(text -> KeptForm.of(text, clock.instant())).isPresent()) {
      if (ended.get().mode() == Mode.LIVE) {
        auditor.record(
            new SignedIn(
                entered.token(),
                entered.member(),
                "mode.switch",
                "to live mode, with the form of the ended session",
                entered.path()),
            reach.address(),
            exchange.requestId());
        sessions.switchMode(begun.get(), Mode.LIVE);
      }
      sessions.tell(begun.get(), Optional.of(new Flash(false, KeptForm.WORDS).stored()), kept);
    }
  }

  /**
   * Redirects to the sign-in, and from there back to the requested page, or to the page with the
   * form that was sent after the session ended.
   */
  private Answer toSignIn(Exchange exchange, DashboardRoute route, Reach reach) {
    boolean isEnded = exchange.cookie(reach.sessionCookie()).isPresent();
    boolean isLate = route.isPost() && isEnded;
    Optional<String> dialog = isLate ? keep(exchange, route, reach) : Optional.empty();
    Optional<String> to =
        isLate
            ? dialog.or(() -> page(exchange, reach))
            : LocalPath.of(exchange.pathAndQuery())
                .filter(path -> !route.isPost() && !route.quiet() && !path.equals(LocalPath.HOME));
    String path =
        SIGN_IN
            + to.map(p -> "?to=" + URLEncoder.encode(p, StandardCharsets.UTF_8)).orElse("")
            + (isEnded
                ? (to.isPresent() ? "&" : "?")
                    + (isLate ? SignInPages.UNSENT : SignInPages.ENDED)
                    + "=1"
                : "");
    // A page fragment that a script loads must not be replaced by a whole page.
    return exchange.header("HX-Request").isPresent()
        ? Answer.noContent().with("HX-Redirect", path)
        : Answer.seeOther(path);
  }
}
