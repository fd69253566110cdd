package florin.checkout;

import florin.account.Account;
import florin.account.Accounts;
import florin.branding.Branding;
import florin.branding.Branding.Look;
import florin.checkout.CardFormFormats.CardForm;
import florin.checkout.CheckoutPage.Bill;
import florin.checkout.CheckoutPage.Body;
import florin.checkout.CheckoutPage.Body.EmailField;
import florin.checkout.CheckoutPage.Body.PayForm;
import florin.checkout.CheckoutPage.PageLink;
import florin.checkout.Tries.Attempted;
import florin.checkout.Visits.Situation;
import florin.connector.Credential;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Id.CheckoutSessionId;
import florin.core.Refusal;
import florin.core.ReturnUrl;
import florin.customer.ContactFormats;
import florin.http.Answer;
import florin.http.Endpoint.Action;
import florin.http.Exchange;
import florin.http.FixedAnswer;
import florin.http.Form;
import florin.instrument.BankTransfer;
import florin.instrument.Card;
import florin.instrument.Hosted;
import florin.page.PageFont;
import florin.payment.machine.Payment;
import florin.paymentmethod.BillingDetails;
import florin.paymentmethod.PaymentMethodData.NewMethod;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The endpoints of `/c/{token}`: the page of a checkout session, for payers, who have no key. */
public final class CheckoutPageApi {
  private static final String EMAIL = "email";

  /** The time within which a slot may become free. */
  private static final String RETRY_SECONDS = "60";

  private final Visits visits;
  private final Tries tries;
  private final CheckoutLinks links;
  private final CheckoutSessionStore store;
  private final Accounts accounts;
  private final Branding branding;
  private final boolean sendsMail;
  private final InstantSource clock;
  private final CheckoutPagesApi pages = new CheckoutPagesApi();

  /**
   * Creates the endpoints.
   *
   * @param sendsMail whether receipts are mailed: without a mail server, the page does not promise
   *     it
   */
  public CheckoutPageApi(
      Visits visits,
      Tries tries,
      CheckoutLinks links,
      CheckoutSessionStore store,
      Accounts accounts,
      Branding branding,
      boolean sendsMail,
      InstantSource clock) {
    this.visits = visits;
    this.tries = tries;
    this.links = links;
    this.store = store;
    this.accounts = accounts;
    this.branding = branding;
    this.sendsMail = sendsMail;
    this.clock = clock;
  }

  /**
   * A request for a session, with the objects that the response needs.
   *
   * @param link the token of the link whose form creates the session; empty if the session exists
   */
  private record Asked(
      CheckoutSession session,
      String token,
      Optional<String> link,
      Account account,
      Phrasebook texts,
      Look look) {
    String merchant() {
      return account.name();
    }

    /** Returns the path from the pages for payers, all of which are one segment below the root. */
    String path() {
      return "../c/" + token;
    }

    Asked now(CheckoutSession changed) {
      return new Asked(changed, token, link, account, texts, look);
    }
  }

  /**
   * Returns the endpoint `/fonts/{hash}`: the font of all pages for payers. A page of another
   * version gets the current one.
   */
  public static Action font() {
    var font =
        new FixedAnswer(() ->
            Answer.of(200, "font/woff2", PageFont.bytes())
                .with("Cache-Control", "public, max-age=31536000, immutable"));
    return exchange ->
        exchange.pathParameter("hash").equals(PageFont.HASH)
            ? font.answer(exchange)
            : font.answer(exchange).with("Cache-Control", "no-cache");
  }

  public Answer show(Exchange exchange) {
    return find(exchange, exchange.pathParameter("token"))
        .map(this::shown)
        .orElseGet(() -> missing(exchange));
  }

  /**
   * Returns the page of a session that does not exist yet: the form creates it, through its link.
   *
   * @param link the link's token
   */
  Answer show(Exchange exchange, CheckoutSession draft, String link) {
    String token = links.token(draft.realm(), draft.id());
    return shown(asked(exchange, draft, token, Optional.of(link)));
  }

  /** Handles the form, or the button that leads to the provider. */
  public Answer pay(Exchange exchange) {
    return pay(exchange, exchange.pathParameter("token"));
  }

  /** Handles the form of the session with this token. */
  Answer pay(Exchange exchange, String token) {
    return act(exchange, token, asked -> pay(exchange, asked));
  }

  /** Abandons the try that waits for the payer. */
  public Answer again(Exchange exchange) {
    return act(
        exchange,
        exchange.pathParameter("token"),
        asked -> {
          tries.end(asked.session(), exchange.requestId());
          return seeOther("../" + asked.token());
        });
  }

  /** Handles the form that the payer submitted. */
  private interface Doing {
    Answer of(Asked asked);
  }

  private Answer act(Exchange exchange, String token, Doing doing) {
    Optional<Asked> asked = find(exchange, token);
    return asked
        .map(it -> guarded(exchange, it, () -> doing.of(it)))
        .orElseGet(() -> missing(exchange));
  }

