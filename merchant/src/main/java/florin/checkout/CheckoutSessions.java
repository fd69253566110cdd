package florin.checkout;

import florin.checkout.CheckoutSession.PageSettings;
import florin.checkout.CheckoutSession.State;
import florin.checkout.CheckoutSession.Status;
import florin.checkout.CheckoutSessionStore.SessionFilter;
import florin.core.ErrorCode;
import florin.core.Id.CheckoutSessionId;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.IdSource;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.customer.CustomerStore;
import florin.customer.Customers;
import florin.db.Changeset;
import florin.db.Write;
import florin.event.Event;
import florin.event.EventLog;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The merchants' commands on checkout sessions. */
public final class CheckoutSessions {
  private final CheckoutSessionStore store;
  private final Customers customers;
  private final Tries tries;
  private final Offers offers;
  private final IdempotentCommand once;
  private final CheckoutLinks links;
  private final SessionEvents events;
  private final IdSource ids;
  private final InstantSource clock;

  public CheckoutSessions(
      CheckoutSessionStore store,
      Customers customers,
      Tries tries,
      Offers offers,
      IdempotentCommand once,
      CheckoutLinks links,
      IdSource ids,
      InstantSource clock) {
    this.store = store;
    this.customers = customers;
    this.tries = tries;
    this.offers = offers;
    this.once = once;
    this.links = links;
    this.events = new SessionEvents(links, ids);
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * The command to create a session.
   *
   * @param lives how long it can be paid
   */
  public record CreateSession(Cart cart, PageSettings settings, Duration lives) {}

  public Result<CheckoutSession> create(Realm realm, Origin origin, CreateSession command) {
    if (realm.isLive()) {
      CheckoutFormats.requireSafe("success_url", command.settings().successUrl());
      CheckoutFormats.requireSafe("cancel_url", command.settings().cancelUrl());
    }
    return once.run(
        realm,
        origin,
        () -> {
          offers.require(realm, command.cart(), command.settings(), true);
          Instant now = clock.instant();
          Instant expires = now.plus(command.lives());
          var session =
              new CheckoutSession(
                  realm,
                  new CheckoutSessionId(ids.next()),
                  command.cart(),
                  command.settings(),
                  Optional.empty(),
                  new State(
                      1,
                      0,
                      Status.OPEN,
                      0,
                      Optional.empty(),
                      Optional.empty(),
                      Optional.of(expires)),
                  now,
                  expires);
          var writes = new ArrayList<Write>();
          writes.add(CheckoutSessionStore.insert(session));
          command.settings().customer().ifPresent(whose -> writes.add(use(realm, whose)));
          return Decision.untold(session.id().uuid(), session, writes, this::view);
        });
  }

  private Write use(Realm realm, CustomerId whose) {
    if (customers.find(realm, whose).isEmpty()) {
      throw Customers.noCustomer();
    }
    return CustomerStore.use(realm, whose);
  }

  public Optional<CheckoutSession> find(Realm realm, CheckoutSessionId id) {
    return store.find(realm, id);
  }

  /** Returns the session of a payment. */
  public Optional<CheckoutSession> findOfPayment(Realm realm, PaymentId payment) {
    return store.findOfPayment(realm, payment);
  }

  /** Returns a page of sessions, newest first. */
  public Page<CheckoutSession> list(Realm realm, SessionFilter filter, PageRequest page) {
    return store.list(realm, filter, page);
  }

  /** Returns the session as the API shows it. */
  public CheckoutSessionView view(CheckoutSession session) {
    return CheckoutSessionView.of(session, links.url(session));
  }

  /**
   * Expires a session, so that it can no longer be paid. A try that waits for its payer is ended
   * first.
   *
   * @throws Refusal if it is paid, or has a try in flight that can't be ended
   */
  public Result<CheckoutSession> expire(Realm realm, CheckoutSessionId id, Origin origin) {
    store
        .find(realm, id)
        .filter(session -> session.status() == Status.OPEN)
        .ifPresent(session -> tries.end(session, origin.request()));
    return once.run(
        realm,
        origin,
        () -> {
          CheckoutSession before = store.find(realm, id).orElseThrow(id::notFound);
          if (before.status() != Status.OPEN) {
            throw unexpected(
                "The checkout session is %s. Only an open session can be expired; nothing was changed."
                    .formatted(before.status().text()));
          }
          if (!tries.areOver(before)) {
            throw unexpected(
                "A payment of this checkout session is in progress. Expire the session after the payment has ended; nothing was changed.");
          }
          CheckoutSession after = before.ended(Status.EXPIRED);
          Event event = events.of(after, Optional.of(origin.cause()), clock.instant());
          return Decision.told(after, event, expiring(after));
        });
  }

  /** Returns whether it can be opened again: it expired before a declined charge was paid. */
  public boolean canReopen(CheckoutSession session) {
    return session.status() == Status.EXPIRED
        && session.recovered().isPresent()
        && session.state().tries() < CheckoutSession.MAX_TRIES
        && session
            .settings()
            .customer()
            .flatMap(id -> customers.find(session.realm(), id))
            .isPresent()
        && tries.areOver(session);
  }

  /**
   * Opens the expired session of a declined charge again, at the same URL. A new session would be a
   * second one on which the same debt could be paid.
   *
   * @throws Refusal unless {@link #canReopen}
   */
  public Result<CheckoutSession> reopen(Realm realm, CheckoutSessionId id, Origin origin) {
    return once.run(
        realm,
        origin,
        () -> {
          CheckoutSession before = store.find(realm, id).orElseThrow(id::notFound);
          if (!canReopen(before)) {
            throw unexpected(
                "Only an expired checkout session of a declined payment can be opened again; nothing was changed.");
          }
          CheckoutSession after = before.reopened(Optional.empty(), clock.instant());
          return Decision.untold(
              id.uuid(), after, List.of(CheckoutSessionStore.reopen(after)), this::view);
        });
  }

  /** Returns the changeset that expires a session without a request. */
  static Changeset expiry(CheckoutSession session, SessionEvents events, Instant now) {
    CheckoutSession after = session.ended(Status.EXPIRED);
    List<Write> writes = expiring(after);
    writes.add(EventLog.append(events.of(after, Optional.empty(), now)));
    return new Changeset(writes);
  }

  /** Returns the writes of the expiry, without the event's. */
  static List<Write> expiring(CheckoutSession after) {
    var writes = new ArrayList<Write>();
    writes.add(CheckoutSessionStore.end(after));
    after
        .link()
        .ifPresent(link -> writes.add(PaymentLinkStore.release(after.realm(), link, false)));
    return writes;
  }

  private static Refusal unexpected(String message) {
    return new Problem.BadRequest(ErrorCode.CHECKOUT_SESSION_UNEXPECTED_STATE, message).refusal();
  }
}
