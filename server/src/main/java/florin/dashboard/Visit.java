package florin.dashboard;

import florin.core.Id;
import florin.core.Id.RequestId;
import florin.core.Realm;
import florin.http.Exchange;
import florin.http.Form;
import florin.http.PathId;
import florin.http.Query;
import florin.idempotency.Origin;
import florin.team.Act;
import florin.team.AuditLine;
import florin.team.Permissions;
import florin.team.Session;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * One request of somebody who is signed in and may do what it asks for. It belongs to the request's
 * own thread.
 */
public final class Visit {
  private static final Pattern ID = Pattern.compile("[a-z]{2,8}_[0-9A-Za-z]{1,40}");

  private final Exchange exchange;
  private final Session session;
  private final Form form;
  private final String origin;
  private final boolean owesFactor;
  private boolean confirmed;
  private String object = "";
  private String detail = "";
  private boolean audited;
  private boolean requested;
  private Supplier<AuditLine> auditor =
      () -> {
        throw new IllegalStateException("nobody audits this");
      };

  Visit(
      Exchange exchange,
      Session session,
      Form form,
      String origin,
      boolean owesFactor,
      boolean confirmed) {
    this.exchange = exchange;
    this.session = session;
    this.form = form;
    this.origin = origin;
    this.owesFactor = owesFactor;
    this.confirmed = confirmed;
  }

  public Session session() {
    return session;
  }

  /** Account and mode: all that this request can see. */
  public Realm realm() {
    return session.realm();
  }

  /** What was sent; empty for a GET. */
  public Form form() {
    return form;
  }

  public Query query() {
    return exchange.query();
  }

  /** Of the dashboard as this browser reaches it, for links: `https://pay.example`. */
  public String origin() {
    return origin;
  }

  /** For what the use cases keep of where a change came from. */
  public RequestId request() {
    return exchange.requestId();
  }

  /** The id in the path, which is then what the audit log says it was about; 404 without one. */
  public <T extends Id> T id(Id.Kind<T> kind) {
    T id = PathId.read(exchange, kind);
    about(id);
    return id;
  }

  /** The same for what has no handler yet: the id in the path as it came, if it looks like one. */
  void aboutPath(String template) {
    if (template.contains("{id}")) {
      String text = exchange.pathParameter("id");
      object = ID.matcher(text).matches() ? text : "";
    }
  }

  /** What it was about, for the audit log. */
  public void about(Id id) {
    object = id.text();
  }

  /** More of what was done, for the audit log: an amount, a role. No secrets. */
  public void note(String words) {
    detail = words;
  }

  /**
   * That it was done, for whoever writes it in the commit by which it is: nobody writes it besides.
   * Object and note are said before.
   */
  public AuditLine auditLine() {
    audited = true;
    return auditor.get();
  }

  /** Has the audit entry committed with the change that the use case makes. */
  public Origin auditedOrigin() {
    return originWith(_ -> {});
  }

  /**
   * The same for a change that the entry says more about.
   *
   * @param told gets what was made, before the entry is written
   */
  public <T> Origin auditedOrigin(Class<T> made, Consumer<T> told) {
    return originWith(object -> told.accept(made.cast(object)));
  }

  private Origin originWith(Consumer<Object> told) {
    var entry =
        new Origin.Beside(
            made -> {
              told.accept(made);
              return auditLine().writes();
            },
            () -> audited = false);
    return new Origin(request(), Optional.empty(), entry);
  }

  void auditBy(Supplier<AuditLine> by) {
    auditor = by;
  }

  /** The audit log has that it is about to begin. */
  void requested() {
    requested = true;
  }

  boolean isRequested() {
    return requested;
  }

  boolean isAudited() {
    return audited;
  }

  public boolean may(Act act) {
    return Permissions.may(session.role(), act);
  }

  /** Refuses with 403 unless the role may; for rights that depend on what was sent. */
  public void require(Act act) {
    if (!may(act)) {
      throw new NotAllowed(act);
    }
  }

  /**
   * For what turns out to be sensitive: asks for the password, unless it was given a moment ago,
   * and then begins the handler again. So it must be called before anything is done.
   */
  public void requirePassword() {
    if (!confirmed) {
      throw new PasswordNeeded();
    }
  }

  /** Whether the password was given a moment ago, so that nothing asks for it. */
  public boolean isConfirmed() {
    return confirmed;
  }

  /** Whether nothing but setting up a second factor is open. */
  boolean owesFactor() {
    return owesFactor;
  }

  Exchange exchange() {
    return exchange;
  }

  String object() {
    return object;
  }

  String detail() {
    return detail;
  }

  void confirm() {
    confirmed = true;
  }

  /** The role may not do this. */
  static final class NotAllowed extends RuntimeException {
    private final Act act;

    NotAllowed(Act act) {
      super(act.name(), null, false, false);
      this.act = act;
    }

    Act act() {
      return act;
    }
  }

  /** The account requires a second factor, which is to be set up first. */
  static final class FactorNeeded extends RuntimeException {
    FactorNeeded() {
      super("a second factor is needed", null, false, false);
    }
  }

  /** The password must be given again first. */
  static final class PasswordNeeded extends RuntimeException {
    PasswordNeeded() {
      super("the password is needed", null, false, false);
    }
  }
}
