package florin.checkout;

import florin.checkout.CardFormFormats.CardForm;
import florin.checkout.CheckoutPage.Bill;
import florin.checkout.CheckoutPage.Body;
import florin.checkout.CheckoutPage.Body.Agreement;
import florin.checkout.CheckoutPage.Body.EmailField;
import florin.checkout.CheckoutPage.Body.PageChoice;
import florin.checkout.CheckoutPage.Body.PayForm;
import florin.checkout.CheckoutPage.PageLink;
import florin.checkout.CheckoutState.OfferedWay;
import florin.checkout.CheckoutState.Situation;
import florin.checkout.PayerRequestsApi.SessionRequest;
import florin.connector.PageOffer;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.ReturnUrl;
import florin.http.Answer;
import florin.instrument.BankTransfer;
import florin.instrument.Card;
import florin.instrument.Hosted;
import florin.payment.machine.Payment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the page of a session for each of its states. */
public final class SessionPagesApi {
  /** The most methods that the label of a choice names. */
  private static final int MAX_NAMES = 4;

  private final CheckoutState state;
  private final boolean sendsMail;
  private final CheckoutPagesApi pages = new CheckoutPagesApi();

  /**
   * Creates the pages.
   *
   * @param sendsMail whether receipts are mailed: without a mail server, the page does not promise
   *     it
   */
  public SessionPagesApi(CheckoutState state, boolean sendsMail) {
    this.state = state;
    this.sendsMail = sendsMail;
  }

  /** Returns the page of a session in this state. */
  Answer page(SessionRequest asked, Situation situation) {
    return page(asked, 200, body(asked, situation));
  }

  /**
   * Returns the form again.
   *
   * @param email the address that the payer entered
   * @param isEmailWrong whether it is no address
   * @param card the card form as the payer filled it in
   */
  Answer form(
      SessionRequest asked,
      int status,
      String email,
      boolean isEmailWrong,
      CardForm card,
      Phrase alert) {
    var field =
        new EmailField(
            email,
            isEmailWrong ? Optional.of(asked.texts().say(Phrase.WRONG_EMAIL)) : Optional.empty(),
            sendsMail);
    return page(
        asked, status, entry(asked, field, card, Optional.of(alert), false, Optional.empty()));
  }

  /**
   * Returns the form for a browser that must prove its work. Without script, the payer waits and
   * sends it again.
   */
  Answer proving(SessionRequest asked, String email, String challenge) {
    return page(
        asked,
        409,
        entry(
            asked,
            new EmailField(email, Optional.empty(), sendsMail),
            CardForm.NONE,
            Optional.of(Phrase.PROOF_WAIT),
            false,
            Optional.of(challenge)));
  }

  /** Returns the page that payments are unavailable. */
  Answer unavailable(SessionRequest asked) {
    return page(
        asked, 503, told(asked, Phrase.UNAVAILABLE_TITLE, Phrase.UNAVAILABLE_WORDS, back(asked)));
  }

  /** Returns the merchant's URL for a payer who has paid. */
  static Optional<String> success(SessionRequest asked) {
    CheckoutSession session = asked.session();
    return session
        .settings()
        .successUrl()
        .map(url -> ReturnUrl.with(url, "checkout_session", session.id()));
  }