  /** Finds the session, without a query if the token is invalid. */
  private Optional<Asked> find(Exchange exchange, String token) {
    return links
        .verify(token)
        .flatMap(target -> store.find(target.realm(), new CheckoutSessionId(target.object())))
        .map(session -> asked(exchange, session, token, Optional.empty()));
  }

  private Asked asked(
      Exchange exchange, CheckoutSession session, String token, Optional<String> link) {
    Language language = session.settings().language().orElseGet(() -> languageOf(exchange));
    return new Asked(
        session,
        token,
        link,
        accounts.get(session.realm()),
        Phrasebook.in(language),
        branding.find(session.realm()));
  }

  private Answer pay(Exchange exchange, Asked asked) {
    var sent = new Sent(Form.read(exchange), exchange);
    CheckoutSession session = asked.session();
    if (sent.form().text("method").equals(Visits.TRANSFER) && visits.offersTransfer(session)) {
      return begin(asked, sent, new Credential.Transfer(), Visits.TRANSFER);
    }
    return switch (visits.offer(session)) {
      case CARD -> {
        CardForm card = CardFormFormats.read(sent.form(), clock.instant());
        yield card.card().isEmpty() || sent.isEmailWrong()
            ? wrong(asked, sent, card)
            : begin(asked, sent, new NewMethod(card.card().get(), card.billing()), card.text());
      }
      case PROVIDER -> begin(asked, sent, new Credential.Page(Visits.ofProvider(session)), "page");
      case TRANSFER, NOTHING -> shown(asked);
    };
  }

  /** A submitted form, and its address for the receipt. */
  private record Sent(Form form, Exchange exchange, Optional<String> email) {
    Sent(Form form, Exchange exchange) {
      this(form, exchange, form.optional(EMAIL, ContactFormats.EMAIL));
    }

    boolean isEmailWrong() {
      return form.error(EMAIL).isPresent();
    }
  }

  private Answer begin(Asked asked, Sent sent, Credential credential, String text) {
    return sent.isEmailWrong()
        ? wrong(asked, sent, CardForm.NONE)
        : begin(asked, sent, new NewMethod(credential, BillingDetails.NONE), text);
  }

  private Answer begin(Asked asked, Sent sent, NewMethod method, String text) {
    boolean hasPlace =
        tries.pay(
            asked.session(),
            new Attempted(
                ordinal(sent.form()),
                method,
                sent.email(),
                text + "\n" + sent.email().orElse(""),
                asked.texts().language(),
                sent.exchange().requestId()));
    return hasPlace
        ? after(asked)
        : again(asked, sent, CardForm.NONE, 409, Phrase.LINK_FULL_WORDS)
            .with("Retry-After", RETRY_SECONDS);
  }

  private Answer wrong(Asked asked, Sent sent, CardForm card) {
    return again(asked, sent, card, 422, Phrase.CHECK_MARKED);
  }

  /** Returns the form again, with the reason. */
  private Answer again(Asked asked, Sent sent, CardForm card, int status, Phrase why) {
    if (!(visits.standing(asked.session()) instanceof Situation.Payable)) {
      return shown(asked);
    }
    Phrasebook texts = asked.texts();
    var email =
        new EmailField(
            sent.form().text(EMAIL),
            sent.isEmailWrong() ? Optional.of(texts.say(Phrase.WRONG_EMAIL)) : Optional.empty(),
            sendsMail);
    return page(asked, status, entry(asked, email, card, Optional.of(why)));
  }

  /**
   * Redirects to the page, which shows the outcome, or to a challenge page of Florin, or leads to
   * the provider's page. A payer who goes back from there gets the page with the other methods.
   */
  private Answer after(Asked asked) {
    CheckoutSession now = tries.reread(asked.session());
    if (visits.standing(now) instanceof Situation.Acting(var _, var page, var isElsewhere)) {
      return isElsewhere
          ? leaving(shown(asked.now(now)), page)
          : seeOther("../challenges/" + page.substring(page.lastIndexOf('/') + 1));
    }
    return seeOther(asked.path());
  }

  /**
   * Returns a page that the browser leaves immediately for another site. A redirect with a status
   * can't do that after a form, because browsers apply `form-action` to it and to each redirect
   * after it, also to those of the other site. A policy for all of them would let injected HTML
   * send a form to any site.
   */
  private static Answer leaving(Answer page, String url) {
    return page.with("Refresh", "0; url=" + URI.create(url).toASCIIString());
  }

  private static int ordinal(Form form) {
    String text = form.text("try");
    return text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : 0;
  }

  /** Returns the page. If the session is paid, it leads to the merchant's URL. */
  private Answer shown(Asked asked) {
    Situation situation = visits.standing(asked.session());
    Answer page = page(asked, 200, body(asked, situation));
    return situation instanceof Situation.Paid
        ? success(asked).map(url -> leaving(page, url)).orElse(page)
        : page;
  }

