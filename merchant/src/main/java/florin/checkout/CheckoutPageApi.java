package florin.checkout;

import florin.account.RateLimit;
import florin.checkout.BrakeGateApi.Passage;
import florin.checkout.CardFormFormats.CardForm;
import florin.checkout.CheckoutState.Situation;
import florin.checkout.LinkSessions.Beginning;
import florin.checkout.PayerRequestsApi.SessionRequest;
import florin.checkout.Tries.Attempted;
import florin.connector.Credential;
import florin.connector.PageOffer;
import florin.core.ErrorCode;
import florin.core.Id.ConnectorId;
import florin.core.Refusal;
import florin.customer.ContactFormats;
import florin.http.Answer;
import florin.http.Endpoint.Action;
import florin.http.Exchange;
import florin.http.FixedAnswer;
import florin.http.Form;
import florin.mandate.Mandate;
import florin.mandate.MandateFormats;
import florin.mandate.MandateUse.Consent;
import florin.page.PageFont;
import florin.payment.machine.Payment;
import florin.paymentmethod.BillingDetails;
import florin.paymentmethod.PaymentMethodData;
import florin.paymentmethod.PaymentMethodData.NewMethod;
import florin.paymentmethod.PaymentMethodData.SavedMethod;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The endpoints of `/c/{token}`: the page of a checkout session, for payers, who have no key. The
 * form of a payment link with a fixed price has the address of a session that it creates.
 */
public final class CheckoutPageApi {
  private static final String EMAIL = "email";

  /**
   * The query parameter with which the page leads to the next one: the merchant's or the
   * provider's. The browser replaces the page, so a payer who goes back gets it without the
   * parameter.
   */
  static final String NEXT = "next";

  /** The hidden field with the mandate that the page has shown. */
  private static final String MANDATE = "mandate";

  /** The value of the button that confirms the saved payment method. */
  private static final String SAVED = "saved";

  /** The query parameters of a payer who returns from a challenge or from the provider's page. */
  private static final List<String> RETURNED = List.of("payment", "setup");

  /** The time within which a slot may become free. */
  private static final String RETRY_SECONDS = "60";

  /** The time after which a refused payer may try again. */
  private static final String BRAKED_SECONDS = "600";

  /** The forms that one address may submit a second, and in a burst: an office shares one. */
  private static final int FORMS_PER_SECOND = 5;

  static final int FORMS_AT_ONCE = 100;

  private final PayerRequestsApi requests;
  private final LinkSessions linkSessions;
  private final CheckoutState state;
  private final Tries tries;
  private final BrakeGateApi gate;
  private final SessionPagesApi sessionPages;
  private final InstantSource clock;
  private final CheckoutPagesApi pages = new CheckoutPagesApi();
  private final RateLimit<String> forms = new RateLimit<>(FORMS_PER_SECOND, FORMS_AT_ONCE);

  public CheckoutPageApi(
      PayerRequestsApi requests,
      LinkSessions linkSessions,
      CheckoutState state,
      Tries tries,
      BrakeGateApi gate,
      SessionPagesApi sessionPages,
      InstantSource clock) {
    this.requests = requests;
    this.linkSessions = linkSessions;
    this.state = state;
    this.tries = tries;
    this.gate = gate;
    this.sessionPages = sessionPages;
    this.clock = clock;
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
    return find(exchange)
        .map(asked -> shown(exchange, asked))
        .orElseGet(() -> linkOrMissing(exchange));
  }

  /** Returns the page of a session. */
  Answer shown(Exchange exchange, SessionRequest asked) {
    Situation situation = state.standing(asked.session());
    Answer page = sessionPages.page(asked, situation);
    return next(asked, situation)
        .filter(_ -> leads(exchange, situation))
        .map(url -> page.with("Refresh", "0; url=" + url))
        .orElse(page);
  }

  /** Handles the form, or the button that leads to the provider. */
  public Answer pay(Exchange exchange) {
    return act(
        exchange,
        asked -> {
          if (!takes(exchange)) {
            exchange.log().put(ErrorCode.RATE_LIMIT);
            return pages.tooMany(asked.texts().language());
          }
          var sent = new Sent(Form.read(exchange), exchange);
          return asked.link().isPresent() ? begin(asked, sent) : pay(asked, sent);
        });
  }

  /** Returns whether an address may submit another form now. */
  private boolean takes(Exchange exchange) {
    return exchange
        .countedAddress()
        .map(address -> forms.take(address, System.nanoTime()).allowed())
        .orElse(true);
  }

