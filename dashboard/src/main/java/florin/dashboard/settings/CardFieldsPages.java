package florin.dashboard.settings;

import florin.account.Accounts;
import florin.account.ApiKey;
import florin.account.RightsText;
import florin.cardfields.FlorinScriptApi;
import florin.core.Caller.KeyKind;
import florin.core.ErrorCode;
import florin.core.Id.KeyId;
import florin.core.PageOrigin;
import florin.core.Problem;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.Response.Page;
import florin.http.Form;
import florin.http.Format;
import florin.team.Permission;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The card fields of a publishable key: the origins that may show them, and the script tag. */
public final class CardFieldsPages {
  public static final String PATH = "/dashboard/keys/{id}/card-fields";
  private static final String TITLE = "Card fields";
  private static final String FIELD = "allowed_origins";

  private static final Format<List<PageOrigin>> ORIGINS =
      Format.text(
          "must be at most %d origins such as https://shop.example, without a path; http only for localhost"
              .formatted(ApiKey.MAX_ORIGINS),
          List.of(),
          text ->
              text.length() > RightsText.MAX_LENGTH ? Optional.empty() : RightsText.origins(text));

  private final Accounts accounts;
  private final URI base;
  private final InstantSource clock;

  /**
   * @param base the base of payers' links
   */
  public CardFieldsPages(Accounts accounts, URI base, InstantSource clock) {
    this.accounts = accounts;
    this.base = base;
    this.clock = clock;
  }

  /**
   * The page.
   *
   * @param tag the tag of florin.js with its integrity hash
   */
  public record View(Form form, ApiKey key, boolean mayManage, String tag) {}

  public Response show(DashboardRequest visit) {
    ApiKey key = find(visit);
    String origins = key.origins().stream().map(PageOrigin::text).collect(Collectors.joining("\n"));
    return Page.of("card-fields", TITLE, view(visit, key, Form.of(Map.of(FIELD, origins))));
  }

  public Response change(DashboardRequest visit) {
    ApiKey key = find(visit);
    Form form = visit.form();
    List<PageOrigin> origins = form.optional(FIELD, ORIGINS).orElse(List.of());
    if (!form.isGood()) {
      return Page.again("card-fields", TITLE, view(visit, key, form));
    }
    visit.about(key.id());
    visit.note(origins.isEmpty() ? "none" : origins.size() + " origins");
    accounts.allow(key, origins, visit.auditLine().work());
    return Done.to(PATH.replace("{id}", key.id().text())).saying("Allowed origins saved.");
  }

  private ApiKey find(DashboardRequest visit) {
    KeyId id = visit.id(KeyId.KIND);
    return accounts
        .findKey(visit.realm(), id)
        .filter(key -> key.kind() == KeyKind.PUBLISHABLE && key.isUsable(clock.instant()))
        .orElseThrow(() ->
            new Problem.NotFound(
                    ErrorCode.RESOURCE_MISSING, "There is no active publishable key " + id + ".")
                .refusal());
  }

  private View view(DashboardRequest visit, ApiKey key, Form form) {
    boolean mayManage =
        visit.may(
            visit.realm().isLive() ? Permission.MANAGE_LIVE_KEYS : Permission.MANAGE_TEST_KEYS);
    return new View(form, key, mayManage, FlorinScriptApi.tag(base.toString()));
  }
}
