package florin.checkout;

import florin.account.Account;
import florin.account.Accounts;
import florin.account.RateLimit;
import florin.branding.Branding;
import florin.branding.Branding.Look;
import florin.checkout.CheckoutPage.Bill;
import florin.checkout.CheckoutPage.Body;
import florin.checkout.CheckoutPage.PageLink;
import florin.checkout.PaymentLink.Price;
import florin.core.ErrorCode;
import florin.core.Id.CheckoutSessionId;
import florin.core.Id.PaymentLinkId;
import florin.core.LinkTokens.LinkTarget;
import florin.core.Money;
import florin.core.Refusal;
import florin.http.Answer;
import florin.http.Exchange;
import florin.http.Form;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The endpoints of `/l/{token}`: the page of a payment link. If the price is fixed, the page is
 * that of a checkout session which does not exist yet. Otherwise it asks for the amount.
 *
 * <p>Viewing it writes nothing: programs that preview or prefetch links, and crawlers, create no
 * sessions, and a merchant gets no events of sessions that no payer began. The form creates the
 * session together with the first try, within the limit of the payer's address. The page already
 * contains that session's token, so a repeated click, or a return to the page, leads to the same
 * session.
 */
public final class PaymentLinkPageApi {
  /** The sessions that one address may begin a second, and in a burst. */
  private static final int PER_SECOND = 2;

  private static final int AT_ONCE = 30;

  private final PaymentLinkStore store;
  private final PaymentLinks paymentLinks;
  private final CheckoutLinks links;
  private final Accounts accounts;
  private final Branding branding;
  private final CheckoutPageApi checkout;
  private final RateLimit<String> limit = new RateLimit<>(PER_SECOND, AT_ONCE);
  private final CheckoutPagesApi pages = new CheckoutPagesApi();

  public PaymentLinkPageApi(
      PaymentLinkStore store,
      PaymentLinks paymentLinks,
      CheckoutLinks links,
      Accounts accounts,
      Branding branding,
      CheckoutPageApi checkout) {
    this.store = store;
    this.paymentLinks = paymentLinks;
    this.links = links;
    this.accounts = accounts;
    this.branding = branding;
    this.checkout = checkout;
  }

  /** A request for a link, with the objects that the response needs. */
  private record Asked(PaymentLink link, String token, Account account, Phrasebook texts) {}

  public Answer show(Exchange exchange) {
    return find(exchange).map(asked -> offer(exchange, asked)).orElseGet(() -> missing(exchange));
  }

  /** Returns the page with the form of a new session. */
  private Answer offer(Exchange exchange, Asked asked) {
    PaymentLink link = asked.link();
    CheckoutSessionId session = paymentLinks.nextSession();
    Optional<Body> closed = closed(asked);
    if (closed.isPresent()) {
      return page(asked, 200, closed.get());
    }
    return switch (link.price()) {
      case Price.Fixed(Money amount, var _) ->
          checkout.show(
              exchange,
              paymentLinks.draft(link, session, amount, asked.texts().language()),
              asked.token());
      case Price.Chosen chosen ->
          page(
              asked,
              200,
              amountEntry(asked, chosen, links.token(link.realm(), session), "", false));
    };
  }

  public Answer begin(Exchange exchange) {
    Optional<Asked> asked = find(exchange);
    if (asked.isEmpty()) {
      return missing(exchange);
    }
    Language language = asked.get().texts().language();
    try {
      return begin(asked.get(), Form.read(exchange), exchange);
    } catch (Refusal refusal) {
      exchange.log().put(refusal.problem().code());
      return pages.notice(400, language, Phrase.UNREADABLE_TITLE, Phrase.UNREADABLE_WORDS);
    }
  }

  private Answer begin(Asked asked, Form form, Exchange exchange) {
    PaymentLink link = asked.link();
    String token = form.text("session");
    Optional<LinkTarget> session =
        links.verify(token).filter(target -> target.realm().equals(link.realm()));
    if (session.isEmpty() || !link.active()) {
      return offer(exchange, asked);
    }
    String typed = form.text("amount");
    Optional<Money> amount = amount(link, typed);
    if (amount.isEmpty() && link.price() instanceof Price.Chosen chosen) {
      return page(
          asked,
          422,
          closed(asked).orElseGet(() -> amountEntry(asked, chosen, token, typed, true)));
    }
    if (!mayBegin(exchange)) {
      exchange.log().put(ErrorCode.RATE_LIMIT);
      return pages
          .notice(429, asked.texts().language(), Phrase.OFTEN_TITLE, Phrase.OFTEN_WORDS)
          .with("Retry-After", "60");
    }
    var id = new CheckoutSessionId(session.get().object());
    if (!paymentLinks.begin(link, id, amount.orElseThrow(), asked.texts().language())) {
      return page(asked, 200, full(asked));
    }
    return form.text("try").isEmpty()
        ? CheckoutPagesApi.guarded(Answer.seeOther("../c/" + token))
        : checkout.pay(exchange, token);
  }

