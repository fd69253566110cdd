package florin.dashboard.settings;

import florin.account.Accounts;
import florin.account.Accounts.KeyTerms;
import florin.account.Accounts.NewKey;
import florin.account.ApiKey;
import florin.account.KeyDescent;
import florin.account.KeyUseStore.LimitUse;
import florin.account.RightsText;
import florin.connector.Connectors;
import florin.core.AddressRange;
import florin.core.Caller.KeyKind;
import florin.core.DailyLimits;
import florin.core.DailyLimits.DailyLimit;
import florin.core.ErrorCode;
import florin.core.Id.KeyId;
import florin.core.KeyRights;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Scope;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Expiry;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.Response.Page;
import florin.dashboard.parts.SelectOption;
import florin.http.Form;
import florin.http.Format;
import florin.http.TextFormats;
import florin.page.AmountText;
import florin.report.UsedScopes;
import florin.team.Permission;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The API keys of the mode: list, create, roll and revoke. A new secret is shown once. */
public final class KeyPages {
  private static final String PATH = "/dashboard/keys";
  public static final String LIVE_SETTINGS = PATH + "/live-settings";

  /** The most scopes that the list shows of a key. */
  private static final int SHOWN_SCOPES = 3;

  private static final Format<String> NAME = TextFormats.line(256);

  private static final Format<KeyKind> KIND =
      Format.choice(List.of(KeyKind.values()), KeyPages::text);

  /** The times for which a rolled key stays valid, in seconds. */
  private static final List<SelectOption> OVERLAPS =
      List.of(
          new SelectOption("3600", "In one hour"),
          new SelectOption("86400", "In one day"),
          new SelectOption("604800", "In seven days"),
          new SelectOption("0", "Immediately"));

  private static final Format<Duration> OVERLAP =
      Format.choice(
          OVERLAPS.stream()
              .map(option -> Duration.ofSeconds(Long.parseLong(option.value())))
              .toList(),
          overlap -> Long.toString(overlap.toSeconds()));

  private static final Format<Set<Scope>> SCOPES =
      Format.text(
          "must be scopes such as payments:read, refunds:* or *:read",
          Set.of(),
          bounded(RightsText::scopes));

  private static final Format<List<DailyLimit>> LIMITS =
      Format.text(
          "must be limits such as refunds:create<=500000 eur/day or payments:create<=100/day, one of each kind",
          List.of(),
          bounded(RightsText::limits));

  private static final Format<List<AddressRange>> ADDRESSES =
      Format.text(
          "must be address ranges such as 203.0.113.0/24 or 2001:db8::/32",
          List.of(),
          bounded(RightsText::addresses));

  private final Accounts accounts;
  private final Predicate<Realm> takesPayments;
  private final Function<ApiKey, UsedScopes> usedScopes;
  private final InstantSource clock;

  /**
   * @param takesPayments whether a realm can accept payments
   * @param usedScopes returns the scopes that a key used
   */
  public KeyPages(
      Accounts accounts,
      Predicate<Realm> takesPayments,
      Function<ApiKey, UsedScopes> usedScopes,
      InstantSource clock) {
    this.accounts = accounts;
    this.takesPayments = takesPayments;
    this.usedScopes = usedScopes;
    this.clock = clock;
  }

