package florin.checkout;

import florin.account.Account;
import florin.account.Accounts;
import florin.branding.Branding;
import florin.branding.Branding.Look;
import florin.checkout.CardFormFormats.CardForm;
import florin.checkout.CheckoutPage.Bill;
import florin.checkout.CheckoutPage.Body;
import florin.checkout.CheckoutPage.PageLink;
import florin.checkout.Tries.Attempted;
import florin.checkout.Visits.Situation;
import florin.connector.Credential;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Id.CheckoutSessionId;
import florin.core.Refusal;
import florin.core.ReturnUrl;
import florin.http.Answer;
import florin.http.Exchange;
import florin.http.Form;
import florin.payment.machine.Payment;
import florin.paymentmethod.BillingDetails;
import florin.paymentmethod.Tender.NewMethod;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** `/c/{token}`: the page of a checkout session, for payers, who have no key. */
public final class CheckoutPageApi {
  private final Visits visits;
  private final Tries tries;
  private final CheckoutLinks links;
  private final CheckoutSessionStore store;
  private final Accounts accounts;
  private final Branding branding;
  private final InstantSource clock;
  private final CheckoutPagesApi pages = new CheckoutPagesApi();

  public CheckoutPageApi(
      Visits visits,
      Tries tries,
      CheckoutLinks links,
      CheckoutSessionStore store,
      Accounts accounts,
      Branding branding,
      InstantSource clock) {
    this.visits = visits;
    this.tries = tries;
    this.links = links;
    this.store = store;
    this.accounts = accounts;
    this.branding = branding;
    this.clock = clock;
  }

  /** One request about a session. */
  private record Asked(
      CheckoutSession session, String token, Account account, Phrasebook texts, Look look) {
    String merchant() {
      return account.name();
    }
  }

  public Answer show(Exchange exchange) {
    return find(exchange).map(this::shown).orElseGet(() -> missing(exchange));
  }

  /** The form, or the button that leads to the provider. */
  public Answer pay(Exchange exchange) {
    return act(exchange, asked -> pay(exchange, asked));
  }

  /** The try that waits for the payer is given up. */
  public Answer again(Exchange exchange) {
    return act(
        exchange,
        asked -> {
          tries.end(asked.session(), exchange.requestId());
          return seeOther("../" + asked.token());
        });
  }

  /** What a button does. */
  private interface Doing {
    Answer of(Asked asked);
  }

  private Answer act(Exchange exchange, Doing doing) {
    Optional<Asked> asked = find(exchange);
    return asked
        .map(it -> guarded(exchange, it, () -> doing.of(it)))
        .orElseGet(() -> missing(exchange));
  }

  /** Nothing is read from the database for a token that is not ours. */
  private Optional<Asked> find(Exchange exchange) {
    String token = exchange.pathParameter("token");
    return links
        .verify(token)
        .flatMap(target -> store.find(target.realm(), new CheckoutSessionId(target.object())))
        .map(session -> asked(exchange, session, token));
  }

  private Asked asked(Exchange exchange, CheckoutSession session, String token) {
    Language language =
        session
            .around()
            .language()
            .orElseGet(
                () -> Language.ofHeader(exchange.headers("Accept-Language").stream().findFirst()));
    return new Asked(
        session,
        token,
        accounts.get(session.realm()),
        Phrasebook.in(language),
        branding.find(session.realm()));
  }

  private Answer pay(Exchange exchange, Asked asked) {
    Form form = Form.read(exchange);
    CheckoutSession session = asked.session();
    int ordinal = ordinal(form);
    if (form.text("method").equals(Visits.TRANSFER) && visits.offersTransfer(session)) {
      var tender = new NewMethod(new Credential.Transfer(), BillingDetails.NONE);
      tries.pay(session, new Attempted(ordinal, tender, Visits.TRANSFER, exchange.requestId()));
      return after(asked);
    }
    return switch (visits.offer(session)) {
      case CARD -> {
        CardForm card = CardFormFormats.read(form, clock.instant());
        if (card.card().isEmpty()) {
          yield visits.standing(session) instanceof Situation.Payable
              ? page(
                  asked,
                  422,
                  cardEntry(
                      asked, card.values(), words(asked, card), Optional.of(Phrase.CHECK_MARKED)))
              : shown(asked);
        }
        var tender = new NewMethod(card.card().get(), card.billing());
        tries.pay(session, new Attempted(ordinal, tender, card.text(), exchange.requestId()));
        yield after(asked);
      }
      case PROVIDER -> {
        var tender =
            new NewMethod(new Credential.Page(Visits.ofProvider(session)), BillingDetails.NONE);
        tries.pay(session, new Attempted(ordinal, tender, "page", exchange.requestId()));
        yield after(asked);
      }
      case TRANSFER, NOTHING -> shown(asked);
    };
  }

