package emulator.stripe;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;

/** The actions of payers on Stripe's page, and of their banks. */
public final class Payers {
  private final World world;

  /** A session as its payer sees it. */
  public record Visit(
      String session, String status, String reference, long amount, String currency) {}

  Payers(World world) {
    this.world = world;
  }

  /**
   * Tries to pay.
   *
   * @param session its id
   * @return the redirect URL, or empty if the card is declined
   * @throws IllegalStateException if the session can no longer be paid
   */
  public Optional<URI> pay(String session, Card card) {
    return change(() -> {
      Session found = open(session);
      world.pay(found, card);
      return found.status.equals("complete") ? Optional.of(success(found)) : Optional.empty();
    });
  }

  /** Returns the cancel URL of the session, which stays open. */
  public Optional<URI> abandon(String session) {
    return change(() -> Optional.ofNullable(find(session).terms.links().cancel()).map(URI::create));
  }

  /** Expires the session. */
  public void expire(String session) {
    change(() -> {
      world.expire(open(session));
      return session;
    });
  }

  /**
   * Completes a pending debit.
   *
   * @param collected false if the payer's bank returns it
   */
  public void resolve(String session, boolean collected) {
    change(() -> {
      world.resolve(find(session), collected);
      return session;
    });
  }

  /**
   * Changes the issuer's decision about a saved card: later charges end as with another card.
   *
   * @param paymentMethod its id
   */
  public void changeOutcome(String paymentMethod, Card card) {
    change(() -> {
      get(world.saved.methods, paymentMethod).outcome = card;
      return card;
    });
  }

  /** Opens a dispute over the whole charge, and returns its id. */
  public String dispute(String paymentIntent, String reason) {
    return dispute(paymentIntent, reason, Optional.empty());
  }

  /**
   * Opens a dispute, and returns its id.
   *
   * @param part the disputed amount; empty for the whole charge
   */
  public String dispute(String paymentIntent, String reason, Optional<Long> part) {
    return change(
        () -> world.dispute(get(world.intents, paymentIntent), reason, part.orElse(null)).id);
  }

  /** Opens an inquiry of the bank, for which no money moves, and returns its id. */
  public String inquire(String paymentIntent, String reason) {
    return change(() -> world.inquire(get(world.intents, paymentIntent), reason).id);
  }

  /**
   * Changes the status of a dispute.
   *
   * @param status `under_review`, `won`, `lost` or another of Stripe's
   */
  public void moveDispute(String dispute, String status) {
    change(() -> {
      world.move(get(world.disputes, dispute), status);
      return dispute;
    });
  }

  /** Returns how often evidence of a dispute was sent to the bank. */
  public int submissions(String dispute) {
    return change(() -> get(world.disputes, dispute).submissions);
  }

  /** Returns the evidence of a dispute by its fields. */
  public Map<String, String> evidence(String dispute) {
    return change(() -> Map.copyOf(get(world.disputes, dispute).evidence));
  }

  /** Returns the status of a dispute. */
  public String disputeStatus(String dispute) {
    return change(() -> get(world.disputes, dispute).status);
  }

  /** Fails a refund that was reported as succeeded or pending. */
  public void failRefund(String refund, String reason) {
    change(() -> {
      world.fail(get(world.refunds, refund), reason);
      return refund;
    });
  }

  /** Sets whether new refunds start as `pending` instead of `succeeded`. */
  public void makeRefundsWait(boolean waiting) {
    change(() -> {
      world.refundsBeginAs(waiting ? "pending" : "succeeded");
      return waiting;
    });
  }

  /** Completes a pending refund. */
  public void resolveRefund(String refund) {
    change(() -> {
      world.resolve(get(world.refunds, refund));
      return refund;
    });
  }

  /** Returns all sessions, in the order of creation. */
  public List<Visit> sessions() {
    return change(() -> world.sessions.values().stream().map(Payers::visit).toList());
  }

  public Visit visit(String session) {
    return change(() -> visit(find(session)));
  }

  private static Visit visit(Session session) {
    return new Visit(
        session.id,
        session.status,
        session.reference(),
        session.terms.amount(),
        session.terms.currency());
  }

  /** Returns the success URL, with the session's id in place of Stripe's placeholder. */
  private static URI success(Session session) {
    return URI.create(session.terms.links().success().replace("{CHECKOUT_SESSION_ID}", session.id));
  }

  private Session open(String id) {
    Session session = find(id);
    if (!session.status.equals("open")) {
      throw new IllegalStateException(id + " is " + session.status);
    }
    return session;
  }

  private Session find(String id) {
    return get(world.sessions, id);
  }

  private static <T> T get(Map<String, T> all, String id) {
    return Optional.ofNullable(all.get(id))
        .orElseThrow(() -> new NoSuchElementException("there is no " + id));
  }

  private <T> T change(Supplier<T> work) {
    return world.change(World.Origin.NOBODY, work);
  }
}
