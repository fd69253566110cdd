package florin.paymentmethod;

import florin.brake.Brakes;
import florin.brake.BrowserTry;
import florin.brake.BrowserTry.Outcome;
import florin.brake.RecentCards.Verdict;
import florin.brake.Step;
import florin.brake.SubjectKind;
import florin.brake.Subjects;
import florin.connector.Credential.PlainCard;
import florin.core.Caller.KeyKind;
import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.http.Call;
import florin.lists.Lists;
import florin.lists.PayerTraits;
import florin.paymentmethod.PaymentMethodApi.CreateMethod;
import florin.paymentmethod.PaymentMethods.BesidesMethod;
import florin.vault.Vault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The brake and the block list for cards that come with a publishable key. The key is public, so
 * anyone can send cards with it. It asks no network itself, but the merchant's server charges what
 * it gets. Other keys pass.
 */
public final class BrowserCardsApi {
  private static final Duration RETRY_AFTER = Duration.ofMinutes(10);

  private final Brakes brakes;
  private final Lists lists;
  private final Vault vault;

  public BrowserCardsApi(Brakes brakes, Lists lists, Vault vault) {
    this.brakes = brakes;
    this.lists = lists;
    this.vault = vault;
  }

  /**
   * Returns whether the block list has the address that a card comes from, which isn't known any
   * longer when the merchant's server charges the card. What else is blocked fails with that
   * charge, so that the key tells no one which cards are listed.
   */
  private boolean isBlocked(Realm realm, PayerTraits traits) {
    return lists.findBlock(realm, new PayerTraits(List.of(), traits.address())).isPresent()
        && lists.findBlock(realm, traits).isPresent();
  }

  private PayerTraits traits(Call<CreateMethod> call, PlainCard card) {
    return PayerTraits.of(
        Optional.of(vault.fingerprint(call.realm(), card.pan())),
        Optional.of(card.pan().digits()),
        call.input().method().billing().email().stream().toList(),
        call.input().client());
  }

  /**
   * Lets a card pass, delays it, or refuses it. A repeated request must not ask again.
   *
   * @return the write that counts it; empty if its address is blocked
   * @throws Refusal if the brake refuses it
   */
  Optional<BesidesMethod> pass(Call<CreateMethod> call) {
    if (call.caller().kind() != KeyKind.PUBLISHABLE
        || !(call.input().method().credential() instanceof PlainCard card)
        || !card.pan().isValid()) {
      return Optional.of(BesidesMethod.NOTHING);
    }
    Realm realm = call.realm();
    PayerTraits traits = traits(call, card);
    if (isBlocked(realm, traits)) {
      return Optional.empty();
    }
    Map<SubjectKind, String> subjects =
        new Subjects()
            .with(SubjectKind.ADDRESS, call.input().address())
            .with(SubjectKind.NETWORK, call.input().network())
            .with(SubjectKind.PUBLISHABLE_KEY, call.caller().key().text())
            .withCard(card.pan(), vault.fingerprint(realm, card.pan()))
            .values();
    Verdict verdict =
        lists.passesBrake(realm, traits) ? Verdict.NONE : brakes.judge(realm, subjects, false);
    if (verdict.step() != Step.NONE) {
      brakes.stopped(realm, verdict, call.input().address());
    }
    boolean isOpen =
        switch (verdict.step()) {
          case NONE -> true;
          case SLOW, PROVE -> brakes.slow(realm);
          case CLOSE -> false;
        };
    if (!isOpen) {
      throw closed();
    }
    return Optional.of((method, now) ->
        List.of(
            brakes.count(
                new BrowserTry(
                    realm, method.id().uuid(), now, subjects, verdict.decisions(), Outcome.OPEN))));
  }

  private static Refusal closed() {
    return new Problem.TooManyRequests(
            ErrorCode.RATE_LIMIT,
            "Too many cards were declined, so this one was not stored. Try again in a few minutes; requests of your server with a secret key go through.",
            RETRY_AFTER)
        .refusal();
  }
}
