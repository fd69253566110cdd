package florin.checkout;

import florin.branding.Accent;
import florin.checkout.CheckoutPage.PageLink;
import florin.http.Answer;
import florin.http.Exchange;
import florin.page.Pages;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Renders the pages as HTML. */
final class CheckoutPagesApi {
  private static final String HTML = "text/html; charset=utf-8";

  private final Pages pages;

  /** The same pages for the paths of buttons, which have one segment more; empty for others. */
  private final Optional<CheckoutPagesApi> ofButtons;

  CheckoutPagesApi() {
    this(0, Optional.of(new CheckoutPagesApi(1)));
  }

  /**
   * Creates pages.
   *
   * @param levels how many segments their paths have in addition to those of a session's page
   */
  CheckoutPagesApi(int levels) {
    this(levels, Optional.empty());
  }

  private CheckoutPagesApi(int levels, Optional<CheckoutPagesApi> ofButtons) {
    this.ofButtons = ofButtons;
    this.pages =
        new Pages(
                Pages.read(CheckoutPage.class, "card-box.css")
                    + Pages.read(CheckoutPage.class, "checkout.css"))
            .deeper(levels);
  }

  /** Returns the pages that find their font from the path of this request. */
  CheckoutPagesApi at(Exchange exchange) {
    return exchange.path().chars().filter(it -> it == '/').count() < 3
        ? this
        : ofButtons.orElse(this);
  }

  Answer answer(int status, CheckoutPage page, Optional<Accent> accent) {
    Pages styled = pages.with(accent.map(Accent::style).orElse(""));
    String html = styled.render("checkout/page.jte", Map.of("page", page));
    return guarded(Answer.of(status, HTML, html.getBytes(StandardCharsets.UTF_8)))
        .with("Content-Security-Policy", policy(styled, page));
  }

  /**
   * Returns a page for a frame of the dashboard, without its script, and without a form that the
   * browser sends.
   */
  Answer preview(CheckoutPage page, Optional<Accent> accent, boolean isDark) {
    Pages styled = pages.with(accent.map(Accent::style).orElse("")).inScheme(isDark);
    String html = styled.render("checkout/page.jte", Map.of("page", page));
    for (PageScript script : page.script().stream().toList()) {
      html = html.replace(script.tag(), "");
    }
    return Answer.of(200, HTML, html.getBytes(StandardCharsets.UTF_8))
        .with("Content-Security-Policy", styled.framedPolicy())
        .with("Cache-Control", "private, no-store");
  }

  private static String policy(Pages styled, CheckoutPage page) {
    String policy = styled.policy("'self'", page.logo().isPresent());
    return page.script().map(script -> policy + "; " + script.directives()).orElse(policy);
  }

  /** Returns a message page without a merchant. */
  Answer notice(int status, Language language, Phrase title, Phrase words) {
    return notice(status, language, title, words, false);
  }

  /**
   * Returns a message page without a merchant.
   *
   * @param canRetry whether the page has a link to itself
   */
  Answer notice(int status, Language language, Phrase title, Phrase words, boolean canRetry) {
    return notice(
        status, language, title, words, canRetry ? Map.of(Phrase.TRY_AGAIN, "") : Map.of());
  }

  /** Returns the page for an unknown path, which belongs to no payer. */
  Answer noPage(Language language) {
    var ways = new LinkedHashMap<Phrase, String>();
    ways.put(Phrase.NO_PAGE_DASHBOARD, "/dashboard");
    ways.put(Phrase.NO_PAGE_DOCS, "/docs");
    return notice(404, language, Phrase.NO_PAGE_TITLE, Phrase.NO_PAGE_WORDS, ways);
  }

  private Answer notice(
      int status, Language language, Phrase title, Phrase words, Map<Phrase, String> ways) {
    Phrasebook texts = Phrasebook.in(language);
    List<PageLink> links =
        ways.entrySet().stream()
            .map(way -> new PageLink(texts.say(way.getKey()), way.getValue()))
            .toList();
    return answer(
        status,
        new CheckoutPage(
            texts,
            texts.say(title),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            new CheckoutPage.Body.Message(texts.say(words), false, links),
            List.of(),
            false),
        Optional.empty());
  }

  /** Returns the page for a payer whose address has sent too many forms. */
  Answer tooMany(Language language) {
    return notice(429, language, Phrase.OFTEN_TITLE, Phrase.OFTEN_WORDS).with("Retry-After", "60");
  }

  /** Returns the page for a payment link with too many open sessions. */
  Answer full(Language language) {
    return notice(503, language, Phrase.LINK_FULL_TITLE, Phrase.AWAY_BEFORE_WORDS)
        .with("Retry-After", "60");
  }

  /** Returns the page for an invalid token. */
  Answer missing(Exchange exchange) {
    return at(exchange)
        .notice(
            404, PayerRequestsApi.languageOf(exchange), Phrase.MISSING_TITLE, Phrase.MISSING_WORDS);
  }

  /** Adds headers that protect the page's URL, which is a secret. */
  static Answer guarded(Answer answer) {
    return answer
        .with("Referrer-Policy", "no-referrer")
        .with("X-Robots-Tag", "noindex, nofollow")
        .with("Cache-Control", "private, no-store");
  }
}
