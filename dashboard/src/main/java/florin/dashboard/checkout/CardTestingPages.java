package florin.dashboard.checkout;

import florin.brake.Brake;
import florin.brake.Brake.Status;
import florin.brake.BrakeApi;
import florin.brake.BrakeCountStore;
import florin.brake.BrakeCountStore.Stopped;
import florin.brake.BrakeStore;
import florin.core.Id.BrakeId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.ObjectPath;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.RiskText;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** `/dashboard/fraud`: what the brake on card testing stops, and the release of a source. */
public final class CardTestingPages {
  public static final String PATH = ObjectPath.BRAKE;

  /** The most engaged brakes on the page. An account under attack has hundreds. */
  private static final int MOST_ENGAGED = 100;

  private static final int MOST_EARLIER = 25;

  private final BrakeStore store;
  private final BrakeCountStore counts;
  private final BrakeApi api;
  private final boolean isOn;
  private final InstantSource clock;

  /**
   * Creates the page.
   *
   * @param isOn whether the operator lets the brake act
   */
  public CardTestingPages(
      BrakeStore store, BrakeCountStore counts, BrakeApi api, boolean isOn, InstantSource clock) {
    this.store = store;
    this.counts = counts;
    this.api = api;
    this.isOn = isOn;
    this.clock = clock;
  }

  /**
   * The page.
   *
   * @param today what was stopped today, in the time zone of the reports
   */
  public record View(boolean isOn, List<Stopped> today, Page<Brake> engaged, List<Brake> earlier) {
    public View {
      today = List.copyOf(today);
      earlier = List.copyOf(earlier);
    }
  }

  public Response show(DashboardRequest visit) {
    ZoneId zone = visit.session().reportZone();
    Instant since = clock.instant().atZone(zone).toLocalDate().atStartOfDay(zone).toInstant();
    return Response.Page.of(
        "card-testing",
        "Card testing",
        new View(
            isOn,
            counts.sumSince(visit.realm(), since),
            store.list(visit.realm(), Status.ENGAGED, PageRequest.first(MOST_ENGAGED)),
            store.list(visit.realm(), Status.RELEASED, PageRequest.first(MOST_EARLIER)).data()));
  }

  public Response release(DashboardRequest visit) {
    Brake brake = visit.find(BrakeId.KIND, store::find);
    if (brake.status() == Status.RELEASED) {
      return Done.to(PATH).warning("This brake has already ended.");
    }
    visit.note(RiskText.of(brake.kind()));
    api.release(visit.realm(), brake.id(), visit.auditedOrigin());
    return Done.to(PATH).saying("Brake released. Florin forgot the earlier cards of this source.");
  }

  /** Returns the page of a source that is an object. */
  public static Optional<String> path(Brake brake) {
    return switch (brake.kind()) {
      case CUSTOMER, CHECKOUT_SESSION -> ObjectPath.of(brake.subject());
      case ADDRESS, NETWORK, CARD, BIN, EMAIL_DOMAIN, PUBLISHABLE_KEY, UNFAMILIAR, ACCOUNT ->
          Optional.empty();
    };
  }

  /** Returns why a brake ended. */
  public static String ending(Brake.Release release) {
    return switch (release.reason()) {
      case EXPIRED -> "Expired";
      case REQUESTED -> "Released";
    };
  }
}