  /**
   * The page.
   *
   * @param mayManage whether the member may create, roll and revoke keys
   * @param liveSettings whether live keys may change live settings
   */
  public record View(
      Form form,
      Optional<Like> like,
      boolean mayManage,
      boolean live,
      boolean liveSettings,
      List<ApiKey> keys,
      Map<KeyId, List<LimitUse>> usedToday,
      Instant now) {
    View with(Like other) {
      return new View(
          form, Optional.of(other), mayManage, live, liveSettings, keys, usedToday, now);
    }

    public List<ApiKey> usable() {
      return keys.stream().filter(key -> key.isUsable(now)).toList();
    }

    public List<ApiKey> others() {
      return keys.stream().filter(key -> !key.isUsable(now)).toList();
    }

    /** Returns the first scopes of a restricted key, and the number of the others. */
    public String someScopes(ApiKey key) {
      List<String> all = scopes(key);
      return all.size() <= SHOWN_SCOPES
          ? String.join(", ", all)
          : String.join(", ", all.subList(0, SHOWN_SCOPES - 1))
              + ", %d more".formatted(all.size() - SHOWN_SCOPES + 1);
    }

    public List<String> scopes(ApiKey key) {
      return key.rights().scopes().stream().map(Scope::text).toList();
    }

    /** Returns the daily limits of a key with their use of today. */
    public List<String> limits(ApiKey key) {
      return usedToday.getOrDefault(key.id(), List.of()).stream().map(KeyPages::text).toList();
    }

    public String addresses(ApiKey key) {
      return key.rights().addresses().stream()
          .map(AddressRange::text)
          .collect(Collectors.joining(", "));
    }

    /** Returns the keys that end with a key: `2 keys created with it`; empty if there are none. */
    public String endingWith(ApiKey key) {
      long made = KeyDescent.madeWith(key, keys).stream().filter(it -> it.isUsable(now)).count();
      return made == 0 ? "" : madeKeys(made);
    }

    private static String madeKeys(long count) {
      return count == 1 ? "1 key created with it" : count + " keys created with it";
    }

    /** Returns the name of the key with which the API created a key. */
    public Optional<String> parent(ApiKey key) {
      return keys.stream()
          .filter(it -> key.descent().parent().filter(it.id()::equals).isPresent())
          .map(ApiKey::name)
          .findFirst();
    }

    public List<SelectOption> overlaps() {
      return OVERLAPS;
    }
  }

  public Response list(DashboardRequest visit) {
    return visit
        .query()
        .value("like")
        .flatMap(KeyId.KIND::parse)
        .filter(_ -> mayManage(visit))
        .flatMap(id -> accounts.findKey(visit.realm(), id))
        .map(key -> like(visit, key))
        .orElseGet(
            () -> Page.of("keys", "API keys", view(visit, Form.of(Map.of("kind", "secret")))));
  }

  /** Opens the form with the scopes that a key used. */
  private Page like(DashboardRequest visit, ApiKey key) {
    UsedScopes used = usedScopes.apply(key);
    View view =
        view(
            visit,
            Form.of(
                Map.of(
                    "kind",
                    "restricted",
                    "scopes",
                    used.scopes().stream().map(Scope::text).collect(Collectors.joining(", ")))));
    return Page.of("keys", "API keys", view.with(new Like(key.name(), used)));
  }

  /** The key from whose requests the form has its scopes. */
  public record Like(String name, UsedScopes used) {}

  public Response create(DashboardRequest visit) {
    Form form = visit.form();
    String name = form.required("name", NAME);
    Optional<KeyTerms> terms = readTerms(form, name);
    if (terms.isEmpty() || !form.isGood()) {
      return Page.again("keys", "API keys", view(visit, form));
    }
    return made(
        visit,
        accounts.createKey(
            visit.realm(),
            terms.get(),
            key -> {
              visit.about(key.id());
              return visit.auditLine().work();
            }),
        "Key created.");
  }

  private Optional<KeyTerms> readTerms(Form form, String name) {
    KeyKind kind = form.required("kind", KIND);
    if (!form.isGood()) {
      return Optional.empty();
    }
    if (kind != KeyKind.RESTRICTED) {
      return Optional.of(KeyTerms.of(kind, name));
    }
    Set<Scope> scopes = form.required("scopes", SCOPES);
    List<DailyLimit> limits = form.optional("daily_limits", LIMITS).orElse(List.of());
    List<AddressRange> addresses = form.optional("addresses", ADDRESSES).orElse(List.of());
    Optional<Duration> expires = form.optional(Expiry.FIELD, Expiry.FORMAT);
    return form.isGood()
        ? Optional.of(
            new KeyTerms(
                kind,
                new KeyRights(scopes, DailyLimits.of(limits), addresses),
                name,
                expires.map(clock.instant()::plus)))
        : Optional.empty();
  }

