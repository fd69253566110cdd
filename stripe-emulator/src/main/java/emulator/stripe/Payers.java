package emulator.stripe;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;

/** What others than the merchant do: payers at Stripe's page, and their banks. */
public final class Payers {
  private final World world;

  /** What a payer sees of a session. */
  public record Visit(
      String session, String status, String reference, long amount, String currency) {}

  Payers(World world) {
    this.world = world;
  }

  /**
   * Pays, or tries to.
   *
   * @param session its id
   * @return where the payer is sent, which is nowhere when the card is declined
   * @throws IllegalStateException when the page says that it can no longer be paid
   */
  public Optional<URI> pay(String session, Card card) {
    return change(() -> {
      Session found = open(session);
      world.pay(found, card);
      return found.status.equals("complete") ? Optional.of(success(found)) : Optional.empty();
    });
  }

  /** The payer goes back to the shop. The session stays open. */
  public Optional<URI> abandon(String session) {
    return change(() -> Optional.ofNullable(find(session).terms.links().cancel()).map(URI::create));
  }

  /** The time of the page runs out. */
  public void expire(String session) {
    change(() -> {
      world.expire(open(session));
      return session;
    });
  }

  /** A debit that was under way is collected, or comes back. */
  public void resolve(String session, boolean collected) {
    change(() -> {
      world.resolve(find(session), collected);
      return session;
    });
  }

  /** The payer asks their bank for the money. */
  public String dispute(String paymentIntent, String reason) {
    return dispute(paymentIntent, reason, Optional.empty());
  }

  /**
   * @param part all of the charge if empty
   */
  public String dispute(String paymentIntent, String reason, Optional<Long> part) {
    return change(
        () -> world.dispute(get(world.intents, paymentIntent), reason, part.orElse(null)).id);
  }

  /**
   * Moves a dispute on.
   *
   * @param status `under_review`, `won`, `lost` or another of Stripe's
   */
  public void moveDispute(String dispute, String status) {
    change(() -> {
      world.move(get(world.disputes, dispute), status);
      return dispute;
    });
  }

  /** A refund does not arrive after all. */
  public void failRefund(String refund, String reason) {
    change(() -> {
      world.fail(get(world.refunds, refund), reason);
      return refund;
    });
  }

  /** From now on refunds are `pending` at first. */
  public void makeRefundsWait(boolean waiting) {
    change(() -> {
      world.refundsBeginAs(waiting ? "pending" : "succeeded");
      return waiting;
    });
  }

  /** A refund that waited has arrived. */
  public void resolveRefund(String refund) {
    change(() -> {
      world.resolve(get(world.refunds, refund));
      return refund;
    });
  }

  /** All sessions, in the order in which they were made. */
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

  /** Where a payer goes who has paid: Stripe puts the session's id into the merchant's link. */
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
