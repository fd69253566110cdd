package florin.dashboard.parts;

import florin.core.Caller.KeyKind;
import florin.core.Id;
import florin.core.Id.RequestId;
import florin.core.IdempotencyKey;
import florin.core.KeyedRequest;
import florin.core.Realm;
import florin.http.Exchange;
import florin.http.Form;
import florin.http.Format;
import florin.http.Query;
import florin.idempotency.Origin;
import florin.team.AuditEntry.AuditOutcome;
import florin.team.AuditLine;
import florin.team.Permission;
import florin.team.RolePermissions;
import florin.team.Session;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/** An authorized request of a signed-in user. It is confined to the request's thread. */
public final class DashboardRequest {
  /** The field of a form that makes it idempotent. */
  public static final String ONCE = "once";

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
  private boolean failed;
  private Function<AuditOutcome, AuditLine> auditor =
      _ -> {
        throw new IllegalStateException("this request has no auditor");
      };

  public DashboardRequest(
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

  /** Returns the account and mode, which limit all data of this request. */
  public Realm realm() {
    return session.realm();
  }

  /** Returns the submitted form; empty for a GET. */
  public Form form() {
    return form;
  }

  public Query query() {
    return exchange.query();
  }

  /**
   * Returns the origin of the dashboard as this browser reaches it, for links:
   * `https://pay.example`.
   */
  public String origin() {
    return origin;
  }

  /** Returns the id of the request, which use cases store as the origin of a change. */
  public RequestId request() {
    return exchange.requestId();
  }

  /**
   * Returns the id in the path, and sets it as the object of the audit entry. Responds with 404 if
   * it is invalid.
   */
  public <T extends Id> T id(Id.Kind<T> kind) {
    T id = exchange.pathId(kind);
    about(id);
    return id;
  }

  /** A function of a use case that finds an object by id. */
  public interface Finder<T extends Id, R> {
    Optional<R> find(Realm realm, T id);
  }

  /**
   * Returns the object whose id is in the path, and sets it as the object of the audit entry.
   * Responds with 404 if there is none.
   */
  public <T extends Id, R> R find(Id.Kind<T> kind, Finder<T, R> finder) {
    T id = id(kind);
    return finder.find(realm(), id).orElseThrow(id::notFound);
  }

  /**
   * Sets the id in the path as the object of the audit entry before a handler runs, if it has the
   * format of an id.
   */
  public void aboutPath(String template) {
    if (template.contains("{id}")) {
      String text = exchange.pathParameter("id");
      object = ID.matcher(text).matches() ? text : "";
    }
  }

  /** Sets the object of the audit entry. */
  public void about(Id id) {
    object = id.text();
  }

  /**
   * Sets details of the audit entry, such as an amount or a role. They must not contain secrets.
   */
  public void note(String words) {
    detail = words;
  }

  /**
   * Sets the details of an action that was not carried out, such as a capture that the network
   * declined. The audit entry then has the outcome `refused`.
   */
  public void noteFailure(String words) {
    note(words);
    failed = true;
  }

  public boolean isFailed() {
    return failed;
  }

  /**
   * Appends the entry of one of several actions that a form carries out. The dashboard then writes
   * no other.
   */
  public void appendEntry(AuditOutcome outcome) {
    audited = true;
    auditor.apply(outcome).append();
  }

  /**
   * Returns the audit entry, for a use case that writes it in the commit of the change. The
   * dashboard then writes no other. Set the object and the details before.
   */
  public AuditLine auditLine() {
    audited = true;
    return auditor.apply(AuditOutcome.DONE);
  }

  /** Returns an origin that commits the audit entry together with the use case's change. */
  public Origin auditedOrigin() {
    return originWith(_ -> {});
  }

  /**
   * Returns an origin that commits the audit entry, completed with details of the created object.
   *
   * @param told receives the object before the entry is written
   */
  public <T> Origin auditedOrigin(Class<T> made, Consumer<T> told) {
    return originWith(object -> told.accept(made.cast(object)));
  }

  /**
   * Returns the origin of an action that runs once. Each page has a token of its own, so a double
   * click or a resubmitted form doesn't repeat it.
   *
   * @param what the action with its arguments
   */
  public Origin originOnce(String what) {
    return originOnce("", what);
  }

  /**
   * Returns the origin of one action of a form that has several.
   *
   * @param which distinguishes it from the others
   */
  public Origin originOnce(String which, String what) {
    return new Origin(
        request(),
        once()
            .map(token ->
                new KeyedRequest(
                    KeyKind.SECRET,
                    new IdempotencyKey("dashboard " + token.text() + which),
                    what)));
  }

  /** Returns the token of the page with the form; empty if the form has none. */
  public Optional<RequestId> once() {
    return form.optional(ONCE, Format.id(RequestId.KIND));
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

  public void auditBy(Function<AuditOutcome, AuditLine> by) {
    auditor = by;
  }

  /** Records that the audit log has the entry about the beginning of the action. */
  public void requested() {
    requested = true;
  }

  public boolean isRequested() {
    return requested;
  }

  public boolean isAudited() {
    return audited;
  }

  public boolean may(Permission permission) {
    return RolePermissions.may(session.role(), permission);
  }

  /**
   * Responds with 403 unless the role has this permission. For permissions that depend on the form.
   */
  public void require(Permission permission) {
    if (!may(permission)) {
      throw new NotAllowed(permission, Optional.empty());
    }
  }

  /** Rejects with 403 and these words unless the role may. */
  public void require(Permission permission, String words) {
    if (!may(permission)) {
      throw new NotAllowed(permission, Optional.of(words));
    }
  }

  /**
   * Asks for the password, unless it was given recently, and then runs the handler again. Call it
   * before any change, if only the form shows that the action is sensitive.
   */
  public void requirePassword() {
    if (!confirmed) {
      throw new PasswordNeeded();
    }
  }

  /** Returns whether the password was given recently, so that no page asks for it. */
  public boolean isConfirmed() {
    return confirmed;
  }

  /** Returns whether only the setup of a second factor is open. */
  public boolean owesFactor() {
    return owesFactor;
  }

  public Exchange exchange() {
    return exchange;
  }

  public String object() {
    return object;
  }

  public String detail() {
    return detail;
  }

  public void confirm() {
    confirmed = true;
  }

  /** The role lacks a permission. */
  public static final class NotAllowed extends RuntimeException {
    private final Permission permission;
    private final Optional<String> words;

    NotAllowed(Permission permission, Optional<String> words) {
      super(permission.name(), null, false, false);
      this.permission = permission;
      this.words = words;
    }

    /** Returns the sentence to show; empty if the one of the act says enough. */
    public Optional<String> words() {
      return words;
    }

    public Permission act() {
      return permission;
    }
  }

  /** The account requires a second factor, which the user must set up first. */
  public static final class FactorNeeded extends RuntimeException {
    public FactorNeeded() {
      super("a second factor is needed", null, false, false);
    }
  }

  /** The password must be given again first. */
  public static final class PasswordNeeded extends RuntimeException {
    PasswordNeeded() {
      super("the password is needed", null, false, false);
    }
  }
}