  /** Abandons the try that waits for the payer. */
  public Answer again(Exchange exchange) {
    return act(
        exchange,
        asked -> {
          tries.end(asked.session(), exchange.requestId());
          return seeOther("../" + asked.token());
        });
  }

  /** Handles the form that the payer submitted. */
  private interface FormAction {
    Answer of(SessionRequest asked);
  }

  private Answer act(Exchange exchange, FormAction action) {
    return find(exchange)
        .map(it -> guarded(exchange, it, () -> action.of(it)))
        .orElseGet(() -> linkOrMissing(exchange));
  }

  /** Finds the session, or the one that the form of a link creates. */
  private Optional<SessionRequest> find(Exchange exchange) {
    String token = exchange.pathParameter("token");
    return requests.find(exchange, token).or(() -> requests.findDraft(exchange, token));
  }

  /** Creates the session of a link, and then handles its form. */
  private Answer begin(SessionRequest asked, Sent sent) {
    Beginning beginning =
        linkSessions.begin(
            asked.session(), sent.exchange().countedAddress(), sent.exchange().countedNetwork());
    return switch (beginning) {
      case BEGUN -> pay(asked.now(tries.reread(asked.session())), sent);
      case CLOSED -> linkOrMissing(sent.exchange());
      case FULL -> pages.full(asked.texts().language());
      case TOO_MANY -> {
        sent.exchange().log().put(ErrorCode.RATE_LIMIT);
        yield pages.tooMany(asked.texts().language());
      }
    };
  }

  private Answer pay(SessionRequest asked, Sent sent) {
    CheckoutSession session = asked.session();
    if (session.payment().isPresent() && state.standing(session) instanceof Situation.Paid) {
      return after(asked);
    }
    Optional<Payment.Method> saved = state.findSaved(session);
    if (sent.isSaved() && saved.isPresent() && !sent.isEmailWrong()) {
      return confirm(asked, sent, saved.get());
    }
    if (sent.isTransfer() && state.offersTransfer(session)) {
      return begin(asked, sent, new Credential.Transfer(), CheckoutState.TRANSFER);
    }
    return switch (state.offer(session)) {
      case CARD -> {
        CardForm card = CardFormFormats.read(sent.form(), clock.instant());
        yield card.card().isEmpty() || sent.isEmailWrong()
            ? wrong(asked, sent, card)
            : begin(asked, sent, new NewMethod(card.card().get(), card.billing()), card.text());
      }
      case PROVIDER -> onPage(asked, sent, state.offers(session));
      case TRANSFER, NOTHING -> shown(sent.exchange(), asked);
    };
  }

  /** Pays on the page that the payer chose, or offers others if it is not available now. */
  private Answer onPage(SessionRequest asked, Sent sent, List<PageOffer> offers) {
    Optional<PageOffer> chosen =
        sent.isPageChosen()
            ? offers.stream().filter(offer -> sent.chooses(offer.connector().id())).findFirst()
            : offers.stream().findFirst();
    if (chosen.isEmpty()) {
      return again(asked, sent, CardForm.NONE, 409, Phrase.METHOD_GONE);
    }
    String connector = chosen.get().connector().id();
    Optional<Mandate> renewed = state.findRenewed(asked.session(), connector);
    if (renewed.filter(mandate -> !sent.isShown(mandate)).isPresent()) {
      return again(asked, sent, CardForm.NONE, 409, Phrase.CONSENT_CHANGED);
    }
    return sent.isEmailWrong()
        ? wrong(asked, sent, CardForm.NONE)
        : begin(
            asked,
            sent,
            new NewMethod(new Credential.Page(chosen.get().methods()), BillingDetails.NONE),
            ConnectorId.KIND.parse(connector),
            renewed.map(mandate -> renew(mandate, sent.exchange())),
            "page " + connector);
  }

  /** Returns the payer's consent to the text of an earlier mandate, which the page has shown. */
  private Consent renew(Mandate mandate, Exchange exchange) {
    Consent agreed = mandate.consent();
    return consent(agreed.text(), exchange, agreed.expires());
  }

  /** Pays with the saved payment method, or offers others if it was detached in the meantime. */
  private Answer confirm(SessionRequest asked, Sent sent, Payment.Method saved) {
    try {
      return begin(asked, sent, new SavedMethod(saved.id()), SAVED);
    } catch (Refusal refusal) {
      if (refusal.problem().code() != ErrorCode.PAYMENT_METHOD_UNAVAILABLE) {
        throw refusal;
      }
      return again(asked, sent, CardForm.NONE, 409, Phrase.DECLINED_METHOD);
    }
  }