  private TitledBody body(SessionRequest asked, Situation situation) {
    Phrasebook texts = asked.texts();
    return switch (situation) {
      case Situation.Payable(var last) ->
          entry(
              asked,
              new EmailField(
                  state.suggestEmail(asked.session(), last).orElse(""),
                  Optional.empty(),
                  sendsMail),
              CardForm.NONE,
              last.map(payment -> declined(asked.session(), payment)),
              last.isPresent(),
              Optional.empty());
      case Situation.Transferring(var payment) ->
          new TitledBody(
              texts.say(Phrase.PAY_TITLE, texts.amount(payment.outstanding())),
              new Body.Transfer(
                  TransferSheet.of(payment, asked.account().timeZone(), texts),
                  Optional.of(asked.path() + "/again")
                      .filter(_ -> state.offersAnother(asked.session()))));
      case Situation.Acting(var _, var url, var isElsewhere) ->
          new TitledBody(
              texts.say(Phrase.ACT_TITLE),
              new Body.Act(texts.say(act(asked, isElsewhere)), url, asked.path() + "/again"));
      case Situation.Processing() ->
          told(
              asked,
              Phrase.PROCESSING_TITLE,
              Phrase.PROCESSING_WORDS,
              List.of(new PageLink(texts.say(Phrase.LOOK_AGAIN), asked.path())));
      case Situation.Paid paid -> paid(asked, paid);
      case Situation.Expired() ->
          told(
              asked,
              Phrase.EXPIRED_TITLE,
              // Only the merchant can open the session of a declined charge.
              asked.session().recovered().isPresent() ? Phrase.CLOSED_WORDS : Phrase.EXPIRED_WORDS,
              back(asked));
      case Situation.Closed() -> told(asked, Phrase.CLOSED_TITLE, Phrase.CLOSED_WORDS, back(asked));
      case Situation.Exhausted() ->
          told(asked, Phrase.EXHAUSTED_TITLE, Phrase.EXHAUSTED_WORDS, back(asked));
      case Situation.UsedUp() ->
          told(asked, Phrase.LINK_USED_TITLE, Phrase.LINK_USED_WORDS, back(asked));
      case Situation.Unavailable() ->
          told(asked, Phrase.UNAVAILABLE_TITLE, Phrase.UNAVAILABLE_WORDS, back(asked));
    };
  }

  private static Phrase act(SessionRequest asked, boolean isElsewhere) {
    return asked.session().isSetup()
        ? isElsewhere ? Phrase.SETUP_PROVIDER_HINT : Phrase.SETUP_ACT_BANK
        : isElsewhere ? Phrase.ACT_PROVIDER : Phrase.ACT_BANK;
  }

  private record TitledBody(String title, Body body) {}

  private TitledBody told(SessionRequest asked, Phrase title, Phrase words, List<PageLink> ways) {
    boolean isSetup = asked.session().isSetup();
    return new TitledBody(
        asked.texts().say(isSetup ? titleOfSetup(title) : title),
        new Body.Message(
            asked.texts().say(isSetup ? wordsOfSetup(words) : words, asked.merchant()),
            false,
            ways));
  }

  private static Phrase titleOfSetup(Phrase title) {
    return switch (title) {
      case PROCESSING_TITLE -> Phrase.SETUP_PROCESSING_TITLE;
      case UNAVAILABLE_TITLE -> Phrase.SETUP_UNAVAILABLE_TITLE;
      default -> title;
    };
  }

  private static Phrase wordsOfSetup(Phrase words) {
    return words == Phrase.PROCESSING_WORDS
        ? Phrase.SETUP_PROCESSING_WORDS
        : Phrase.SETUP_OVER_WORDS;
  }

  private TitledBody paid(SessionRequest asked, Situation.Paid paid) {
    Phrasebook texts = asked.texts();
    var ways = new ArrayList<PageLink>();
    success(asked)
        .ifPresent(url -> ways.add(new PageLink(texts.say(Phrase.RETURN, asked.merchant()), url)));
    paid.receipt().ifPresent(url -> ways.add(new PageLink(texts.say(Phrase.RECEIPT), url)));
    if (asked.session().isSetup()) {
      return new TitledBody(
          texts.say(Phrase.SETUP_DONE_TITLE),
          new Body.Message(texts.say(Phrase.SETUP_DONE_WORDS, asked.merchant()), true, ways));
    }
    return new TitledBody(
        paid.captured()
            .map(captured -> texts.say(Phrase.YOU_PAID_TITLE, texts.amount(captured)))
            .orElseGet(() -> texts.say(Phrase.APPROVED_TITLE)),
        new Body.Message(
            texts.say(
                paid.captured().isPresent() ? Phrase.PAID_WORDS : Phrase.APPROVED_WORDS,
                asked.merchant()),
            paid.email().filter(_ -> sendsMail).map(to -> texts.say(Phrase.RECEIPT_TO, to)),
            true,
            ways));
  }

