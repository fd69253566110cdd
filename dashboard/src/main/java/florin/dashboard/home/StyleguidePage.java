package florin.dashboard.home;

import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.Pager;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Page;
import florin.dashboard.parts.SelectOption;
import florin.dashboard.parts.TabLink;
import florin.http.Form;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All parts of pages on one page, for developers. It exists only if the dashboard is reached over
 * unencrypted HTTP, which is possible only on the same machine.
 */
public final class StyleguidePage {
  private final InstantSource clock;

  public StyleguidePage(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * The page.
   *
   * @param times near and far, in the past and in the future
   */
  public record View(
      Form form,
      List<TabLink> tabs,
      List<String> statuses,
      List<Instant> times,
      List<SelectOption> choices,
      List<Fact> facts,
      Pager pager) {}

  public Response show(DashboardRequest visit) {
    if (!visit.origin().startsWith("http:")) {
      return HomePage.unknown(visit);
    }
    return Page.of("styleguide", "Style guide", view());
  }

  private View view() {
    Instant now = clock.instant();
    Form form = Form.of(Map.of("name", "Mia", "amount", "12,34"));
    form.wrong("amount", "Must be an amount such as 12.34.");
    return new View(
        form,
        List.of(
            new TabLink("All", "#all", Optional.of("1,000+"), true),
            new TabLink("Succeeded", "#succeeded", Optional.of("912"), false),
            new TabLink("Failed", "#failed", Optional.of("0"), false)),
        List.of("succeeded", "processing", "requires_capture", "failed", "canceled"),
        List.of(
            now,
            now.minus(Duration.ofMinutes(7)),
            now.plus(Duration.ofMinutes(20)),
            now.minus(Duration.ofHours(3)),
            now.minus(Duration.ofDays(1)),
            now.minus(Duration.ofDays(400))),
        List.of(new SelectOption("usd", "US dollar"), new SelectOption("eur", "Euro")),
        List.of(Fact.of("Customer", "Mia Wong"), Fact.of("Method", "Visa ending in 4242")),
        new Pager(Optional.of("#newer"), Optional.empty()));
  }
}
