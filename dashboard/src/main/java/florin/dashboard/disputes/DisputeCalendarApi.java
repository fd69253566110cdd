package florin.dashboard.disputes;

import florin.account.Accounts;
import florin.account.RateLimit;
import florin.core.Realm;
import florin.dispute.DisputeDeadlineStore;
import florin.http.Answer;
import florin.http.Exchange;
import florin.team.CalendarFeeds;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;

/**
 * `GET /calendar/disputes/{token}.ics`: the deadlines of disputes, for calendar applications. Every
 * invalid token gets the same response.
 */
public final class DisputeCalendarApi {
  static final String MEDIA_TYPE = "text/calendar; charset=utf-8";

  /** The most events, those with the next deadline. */
  static final int MAX_EVENTS = 200;

  /** The requests that one address may make a second, and in a burst. */
  private static final int PER_SECOND = 1;

  private static final int AT_ONCE = 20;

  private final RateLimit<String> limit = new RateLimit<>(PER_SECOND, AT_ONCE);
  private final CalendarFeeds feeds;
  private final DisputeDeadlineStore disputes;
  private final Accounts accounts;
  private final URI base;
  private final InstantSource clock;

  /**
   * @param base the address of this service, without a trailing slash
   */
  public DisputeCalendarApi(
      CalendarFeeds feeds,
      DisputeDeadlineStore disputes,
      Accounts accounts,
      URI base,
      InstantSource clock) {
    this.feeds = feeds;
    this.disputes = disputes;
    this.accounts = accounts;
    this.base = base;
    this.clock = clock;
  }

  public Answer show(Exchange exchange) {
    requireFew(exchange);
    return feeds
        .find(exchange.pathParameter("token"))
        .map(this::calendar)
        .orElseGet(() ->
            Answer.of(
                404,
                "text/plain; charset=utf-8",
                "Unknown calendar. Create a new address in the dashboard under Disputes.\n"
                    .getBytes(StandardCharsets.UTF_8)))
        .with("Referrer-Policy", "no-referrer")
        .with("X-Robots-Tag", "noindex, nofollow")
        .with("Cache-Control", "private, no-store");
  }

  private Answer calendar(Realm realm) {
    String name =
        "Disputes of " + accounts.get(realm).name() + (realm.isLive() ? "" : " (test mode)");
    return Answer.of(
        200,
        MEDIA_TYPE,
        CalendarText.of(
                name, base.toString(), disputes.listAwaited(realm, clock.instant(), MAX_EVENTS))
            .getBytes(StandardCharsets.UTF_8));
  }

  private void requireFew(Exchange exchange) {
    exchange
        .countedAddress()
        .ifPresent(address ->
            limit
                .take(address, System.nanoTime())
                .require(
                    "This address has requested calendars too often. Wait a minute, then try again."));
  }
}