  /**
   * To the page, which says what came of it; or to the challenge, where that is a page of ours. To
   * another origin no form leads, since `form-action` is held against redirects too: the page has
   * the link.
   */
  private Answer after(Asked asked) {
    CheckoutSession now = tries.reread(asked.session());
    return visits.standing(now) instanceof Situation.Acting(var _, var page, var isElsewhere)
            && !isElsewhere
        ? seeOther("../challenges/" + page.substring(page.lastIndexOf('/') + 1))
        : seeOther(asked.token());
  }

  private static int ordinal(Form form) {
    String text = form.text("try");
    return text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : 0;
  }

  private Answer shown(Asked asked) {
    return page(asked, 200, body(asked));
  }

  private TitledBody body(Asked asked) {
    Phrasebook texts = asked.texts();
    return switch (visits.standing(asked.session())) {
      case Situation.Payable(var last) ->
          switch (visits.offer(asked.session())) {
            case PROVIDER -> providerEntry(asked, last);
            case TRANSFER -> transferEntry(asked, last);
            case CARD, NOTHING ->
                cardEntry(asked, Map.of(), Map.of(), last.map(CheckoutPageApi::declined));
          };
      case Situation.Transferring(var payment) ->
          new TitledBody(
              texts.say(Phrase.PAY_TITLE, texts.amount(payment.outstanding())),
              new Body.Transfer(
                  TransferSheet.of(payment, texts),
                  Optional.of(asked.token() + "/again")
                      .filter(_ -> visits.offersAnother(asked.session()))));
      case Situation.Acting(var _, var url, var isElsewhere) ->
          new TitledBody(
              texts.say(Phrase.ACT_TITLE),
              new Body.Act(
                  texts.say(isElsewhere ? Phrase.ACT_PROVIDER : Phrase.ACT_BANK),
                  url,
                  asked.token() + "/again"));
      case Situation.Processing() ->
          told(
              asked,
              Phrase.PROCESSING_TITLE,
              Phrase.PROCESSING_WORDS,
              List.of(new PageLink(texts.say(Phrase.LOOK_AGAIN), asked.token())));
      case Situation.Paid(var receipt, var isCaptured) -> paid(asked, receipt, isCaptured);
      case Situation.Expired() ->
          told(asked, Phrase.EXPIRED_TITLE, Phrase.EXPIRED_WORDS, back(asked));
      case Situation.Exhausted() ->
          told(asked, Phrase.EXHAUSTED_TITLE, Phrase.EXHAUSTED_WORDS, back(asked));
      case Situation.Unavailable() ->
          told(asked, Phrase.UNAVAILABLE_TITLE, Phrase.UNAVAILABLE_WORDS, back(asked));
    };
  }

  private record TitledBody(String title, Body body) {}

  private TitledBody told(Asked asked, Phrase title, Phrase words, List<PageLink> ways) {
    return new TitledBody(
        asked.texts().say(title),
        new Body.Told(asked.texts().say(words, asked.merchant()), false, ways));
  }

  private TitledBody paid(Asked asked, Optional<String> receipt, boolean isCaptured) {
    Phrasebook texts = asked.texts();
    CheckoutSession session = asked.session();
    var ways = new ArrayList<PageLink>();
    session
        .around()
        .successUrl()
        .ifPresent(url ->
            ways.add(
                new PageLink(
                    texts.say(Phrase.RETURN, asked.merchant()),
                    ReturnUrl.with(url, "checkout_session", session.id()))));
    receipt.ifPresent(url -> ways.add(new PageLink(texts.say(Phrase.RECEIPT), url)));
    return new TitledBody(
        texts.say(Phrase.PAID_TITLE),
        new Body.Told(
            texts.say(isCaptured ? Phrase.PAID_WORDS : Phrase.APPROVED_WORDS, asked.merchant()),
            true,
            ways));
  }

  private TitledBody cardEntry(
      Asked asked, Map<String, String> values, Map<String, String> errors, Optional<Phrase> alert) {
    Phrasebook texts = asked.texts();
    String amount = texts.amount(asked.session().cart().amount());
    return new TitledBody(
        texts.say(Phrase.PAY_TITLE, amount),
        new Body.CardEntry(
            asked.token(),
            asked.session().state().tries() + 1,
            amount,
            values,
            errors,
            alert.map(phrase -> texts.say(phrase, asked.merchant())),
            visits.offersTransfer(asked.session()),
            cancel(asked)));
  }

  private TitledBody providerEntry(Asked asked, Optional<Payment> last) {
    Phrasebook texts = asked.texts();
    String amount = texts.amount(asked.session().cart().amount());
    return new TitledBody(
        texts.say(Phrase.PAY_TITLE, amount),
        new Body.ProviderEntry(
            asked.token(),
            asked.session().state().tries() + 1,
            amount,
            last.map(payment -> texts.say(declined(payment), asked.merchant())),
            visits.offersTransfer(asked.session()),
            cancel(asked)));
  }