  /** A submitted form, and its address for the receipt. */
  private record Sent(Form form, Exchange exchange, Optional<String> email) {
    Sent(Form form, Exchange exchange) {
      this(form, exchange, form.optional(EMAIL, ContactFormats.EMAIL));
    }

    boolean isEmailWrong() {
      return form.error(EMAIL).isPresent();
    }

    /** Returns whether the payer confirms the saved payment method. */
    boolean isSaved() {
      return form.text("method").equals(SAVED);
    }

    /** Returns whether the page has shown the mandate that the payer renews. */
    boolean isShown(Mandate mandate) {
      return form.text(MANDATE).equals(mandate.id().text());
    }

    /**
     * Returns whether the form names a connector. One that was shown by an earlier version may not.
     */
    boolean isPageChosen() {
      return isConnector(form.text("method")) || isConnector(form.text("chosen"));
    }

    /**
     * Returns whether the payer pressed the button of this connector, or chose it and pressed the
     * first button, which has no name, or Enter.
     */
    boolean chooses(String connector) {
      String pressed = form.text("method");
      return connector.equals(isConnector(pressed) ? pressed : form.text("chosen"));
    }

    private static boolean isConnector(String text) {
      return ConnectorId.KIND.parse(text).isPresent();
    }

    /**
     * Returns whether the payer pressed the button of a bank transfer, or chose it and pressed
     * Enter, which presses the first button.
     */
    boolean isTransfer() {
      return form.text("method").equals(CheckoutState.TRANSFER)
          || (form.text("chosen").equals("transfer")
              && form.text(CardFormFormats.NUMBER).isBlank());
    }
  }

  private Answer begin(SessionRequest asked, Sent sent, Credential credential, String text) {
    return sent.isEmailWrong()
        ? wrong(asked, sent, CardForm.NONE)
        : begin(asked, sent, new NewMethod(credential, BillingDetails.NONE), text);
  }

  private Answer begin(SessionRequest asked, Sent sent, PaymentMethodData method, String text) {
    return begin(asked, sent, method, Optional.empty(), Optional.empty(), text);
  }

  private Answer begin(
      SessionRequest asked,
      Sent sent,
      PaymentMethodData method,
      Optional<ConnectorId> connector,
      Optional<Consent> renewed,
      String text) {
    int ordinal = ordinal(sent.form());
    Passage passage =
        gate.pass(
            asked.session(),
            ordinal,
            method,
            sent.email(),
            sent.form().text(WorkProofs.FIELD),
            sent.exchange());
    return switch (passage) {
      case Passage.Open(var counting) -> {
        var attempted =
            new Attempted(
                ordinal,
                method,
                connector,
                sent.email(),
                text + "\n" + sent.email().orElse(""),
                asked.texts().language(),
                consent(asked.session(), sent.exchange()).or(() -> renewed),
                renewed.isPresent(),
                counting,
                sent.exchange().clientAddress(),
                sent.exchange().requestId());
        yield pay(asked, sent, attempted);
      }
      case Passage.Prove(var challenge) ->
          sessionPages
              .proving(asked, sent.form().text(EMAIL), challenge)
              .with(WorkProofs.HEADER, challenge + ";" + WorkProofs.BITS);
      case Passage.Closed() -> {
        sent.exchange().log().put(ErrorCode.RATE_LIMIT);
        yield again(asked, sent, CardForm.NONE, 429, Phrase.BRAKED)
            .with("Retry-After", BRAKED_SECONDS);
      }
    };
  }

  private Answer pay(SessionRequest asked, Sent sent, Attempted attempted) {
    try {
      return tries.pay(asked.session(), attempted)
          ? after(asked)
          : again(asked, sent, CardForm.NONE, 409, Phrase.LINK_FULL_WORDS)
              .with("Retry-After", RETRY_SECONDS);
    } catch (Refusal refusal) {
      if (refusal.problem().code() != ErrorCode.RETRY_NOT_ALLOWED) {
        throw refusal;
      }
      sent.exchange().log().put(ErrorCode.RETRY_NOT_ALLOWED);
      return again(asked, sent, CardForm.NONE, 402, Phrase.DECLINED_METHOD);
    }
  }

