package florin.checkout;

import florin.core.ErrorCode;
import florin.core.Problem;
import florin.http.Answer;
import florin.http.ErrorPages;
import florin.http.Exchange;
import florin.http.Problems;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The pages that payers get if a request is rejected before its endpoint responds, or if the
 * database is down, and the page for unknown paths. They depend only on the payer's language and on
 * the reason, so they are written once at the start, and need no memory when the node has none.
 */
public final class PayerErrorsApi implements ErrorPages {
  private static final Pattern PATH =
      Pattern.compile("/(?:c|l|receipts|challenges|return|transfers)/.+");

  /** The paths of the API and the dashboard, which have errors of their own. */
  private static final Pattern OTHERS = Pattern.compile("/(?:v2|dashboard)(?:/.*)?");

  /** The paths of buttons, at which there is no page to load again. */
  private static final Pattern BUTTON = Pattern.compile("/[^/]+/[^/]+/.+");

  /** More segments than a path of Florin has. Browsers ignore steps above the root. */
  private static final int MANY = 20;

  /** What a page says. */
  private enum Reason {
    AWAY(Phrase.AWAY_TITLE, Phrase.AWAY_WORDS, true),
    AWAY_BEFORE(Phrase.AWAY_TITLE, Phrase.AWAY_BEFORE_WORDS, true),
    AWAY_RECEIPT(Phrase.AWAY_TITLE, Phrase.AWAY_RECEIPT_WORDS, true),
    BROKEN(Phrase.UNREADABLE_TITLE, Phrase.AWAY_WORDS, true),
    BROKEN_BEFORE(Phrase.UNREADABLE_TITLE, Phrase.AWAY_BEFORE_WORDS, true),
    BROKEN_RECEIPT(Phrase.UNREADABLE_TITLE, Phrase.AWAY_RECEIPT_WORDS, true),
    OFTEN(Phrase.OFTEN_TITLE, Phrase.OFTEN_WORDS, true),
    MISSING(Phrase.MISSING_TITLE, Phrase.MISSING_WORDS, false),
    NO_PAGE(Phrase.NO_PAGE_TITLE, Phrase.NO_PAGE_WORDS, false),
    UNREADABLE(Phrase.UNREADABLE_TITLE, Phrase.UNREADABLE_WORDS, false);

    private final Phrase title;
    private final Phrase words;
    private final boolean isTemporary;

    Reason(Phrase title, Phrase words, boolean isTemporary) {
      this.title = title;
      this.words = words;
      this.isTemporary = isTemporary;
    }
  }

  /**
   * A page.
   *
   * @param canRetry whether the page has a link to itself
   * @param levels how many segments its path has in addition to those of a session's page
   */
  private record Page(Reason reason, Language language, boolean canRetry, int levels) {}

  private static final Map<Page, Answer> PAGES = writeAll();

  private static Map<Page, Answer> writeAll() {
    var pages = new HashMap<Page, Answer>();
    for (int levels : new int[] {0, 1, MANY}) {
      var writer = new CheckoutPagesApi(levels);
      for (Reason reason : Reason.values()) {
        for (Language language : Language.values()) {
          for (boolean canRetry : canRetry(reason, levels)) {
            pages.put(
                new Page(reason, language, canRetry, levels),
                reason == Reason.NO_PAGE
                    ? writer.noPage(language)
                    : writer.notice(200, language, reason.title, reason.words, canRetry));
          }
        }
      }
    }
    return Map.copyOf(pages);
  }

  /** Returns the possible values for a reason: the paths of buttons are the longer ones. */
  private static List<Boolean> canRetry(Reason reason, int levels) {
    return levels == 0 && reason.isTemporary ? List.of(false, true) : List.of(false);
  }

  @Override
  public Optional<Answer> find(Problem problem, Exchange exchange) {
    if (!isBrowser(exchange)) {
      return Optional.empty();
    }
    if (PATH.matcher(exchange.path()).matches()) {
      return Optional.of(page(Problems.status(problem), reason(problem, exchange), exchange));
    }
    return problem.code() == ErrorCode.ROUTE_UNKNOWN && !OTHERS.matcher(exchange.path()).matches()
        ? Optional.of(page(404, Reason.NO_PAGE, exchange))
        : Optional.empty();
  }

  /** Returns the page of a database that does not respond, for every client. */
  Answer unavailable(Exchange exchange) {
    return page(503, reason(503, exchange), exchange).with("Retry-After", "1");
  }

  private static boolean isBrowser(Exchange exchange) {
    return exchange.headers("Accept").stream().anyMatch(type -> type.contains("text/html"));
  }

  private static Reason reason(Problem problem, Exchange exchange) {
    return problem.code() == ErrorCode.INTERNAL_ERROR
        ? of(exchange, Reason.BROKEN, Reason.BROKEN_BEFORE, Reason.BROKEN_RECEIPT)
        : reason(Problems.status(problem), exchange);
  }

  private static Reason reason(int status, Exchange exchange) {
    return switch (status) {
      case 503 -> of(exchange, Reason.AWAY, Reason.AWAY_BEFORE, Reason.AWAY_RECEIPT);
      case 429 -> Reason.OFTEN;
      case 404, 405 -> Reason.MISSING;
      default -> Reason.UNREADABLE;
    };
  }

  /**
   * Returns the reason for a path.
   *
   * @param link for a link, which charges nothing: a form with a payment has the address of its
   *     session, whose page shows the outcome
   */
  private static Reason of(Exchange exchange, Reason payment, Reason link, Reason receipt) {
    String path = exchange.path();
    if (path.startsWith(CheckoutLinks.LINK_PATH)) {
      return link;
    }
    return path.startsWith("/receipts/") ? receipt : payment;
  }

  private static int levels(Exchange exchange) {
    long segments = exchange.path().chars().filter(it -> it == '/').count();
    return segments < 3 ? 0 : segments == 3 ? 1 : MANY;
  }

  private Answer page(int status, Reason reason, Exchange exchange) {
    boolean canRetry = reason.isTemporary && !BUTTON.matcher(exchange.path()).matches();
    Answer page =
        Objects.requireNonNull(
            PAGES.get(
                new Page(
                    reason, PayerRequestsApi.languageOf(exchange), canRetry, levels(exchange))));
    Answer answer = Answer.of(status, page.contentType(), page.body());
    for (Answer.Header header : page.headers()) {
      answer = answer.with(header.name(), header.value());
    }
    return answer.shared();
  }
}
