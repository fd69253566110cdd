package florin.checkout;

import florin.branding.Branding.Look;
import florin.checkout.CheckoutPage.Bill;
import florin.checkout.CheckoutPage.Body;
import florin.checkout.CheckoutPage.PageLink;
import florin.checkout.LinkSessions.Beginning;
import florin.checkout.PayerRequestsApi.LinkRequest;
import florin.checkout.PaymentLink.Price;
import florin.core.ErrorCode;
import florin.core.Id.CheckoutSessionId;
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
 * session, within the limit of the payer's address. The page already contains that session's token,
 * so a repeated click, or a return to the page, leads to the same session. Nothing is charged here.
 */
public final class PaymentLinkPageApi {
  private final PayerRequestsApi requests;
  private final LinkSessions sessions;
  private final CheckoutLinks links;
  private final CheckoutPageApi checkout;
  private final CheckoutPagesApi pages = new CheckoutPagesApi();

  public PaymentLinkPageApi(
      PayerRequestsApi requests,
      LinkSessions sessions,
      CheckoutLinks links,
      CheckoutPageApi checkout) {
    this.requests = requests;
    this.sessions = sessions;
    this.links = links;
    this.checkout = checkout;
  }

  public Answer show(Exchange exchange) {
    return find(exchange)
        .map(asked -> offer(exchange, asked))
        .orElseGet(() -> pages.missing(exchange));
  }

  private Optional<LinkRequest> find(Exchange exchange) {
    return requests.findLink(exchange, exchange.pathParameter("token"));
  }

  /** Returns the page with the form of a new session. */
  private Answer offer(Exchange exchange, LinkRequest asked) {
    Optional<Body> closed = closed(asked);
    if (closed.isPresent()) {
      return page(asked, 200, closed.get());
    }
    CheckoutSessionId session = sessions.next();
    return switch (asked.link().price()) {
      case Price.Fixed(Money amount, var _) ->
          checkout.shown(exchange, requests.draft(exchange, asked, session, amount));
      case Price.Chosen chosen ->
          page(
              asked,
              200,
              amountEntry(asked, chosen, links.token(asked.link().realm(), session), "", false));
    };
  }

  /** Handles the form with the amount. */
  public Answer begin(Exchange exchange) {
    Optional<LinkRequest> asked = find(exchange);
    if (asked.isEmpty()) {
      return pages.missing(exchange);
    }
    Language language = asked.get().texts().language();
    try {
      return begin(asked.get(), Form.read(exchange), exchange);
    } catch (Refusal refusal) {
      exchange.log().put(refusal.problem().code());
      return pages.notice(400, language, Phrase.UNREADABLE_TITLE, Phrase.UNREADABLE_WORDS);
    }
  }

  private Answer begin(LinkRequest asked, Form form, Exchange exchange) {
    PaymentLink link = asked.link();
    String token = form.text("session");
    Optional<LinkTarget> session =
        links.verify(token).filter(target -> target.realm().equals(link.realm()));
    if (session.filter(requests::exists).isPresent()) {
      return CheckoutPagesApi.guarded(Answer.seeOther("../c/" + token));
    }
    if (session.isEmpty() || !link.isOpen() || !(link.price() instanceof Price.Chosen chosen)) {
      return offer(exchange, asked);
    }
    String typed = form.text("amount");
    Optional<Money> amount = AmountFormats.parse(typed, chosen.currency()).filter(chosen::allows);
    if (amount.isEmpty()) {
      return page(asked, 422, amountEntry(asked, chosen, token, typed, true));
    }
    var id = new CheckoutSessionId(session.get().object());
    Beginning beginning =
        sessions.begin(
            sessions.draft(link, id, amount.get(), asked.texts().language()),
            exchange.countedAddress(),
            exchange.countedNetwork());
    return switch (beginning) {
      case BEGUN -> CheckoutPagesApi.guarded(Answer.seeOther("../c/" + token));
      case CLOSED -> CheckoutPagesApi.guarded(Answer.seeOther("../l/" + asked.token()));
      case FULL -> pages.full(asked.texts().language());
      case TOO_MANY -> {
        exchange.log().put(ErrorCode.RATE_LIMIT);
        yield pages.tooMany(asked.texts().language());
      }
    };
  }

  /** Returns why the link can't be paid now; empty if it can. */
  private static Optional<Body> closed(LinkRequest asked) {
    PaymentLink link = asked.link();
    if (!link.active()) {
      return Optional.of(told(asked, Phrase.LINK_OFF_WORDS));
    }
    if (link.isUsedUp()) {
      return Optional.of(told(asked, Phrase.LINK_USED_WORDS));
    }
    return Optional.empty();
  }

  private static Body amountEntry(
      LinkRequest asked, Price.Chosen bounds, String session, String typed, boolean isWrong) {
    Phrasebook texts = asked.texts();
    return new Body.AmountEntry(
        asked.token(),
        session,
        texts.say(Phrase.AMOUNT_LABEL, bounds.currency().code().toUpperCase(Locale.ROOT)),
        texts.symbol(bounds.currency()),
        texts.amount(bounds.min()).startsWith(texts.symbol(bounds.currency())),
        texts.say(
            isWrong ? Phrase.WRONG_AMOUNT : Phrase.AMOUNT_BETWEEN,
            texts.amount(bounds.min()),
            texts.amount(bounds.max())),
        typed,
        isWrong);
  }

  private static Body told(LinkRequest asked, Phrase words) {
    return new Body.Message(asked.texts().say(words, asked.account().name()), false, List.of());
  }

  private String title(LinkRequest asked) {
    PaymentLink link = asked.link();
    Phrasebook texts = asked.texts();
    if (!link.active()) {
      return texts.say(Phrase.LINK_OFF_TITLE);
    }
    if (link.isUsedUp()) {
      return texts.say(Phrase.LINK_USED_TITLE);
    }
    return texts.say(Phrase.PAY_TO_TITLE, asked.account().name());
  }

  private Answer page(LinkRequest asked, int status, Body body) {
    Look look = asked.look();
    return pages.answer(
        status,
        new CheckoutPage(
            asked.texts(),
            title(asked),
            Optional.of(asked.account().name()),
            look.logo(),
            body instanceof Body.Message ? Optional.empty() : Optional.of(bill(asked)),
            body,
            PageLink.footer(asked.account().profile(), asked.texts()),
            !asked.link().realm().isLive()),
        look.accent());
  }

  private static Bill bill(LinkRequest asked) {
    return new Bill(asked.link().offer().description(), List.of(), Optional.empty());
  }
}