  /** Returns the payer's consent to the text above the button; empty if there is none. */
  private Optional<Consent> consent(CheckoutSession session, Exchange exchange) {
    return session.settings().mandate().map(text -> consent(text, exchange, Optional.empty()));
  }

  /** Returns the consent to a text, with the origin of the request as evidence. */
  private Consent consent(String text, Exchange exchange, Optional<Instant> expires) {
    return new Consent(
        text,
        clock.instant(),
        Optional.of(exchange.nearestAddress()),
        exchange.header("User-Agent").map(CheckoutPageApi::shortened),
        expires);
  }

  private static String shortened(String userAgent) {
    return userAgent.substring(0, Math.min(userAgent.length(), MandateFormats.MAX_USER_AGENT));
  }

  private Answer wrong(SessionRequest asked, Sent sent, CardForm card) {
    return again(asked, sent, card, 422, Phrase.CHECK_MARKED);
  }

  /** Returns the form again, with the reason. */
  private Answer again(SessionRequest asked, Sent sent, CardForm card, int status, Phrase why) {
    return state.standing(asked.session()) instanceof Situation.Payable
        ? sessionPages.form(asked, status, sent.form().text(EMAIL), sent.isEmailWrong(), card, why)
        : shown(sent.exchange(), asked);
  }

  /**
   * Redirects to the page, which shows the outcome and may lead on, or to a challenge page of
   * Florin.
   */
  private Answer after(SessionRequest asked) {
    CheckoutSession now = tries.reread(asked.session());
    Situation situation = state.standing(now);
    if (situation instanceof Situation.Acting(var _, var page, var isElsewhere) && !isElsewhere) {
      return seeOther("../challenges/" + page.substring(page.lastIndexOf('/') + 1));
    }
    return seeOther(asked.path() + next(asked.now(now), situation).map(_ -> "?" + NEXT).orElse(""));
  }

  /**
   * Returns the URL of another site where the payer continues. The page leads there with a
   * `Refresh` header. A redirect with a status can't do that after a form, because browsers apply
   * `form-action` to it and to each redirect after it, also to those of the other site. A policy
   * for all of them would let injected HTML send a form to any site.
   */
  private static Optional<String> next(SessionRequest asked, Situation situation) {
    return switch (situation) {
      case Situation.Paid _ -> SessionPagesApi.success(asked);
      case Situation.Acting(var _, var page, var isElsewhere) ->
          Optional.of(page).filter(_ -> isElsewhere);
      default -> Optional.empty();
    };
  }

  /** Returns whether the page leads on now: once, because a payer may go back to it. */
  private static boolean leads(Exchange exchange, Situation situation) {
    return PayerRequestsApi.parameter(exchange, NEXT).isPresent()
        || (situation instanceof Situation.Paid
            && RETURNED.stream()
                .anyMatch(name -> PayerRequestsApi.parameter(exchange, name).isPresent()));
  }

  private static int ordinal(Form form) {
    String text = form.text("try");
    return text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : 0;
  }

  /** Redirects to the link that could have created the session, which shows why it doesn't. */
  private Answer linkOrMissing(Exchange exchange) {
    return requests
        .linkOf(exchange)
        .map(link -> seeOther("../l/" + link))
        .orElseGet(() -> pages.missing(exchange));
  }

  /** Runs an action; if it fails, a page explains it, and the payer can submit the form again. */
  private Answer guarded(Exchange exchange, SessionRequest asked, Supplier<Answer> work) {
    Language language = asked.texts().language();
    try {
      return work.get();
    } catch (Refusal refusal) {
      exchange.log().put(refusal.problem().code());
      return switch (refusal.problem().code()) {
        case UNSUPPORTED_MEDIA_TYPE, REQUEST_TOO_LARGE, BAD_REQUEST ->
            pages
                .at(exchange)
                .notice(400, language, Phrase.UNREADABLE_TITLE, Phrase.UNREADABLE_WORDS);
        case LOCK_TIMEOUT, IDEMPOTENCY_KEY_IN_USE ->
            pages
                .at(exchange)
                .notice(409, language, Phrase.BUSY_TITLE, Phrase.BUSY_WORDS)
                .with("Retry-After", "1");
        default ->
            state.standing(asked.session()) instanceof Situation.Closed closed
                ? sessionPages.page(asked, closed)
                : sessionPages.unavailable(asked);
      };
    }
  }

  private static Answer seeOther(String path) {
    return CheckoutPagesApi.guarded(Answer.seeOther(path));
  }
}