  /** Returns the merchant's URL for a payer who has paid. */
  private static Optional<String> success(Asked asked) {
    CheckoutSession session = asked.session();
    return session
        .settings()
        .successUrl()
        .map(url -> ReturnUrl.with(url, "checkout_session", session.id()));
  }

  private TitledBody body(Asked asked, Situation situation) {
    Phrasebook texts = asked.texts();
    return switch (situation) {
      case Situation.Payable(var last) ->
          entry(
              asked,
              new EmailField(
                  visits.suggestEmail(asked.session(), last).orElse(""),
                  Optional.empty(),
                  sendsMail),
              CardForm.NONE,
              last.map(CheckoutPageApi::declined));
      case Situation.Transferring(var payment) ->
          new TitledBody(
              texts.say(Phrase.PAY_TITLE, texts.amount(payment.outstanding())),
              new Body.Transfer(
                  TransferSheet.of(payment, texts),
                  Optional.of(asked.path() + "/again")
                      .filter(_ -> visits.offersAnother(asked.session()))));
      case Situation.Acting(var _, var url, var isElsewhere) ->
          new TitledBody(
              texts.say(Phrase.ACT_TITLE),
              new Body.Act(
                  texts.say(isElsewhere ? Phrase.ACT_PROVIDER : Phrase.ACT_BANK),
                  url,
                  asked.path() + "/again"));
      case Situation.Processing() ->
          told(
              asked,
              Phrase.PROCESSING_TITLE,
              Phrase.PROCESSING_WORDS,
              List.of(new PageLink(texts.say(Phrase.LOOK_AGAIN), asked.path())));
      case Situation.Paid paid -> paid(asked, paid);
      case Situation.Expired() ->
          told(asked, Phrase.EXPIRED_TITLE, Phrase.EXPIRED_WORDS, back(asked));
      case Situation.Exhausted() ->
          told(asked, Phrase.EXHAUSTED_TITLE, Phrase.EXHAUSTED_WORDS, back(asked));
      case Situation.UsedUp() ->
          told(asked, Phrase.LINK_USED_TITLE, Phrase.LINK_USED_WORDS, back(asked));
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

  private TitledBody paid(Asked asked, Situation.Paid paid) {
    Phrasebook texts = asked.texts();
    var ways = new ArrayList<PageLink>();
    success(asked)
        .ifPresent(url -> ways.add(new PageLink(texts.say(Phrase.RETURN, asked.merchant()), url)));
    paid.receipt().ifPresent(url -> ways.add(new PageLink(texts.say(Phrase.RECEIPT), url)));
    return new TitledBody(
        texts.say(Phrase.PAID_TITLE),
        new Body.Told(
            texts.say(
                paid.isCaptured() ? Phrase.PAID_WORDS : Phrase.APPROVED_WORDS, asked.merchant()),
            paid.email().filter(_ -> sendsMail).map(to -> texts.say(Phrase.RECEIPT_TO, to)),
            true,
            ways));
  }

  private TitledBody entry(Asked asked, EmailField email, CardForm card, Optional<Phrase> alert) {
    Phrasebook texts = asked.texts();
    CheckoutSession session = asked.session();
    String amount = texts.amount(session.cart().amount());
    var form =
        new PayForm(
            asked.link().map(link -> "../l/" + link).orElseGet(asked::path),
            asked.link().map(_ -> asked.token()),
            session.state().tries() + 1,
            amount,
            email,
            alert.map(phrase -> texts.say(phrase, asked.merchant())),
            visits.offersTransfer(session),
            back(asked, Phrase.CANCEL).stream().findFirst());
    return new TitledBody(
        texts.say(Phrase.PAY_TITLE, amount),
        switch (visits.offer(session)) {
          case PROVIDER -> new Body.ProviderEntry(form);
          case TRANSFER -> new Body.TransferEntry(form);
          case CARD, NOTHING -> new Body.CardEntry(form, card.values(), words(asked, card));
        });
  }

  private static Map<String, String> words(Asked asked, CardForm form) {
    var words = new HashMap<String, String>();
    form.errors().forEach((field, phrase) -> words.put(field, asked.texts().say(phrase)));
    return words;
  }

  /** Returns why the last try failed. */
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
          switch (payment.method().instrument()) {
            case BankTransfer _, Hosted _ -> Phrase.DECLINED_METHOD;
            case Card _ ->
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
    };
  }

  private static List<PageLink> back(Asked asked) {
    return back(asked, Phrase.RETURN);
  }

  private static List<PageLink> back(Asked asked, Phrase label) {
    CheckoutSession session = asked.session();
    return session
        .settings()
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

  /** Runs an action; if it fails, a page explains it, and the payer can submit the form again. */
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

  /** Returns the language that the payer's browser prefers. */
  public static Language languageOf(Exchange exchange) {
    return Language.ofHeader(exchange.headers("Accept-Language").stream().findFirst());
  }

  private static Answer seeOther(String path) {
    return CheckoutPagesApi.guarded(Answer.seeOther(path));
  }
}