  private TitledBody transferEntry(Asked asked, Optional<Payment> last) {
    Phrasebook texts = asked.texts();
    String amount = texts.amount(asked.session().cart().amount());
    return new TitledBody(
        texts.say(Phrase.PAY_TITLE, amount),
        new Body.TransferEntry(
            asked.token(),
            asked.session().state().tries() + 1,
            amount,
            last.map(payment -> texts.say(declined(payment), asked.merchant())),
            cancel(asked)));
  }

  private static Map<String, String> words(Asked asked, CardForm form) {
    var words = new HashMap<String, String>();
    form.errors().forEach((field, phrase) -> words.put(field, asked.texts().say(phrase)));
    return words;
  }

  /** Why the try before came to nothing. */
  private static Phrase declined(Payment payment) {
    if (payment.state().failure().isEmpty()) {
      return Phrase.NOT_COMPLETED;
    }
    ErrorCode code = payment.state().failure().get().code();
    return switch (code) {
      case INCORRECT_NUMBER -> Phrase.WRONG_NUMBER;
      case EXPIRED_CARD, INVALID_EXPIRY_MONTH, INVALID_EXPIRY_YEAR -> Phrase.CARD_EXPIRED;
      case INCORRECT_CVC, INVALID_CVC -> Phrase.WRONG_CVC;
      case AUTHENTICATION_FAILED, AUTHENTICATION_REQUIRED -> Phrase.DECLINED_AUTHENTICATION;
      case PROCESSING_ERROR -> Phrase.DECLINED_PROCESSING;
      case AMOUNT_BELOW_MINIMUM, AMOUNT_ABOVE_MAXIMUM, CURRENCY_NOT_ENABLED ->
          Phrase.DECLINED_AMOUNT;
      case ACCOUNT_NOT_ACTIVE, PROVIDER_REFUSED -> Phrase.UNAVAILABLE_WORDS;
      default ->
          payment
                  .state()
                  .failure()
                  .get()
                  .declineCode()
                  .filter(it -> it == DeclineCode.INSUFFICIENT_FUNDS)
                  .isPresent()
              ? Phrase.DECLINED_FUNDS
              : Phrase.DECLINED;
    };
  }

  private static Optional<PageLink> cancel(Asked asked) {
    return back(asked, Phrase.CANCEL).stream().findFirst();
  }

  private static List<PageLink> back(Asked asked) {
    return back(asked, Phrase.RETURN);
  }

  private static List<PageLink> back(Asked asked, Phrase label) {
    CheckoutSession session = asked.session();
    return session
        .around()
        .cancelUrl()
        .map(url ->
            new PageLink(
                asked.texts().say(label, asked.merchant()),
                ReturnUrl.with(url, "checkout_session", session.id())))
        .stream()
        .toList();
  }

  private Answer page(Asked asked, int status, TitledBody titled) {
    return pages.answer(
        status,
        new CheckoutPage(
            asked.texts(),
            titled.title(),
            Optional.of(asked.merchant()),
            asked.look().logo(),
            Optional.of(Bill.of(asked.session().cart(), asked.texts())),
            titled.body(),
            asked.account().profile().supportEmail(),
            !asked.session().realm().isLive()),
        asked.look().accent());
  }

  private Answer missing(Exchange exchange) {
    return pages.notice(404, languageOf(exchange), Phrase.MISSING_TITLE, Phrase.MISSING_WORDS);
  }

  /** What cannot be done now is said by a page, and the form can be sent again. */
  private Answer guarded(Exchange exchange, Asked asked, Supplier<Answer> work) {
    Language language = asked.texts().language();
    try {
      return work.get();
    } catch (Refusal refusal) {
      exchange.log().put(refusal.problem().code());
      return switch (refusal.problem().code()) {
        case UNSUPPORTED_MEDIA_TYPE, REQUEST_TOO_LARGE, BAD_REQUEST ->
            pages.notice(400, language, Phrase.UNREADABLE_TITLE, Phrase.UNREADABLE_WORDS);
        case LOCK_TIMEOUT, IDEMPOTENCY_KEY_IN_USE ->
            pages
                .notice(409, language, Phrase.BUSY_TITLE, Phrase.BUSY_WORDS)
                .with("Retry-After", "1");
        default ->
            page(
                asked,
                503,
                told(asked, Phrase.UNAVAILABLE_TITLE, Phrase.UNAVAILABLE_WORDS, back(asked)));
      };
    }
  }

  static Language languageOf(Exchange exchange) {
    return Language.ofHeader(exchange.headers("Accept-Language").stream().findFirst());
  }

  private static Answer seeOther(String path) {
    return CheckoutPagesApi.guarded(Answer.seeOther(path));
  }
}