  public Response roll(DashboardRequest visit) {
    ApiKey old = usable(visit);
    Duration overlap = visit.form().required("expires_in", OVERLAP);
    if (!visit.form().isGood()) {
      throw refused("Choose one of the offered times.");
    }
    visit.note("works on for " + overlap.toHours() + " h");
    return made(
        visit,
        accounts.roll(
            old,
            overlap,
            key -> {
              visit.about(key.id());
              return visit.auditLine().work();
            }),
        "Key rolled. Copy the new secret now.");
  }

  public Response revoke(DashboardRequest visit) {
    ApiKey key = usable(visit);
    int made =
        accounts
                .revoke(
                    key,
                    one -> {
                      visit.about(one.id());
                      visit.note(one.shown());
                      return visit.auditLine().work();
                    })
                .size()
            - 1;
    return Done.to(PATH)
        .saying(
            made < 1
                ? "“" + key.name() + "” was revoked. Florin now rejects it."
                : "“%s” and %s were revoked. Florin now rejects them."
                    .formatted(key.name(), View.madeKeys(made)));
  }

  /** Sets whether live keys may change connectors and other live settings. */
  public Response allowLiveSettings(DashboardRequest visit) {
    boolean allowed = visit.form().text("allowed").equals("yes");
    visit.note(allowed ? "allowed" : "not allowed");
    accounts.allowLiveSettings(visit.realm().accountNumber(), allowed, visit.auditLine().work());
    return Done.to(PATH)
        .saying(
            allowed
                ? "Live API keys can now change connectors and other live settings."
                : "Live settings can now only be changed in the dashboard.");
  }

  private Done made(DashboardRequest visit, NewKey made, String words) {
    Done done =
        takesPayments.test(visit.realm())
            ? Done.to(PATH).saying(words)
            : Done.to(PATH).warning(words + " " + Connectors.NO_LIVE_PAYMENTS);
    return made.key().kind() != KeyKind.PUBLISHABLE ? done.showingOnce(made.text().reveal()) : done;
  }

  private ApiKey usable(DashboardRequest visit) {
    KeyId id = visit.id(KeyId.KIND);
    ApiKey key =
        accounts
            .findKey(visit.realm(), id)
            .orElseThrow(() ->
                new Problem.NotFound(ErrorCode.RESOURCE_MISSING, "There is no key " + id + ".")
                    .refusal());
    if (!key.isUsable(clock.instant())) {
      throw refused("This key has already been revoked or has expired.");
    }
    return key;
  }

  private static boolean mayManage(DashboardRequest visit) {
    return visit.may(
        visit.realm().isLive() ? Permission.MANAGE_LIVE_KEYS : Permission.MANAGE_TEST_KEYS);
  }

  private static <T> Function<String, Optional<T>> bounded(Function<String, Optional<T>> parse) {
    return text -> text.length() > RightsText.MAX_LENGTH ? Optional.empty() : parse.apply(text);
  }

  private static RuntimeException refused(String words) {
    return new Problem.BadRequest(ErrorCode.PARAMETER_INVALID, words).refusal();
  }

  private View view(DashboardRequest visit, Form form) {
    Instant now = clock.instant();
    boolean live = visit.realm().isLive();
    List<ApiKey> keys =
        accounts.listKeys(visit.realm()).stream()
            .sorted(Comparator.comparing(ApiKey::created).reversed())
            .toList();
    return new View(
        form,
        Optional.empty(),
        mayManage(visit),
        live,
        live && accounts.allowsLiveSettings(visit.realm().accountNumber()),
        keys,
        accounts.usedToday(visit.realm(), keys),
        now);
  }

  /** Returns a limit with its use: `refunds:create: €3.00 of €5,000.00`, for example. */
  private static String text(LimitUse use) {
    DailyLimit limit = use.limit();
    return limit.scope().text()
        + ": "
        + limit
            .currency()
            .map(currency ->
                AmountText.of(use.used(), currency)
                    + " of "
                    + AmountText.of(limit.most(), currency))
            .orElse(use.used() + " of " + limit.most());
  }

  private static String text(KeyKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
