package florin.checkout;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import florin.brake.Brakes;
import florin.brake.BrowserTry;
import florin.brake.BrowserTry.Outcome;
import florin.brake.RecentCards.Verdict;
import florin.brake.Step;
import florin.brake.SubjectKind;
import florin.brake.Subjects;
import florin.connector.Credential;
import florin.core.Hmac;
import florin.core.Id.PaymentMethodId;
import florin.core.Realm;
import florin.db.Write;
import florin.http.Exchange;
import florin.lists.Lists;
import florin.lists.PayerTraits;
import florin.paymentmethod.PaymentMethodData;
import florin.paymentmethod.PaymentMethodData.NewMethod;
import florin.vault.Vault;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The brake on the pages of payers: it lets a card pass, delays it, asks for a proof of work, or
 * refuses it. A saved payment method and a bank transfer test no card, so they pass, and so does
 * what the allow list has.
 */
public final class BrakeGateApi {
  /** The pause between two payers of an account who have waited in place of a proof. */
  private static final Duration BETWEEN_WAITED = Duration.ofSeconds(20);

  private static final int MOST_REALMS = 1_000;

  private final Brakes brakes;
  private final Lists lists;
  private final Vault vault;
  private final WorkProofs proofs;
  private final InstantSource clock;
  private final Cache<Realm, Instant> lastWaited =
      Caffeine.newBuilder().maximumSize(MOST_REALMS).expireAfterWrite(BETWEEN_WAITED).build();

  private BrakeGateApi(
      Brakes brakes, Lists lists, Vault vault, WorkProofs proofs, InstantSource clock) {
    this.brakes = brakes;
    this.lists = lists;
    this.vault = vault;
    this.proofs = proofs;
    this.clock = clock;
  }

  /**
   * Creates a gate.
   *
   * @param key of checkout sessions, with which it signs challenges
   */
  public static BrakeGateApi of(
      Brakes brakes, Lists lists, Vault vault, Hmac key, InstantSource clock) {
    return new BrakeGateApi(brakes, lists, vault, new WorkProofs(key), clock);
  }

  /** What happens to a form. */
  sealed interface Passage {
    /** The payment may begin; its card is counted with these writes. */
    record Open(Optional<Counting> counting) implements Passage {}

    /** The payer's browser must prove its work first. */
    record Prove(String challenge) implements Passage {}

    record Closed() implements Passage {}
  }

  /** The card to count, once its payment method has an id. */
  record Counting(Brakes brakes, Realm realm, Map<SubjectKind, String> subjects, Verdict verdict) {
    Write write(PaymentMethodId method, Instant now) {
      return brakes.count(
          new BrowserTry(realm, method.uuid(), now, subjects, verdict.decisions(), Outcome.OPEN));
    }
  }

  /**
   * Decides about a form. It may wait.
   *
   * @param proof the field {@link WorkProofs#FIELD}
   */
  Passage pass(
      CheckoutSession session,
      int ordinal,
      PaymentMethodData methodData,
      Optional<String> email,
      String proof,
      Exchange exchange) {
    if (!(methodData instanceof NewMethod(Credential credential, var _))
        || credential instanceof Credential.Transfer
        || ordinal != session.state().tries() + 1) {
      return new Passage.Open(Optional.empty());
    }
    Realm realm = session.realm();
    Map<SubjectKind, String> subjects = subjects(session, credential, email, exchange);
    Verdict verdict =
        lists.passesBrake(
                realm,
                PayerTraits.of(
                    Optional.ofNullable(subjects.get(SubjectKind.CARD)),
                    Optional.empty(),
                    List.of(),
                    exchange.clientAddress()))
            ? Verdict.NONE
            : brakes.judge(realm, subjects, true);
    var open = new Passage.Open(Optional.of(new Counting(brakes, realm, subjects, verdict)));
    Passage passage = passage(verdict, open, session, ordinal, credential, proof);
    if (verdict.step() == Step.SLOW || !(passage instanceof Passage.Open)) {
      brakes.stopped(realm, verdict, exchange.countedAddress());
    }
    return passage;
  }

  private Passage passage(
      Verdict verdict,
      Passage.Open open,
      CheckoutSession session,
      int ordinal,
      Credential credential,
      String proof) {
    Realm realm = session.realm();
    return switch (verdict.step()) {
      case NONE -> open;
      case SLOW -> brakes.slow(realm) ? open : new Passage.Closed();
      case PROVE ->
          credential instanceof Credential.Page || isProven(session, ordinal, proof)
              ? open
              : new Passage.Prove(proofs.challenge(session, ordinal, clock.instant()));
      case CLOSE -> new Passage.Closed();
    };
  }

  private Map<SubjectKind, String> subjects(
      CheckoutSession session, Credential credential, Optional<String> email, Exchange exchange) {
    var subjects =
        new Subjects()
            .with(SubjectKind.ADDRESS, exchange.countedAddress())
            .with(SubjectKind.NETWORK, exchange.countedNetwork())
            .with(SubjectKind.CUSTOMER, session.settings().customer().map(it -> it.text()))
            .with(SubjectKind.CHECKOUT_SESSION, session.id().text())
            .withEmail(email);
    if (credential instanceof Credential.PlainCard card && card.pan().isValid()) {
      subjects.withCard(card.pan(), vault.fingerprint(session.realm(), card.pan()));
    }
    return subjects.values();
  }

  /** Returns whether the browser has solved the challenge, or its payer has waited instead. */
  private boolean isProven(CheckoutSession session, int ordinal, String sent) {
    Instant now = clock.instant();
    return switch (proofs.check(session, ordinal, sent, now)) {
      case NONE -> false;
      case SOLVED -> true;
      case WAITED -> lastWaited.asMap().putIfAbsent(session.realm(), now) == null;
    };
  }
}
