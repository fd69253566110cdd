package florin.dashboard.disputes;

import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.team.CalendarFeeds;

/** `/dashboard/disputes/calendar`: the address at which a member's calendar has the deadlines. */
public final class CalendarPages {
  public static final String PATH = DisputeListPages.PATH + "/calendar";

  private final CalendarFeeds feeds;

  public CalendarPages(CalendarFeeds feeds) {
    this.feeds = feeds;
  }

  /**
   * The page.
   *
   * @param hasAddress whether the member has an address, which the page doesn't show again
   */
  public record View(boolean hasAddress) {}

  public Response show(DashboardRequest visit) {
    return Response.Page.of(
        "dispute-calendar", "Calendar of deadlines", new View(feeds.has(visit.session())));
  }

  public Response create(DashboardRequest visit) {
    String secret = feeds.create(visit.session()).reveal();
    return Done.to(PATH)
        .saying("Address created.")
        .showingOnce(visit.origin() + "/calendar/disputes/" + secret + ".ics");
  }

  public Response revoke(DashboardRequest visit) {
    feeds.revoke(visit.session());
    return Done.to(PATH).saying("Address revoked.");
  }
}
