package florin.checkout;

import florin.core.ErrorCode;
import florin.core.Problem;
import florin.http.Answer;
import florin.http.ErrorPages;
import florin.http.Exchange;
import florin.http.Problems;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The pages that payers get if a request is rejected before its endpoint responds, or if the
 * database is down. They depend only on the payer's language and on the reason, so they are written
 * once, and need no memory when the node has none.
 */
public final class PayerErrorsApi implements ErrorPages {
  private static final Pattern PATH =
      Pattern.compile("/(?:c|l|receipts|challenges|return|transfers)/.+");

  /** The paths of buttons, at which there is no page to load again. */
  private static final Pattern BUTTON = Pattern.compile("/[^/]+/[^/]+/.+");

  private final CheckoutPagesApi pages = new CheckoutPagesApi();
  private final Map<Reason, Answer> written = new ConcurrentHashMap<>();

  /**
   * What a page says.
   *
   * @param canRetry whether the page has a link to itself
   */
  private record Reason(
      int status, Language language, Phrase title, Phrase words, boolean canRetry) {}

  @Override
  public Optional<Answer> find(Problem problem, Exchange exchange) {
    return isForPayer(exchange) ? Optional.of(page(reason(problem, exchange))) : Optional.empty();
  }

  /** Returns the page of a database that does not respond, for every client. */
  Answer unavailable(Exchange exchange) {
    return page(reason(503, exchange)).with("Retry-After", "1");
  }

  private static boolean isForPayer(Exchange exchange) {
    return PATH.matcher(exchange.path()).matches()
        && exchange.header("Accept").orElse("").contains("text/html");
  }

  private static Reason reason(Problem problem, Exchange exchange) {
    return problem.code() == ErrorCode.INTERNAL_ERROR
        ? reason(500, Phrase.UNREADABLE_TITLE, Phrase.AWAY_WORDS, exchange)
        : reason(Problems.status(problem), exchange);
  }

  private static Reason reason(int status, Exchange exchange) {
    return switch (status) {
      case 503 -> reason(status, Phrase.AWAY_TITLE, words(exchange), exchange);
      case 429 -> reason(status, Phrase.OFTEN_TITLE, Phrase.OFTEN_WORDS, exchange);
      case 404, 405 -> reason(status, Phrase.MISSING_TITLE, Phrase.MISSING_WORDS, exchange);
      default -> reason(status, Phrase.UNREADABLE_TITLE, Phrase.UNREADABLE_WORDS, exchange);
    };
  }

  private static Reason reason(int status, Phrase title, Phrase words, Exchange exchange) {
    boolean isTemporary = status >= 500 || status == 429;
    return new Reason(
        status,
        CheckoutPageApi.languageOf(exchange),
        title,
        words,
        isTemporary && !BUTTON.matcher(exchange.path()).matches());
  }

  /**
   * Returns the words for a page that can't be loaded. A payer who has just paid may be redirected
   * to a session's page, so only the page of a link can say that nothing was charged.
   */
  private static Phrase words(Exchange exchange) {
    return exchange.path().startsWith(CheckoutLinks.LINK_PATH) && exchange.method().equals("GET")
        ? Phrase.AWAY_BEFORE_WORDS
        : Phrase.AWAY_WORDS;
  }

  private Answer page(Reason reason) {
    return written.computeIfAbsent(reason, this::write);
  }

  private Answer write(Reason reason) {
    return pages
        .notice(
            reason.status(), reason.language(), reason.title(), reason.words(), reason.canRetry())
        .shared();
  }
}