  private boolean mayBegin(Exchange exchange) {
    return exchange
        .countedAddress()
        .map(address -> limit.take(address, System.nanoTime()).allowed())
        .orElse(true);
  }

  private static Optional<Money> amount(PaymentLink link, String typed) {
    return switch (link.price()) {
      case Price.Fixed(Money amount, var _) -> Optional.of(amount);
      case Price.Chosen chosen ->
          AmountFormats.parse(typed, chosen.currency()).filter(chosen::allows);
    };
  }

  /** Returns why the link can't be paid now; empty if it can. */
  private static Optional<Body> closed(Asked asked) {
    PaymentLink link = asked.link();
    if (!link.active()) {
      return Optional.of(told(asked, Phrase.LINK_OFF_WORDS));
    }
    if (link.isUsedUp()) {
      return Optional.of(told(asked, Phrase.LINK_USED_WORDS));
    }
    return link.hasRoom() ? Optional.empty() : Optional.of(full(asked));
  }

  private static Body amountEntry(
      Asked asked, Price.Chosen bounds, String session, String typed, boolean isWrong) {
    Phrasebook texts = asked.texts();
    return new Body.AmountEntry(
        asked.token(),
        session,
        texts.say(Phrase.AMOUNT_LABEL, bounds.currency().code().toUpperCase(Locale.ROOT)),
        texts.say(
            isWrong ? Phrase.WRONG_AMOUNT : Phrase.AMOUNT_BETWEEN,
            texts.amount(bounds.min()),
            texts.amount(bounds.max())),
        typed,
        isWrong);
  }

  private static Body full(Asked asked) {
    return told(
        asked,
        Phrase.LINK_FULL_WORDS,
        List.of(new PageLink(asked.texts().say(Phrase.TRY_AGAIN), asked.token())));
  }

  private static Body told(Asked asked, Phrase words) {
    return told(asked, words, List.of());
  }

  private static Body told(Asked asked, Phrase words, List<PageLink> ways) {
    return new Body.Told(asked.texts().say(words, asked.account().name()), false, ways);
  }

  private String title(Asked asked) {
    PaymentLink link = asked.link();
    Phrasebook texts = asked.texts();
    if (!link.active()) {
      return texts.say(Phrase.LINK_OFF_TITLE);
    }
    if (link.isUsedUp()) {
      return texts.say(Phrase.LINK_USED_TITLE);
    }
    if (!link.hasRoom()) {
      return texts.say(Phrase.LINK_FULL_TITLE);
    }
    return texts.say(Phrase.PAY_TO_TITLE, asked.account().name());
  }

  private Answer page(Asked asked, int status, Body body) {
    Look look = branding.find(asked.link().realm());
    return pages.answer(
        status,
        new CheckoutPage(
            asked.texts(),
            title(asked),
            Optional.of(asked.account().name()),
            look.logo(),
            body instanceof Body.Told ? Optional.empty() : Optional.of(bill(asked)),
            body,
            asked.account().profile().supportEmail(),
            !asked.link().realm().isLive()),
        look.accent());
  }

  private static Bill bill(Asked asked) {
    return new Bill(asked.link().offer().description(), List.of(), Optional.empty());
  }

  private Optional<Asked> find(Exchange exchange) {
    String token = exchange.pathParameter("token");
    return links
        .verifyLink(token)
        .flatMap(target -> store.find(target.realm(), new PaymentLinkId(target.object())))
        .map(link ->
            new Asked(
                link,
                token,
                accounts.get(link.realm()),
                Phrasebook.in(CheckoutPageApi.languageOf(exchange))));
  }

  private Answer missing(Exchange exchange) {
    return pages.notice(
        404, CheckoutPageApi.languageOf(exchange), Phrase.MISSING_TITLE, Phrase.MISSING_WORDS);
  }
}