  private TitledBody entry(
      SessionRequest asked,
      EmailField email,
      CardForm card,
      Optional<Phrase> alert,
      boolean isDeclined,
      Optional<String> proof) {
    Phrasebook texts = asked.texts();
    CheckoutSession session = asked.session();
    String amount = texts.amount(session.cart().amount());
    OfferedWay way = state.offer(session);
    boolean isPage = way == OfferedWay.PROVIDER;
    var form =
        new PayForm(
            asked.action(),
            session.state().tries() + 1,
            proof,
            amount,
            email,
            alert.map(phrase -> texts.say(phrase, asked.merchant())),
            alert.filter(_ -> isDeclined).map(SessionPagesApi::next),
            state.offersTransfer(session),
            state.findSaved(session).map(Payment.Method::label),
            consent(asked, isPage),
            session.isSetup(),
            back(asked, Phrase.CANCEL).stream().findFirst());
    return new TitledBody(
        session.isSetup()
            ? texts.say(isPage ? Phrase.SETUP_METHOD_TITLE : Phrase.SETUP_TITLE)
            : texts.say(Phrase.PAY_TITLE, amount),
        switch (way) {
          case PROVIDER -> new Body.ProviderEntry(form, choices(session, texts));
          case TRANSFER -> new Body.TransferEntry(form);
          case CARD, NOTHING -> new Body.CardEntry(form, card.values(), words(asked, card));
        });
  }

  /**
   * Returns the text above the button; empty if nothing is saved.
   *
   * @param isPage whether the payer may save another payment method than a card, on a provider's
   *     page
   */
  private static Optional<String> consent(SessionRequest asked, boolean isPage) {
    Phrase words = isPage ? Phrase.SAVING_METHOD_WORDS : Phrase.SAVING_WORDS;
    return asked
        .session()
        .settings()
        .saving()
        .map(
            saving -> saving.mandate().orElseGet(() -> asked.texts().say(words, asked.merchant())));
  }

  private List<PageChoice> choices(CheckoutSession session, Phrasebook texts) {
    return state.offers(session).stream()
        .map(offer ->
            new PageChoice(
                offer.connector().id(),
                label(offer, texts),
                state
                    .findRenewed(session, offer.connector().id())
                    .map(mandate -> new Agreement(mandate.id().text(), mandate.consent().text()))))
        .toList();
  }

  /** Returns the names of the methods; those that would make the choice unreadable are left out. */
  private static String label(PageOffer offer, Phrasebook texts) {
    if (offer.named().isEmpty()) {
      return texts.say(Phrase.METHOD_OTHERS);
    }
    String names =
        offer.named().stream()
            .limit(MAX_NAMES)
            .map(method ->
                method.equals("card") ? texts.say(Phrase.METHOD_CARD) : Hosted.name(method))
            .collect(Collectors.joining(", "));
    return offer.named().size() > MAX_NAMES ? names + " …" : names;
  }

  private static Map<String, String> words(SessionRequest asked, CardForm form) {
    var words = new HashMap<String, String>();
    form.errors().forEach((field, phrase) -> words.put(field, asked.texts().say(phrase)));
    return words;
  }

  /** Returns the field of the card form with which the payer continues after a decline. */
  private static String next(Phrase decline) {
    return switch (decline) {
      case WRONG_CVC -> CardFormFormats.CVC;
      case CARD_EXPIRED -> CardFormFormats.EXPIRY;
      default -> CardFormFormats.NUMBER;
    };
  }

  private static Phrase declined(CheckoutSession session, Payment payment) {
    Phrase why = declined(payment);
    boolean isOfPayment = why == Phrase.NOT_COMPLETED || why == Phrase.DECLINED_PROCESSING;
    return session.isSetup() && isOfPayment ? Phrase.SETUP_NOT_COMPLETED : why;
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

  private static List<PageLink> back(SessionRequest asked) {
    return back(asked, Phrase.RETURN);
  }

  private static List<PageLink> back(SessionRequest asked, Phrase label) {
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

  /** Returns the items to pay. A setup has none, and only the merchant's description. */
  private static Bill bill(SessionRequest asked) {
    Cart cart = asked.session().cart();
    return asked.session().isSetup()
        ? new Bill(cart.description(), List.of(), Optional.empty())
        : Bill.of(cart, asked.texts());
  }

  private Answer page(SessionRequest asked, int status, TitledBody titled) {
    return pages.answer(
        status,
        new CheckoutPage(
            asked.texts(),
            titled.title(),
            Optional.of(asked.merchant()),
            asked.look().logo(),
            Optional.of(bill(asked)),
            titled.body(),
            PageLink.footer(asked.account().profile(), asked.texts()),
            !asked.session().realm().isLive()),
        asked.look().accent());
  }
}
