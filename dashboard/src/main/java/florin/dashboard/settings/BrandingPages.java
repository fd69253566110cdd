package florin.dashboard.settings;

import florin.account.Account;
import florin.account.Accounts;
import florin.branding.Accent;
import florin.branding.Branding;
import florin.branding.Branding.LogoResult;
import florin.branding.Branding.Look;
import florin.branding.Logo;
import florin.checkout.CheckoutPreviewApi;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.Response.Page;
import florin.dashboard.parts.Response.Raw;
import florin.http.Form;
import florin.http.Format;
import florin.receipt.ReceiptPreviewApi;
import florin.team.AuditLine;
import florin.team.Permission;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The branding of payment pages, in both color schemes: a color and a logo. */
public final class BrandingPages {
  public static final String PATH = "/dashboard/branding";

  /** At the depth of the pages for payers, whose links to the font and the logo are relative. */
  public static final String PREVIEW_PATH = "/dashboard/checkout-preview";

  private static final String TITLE = "Branding";

  /** The default colors of the pages. */
  private static final Accent LIGHT = new Accent("#4340d2");

  private static final Accent DARK = new Accent("#a3a6ff");

  private static final Format<Accent> ACCENT =
      Format.text(
          "must be a color: # and six hexadecimal digits, for example #1d4ed8",
          LIGHT,
          Accent::parse);

  private static final String CHECKOUT = "checkout";
  private static final String RECEIPT = "receipt";

  private final Accounts accounts;
  private final Branding branding;
  private final CheckoutPreviewApi preview = new CheckoutPreviewApi();
  private final ReceiptPreviewApi receipts = new ReceiptPreviewApi();
  private final InstantSource clock;

  public BrandingPages(Accounts accounts, Branding branding, InstantSource clock) {
    this.accounts = accounts;
    this.branding = branding;
    this.clock = clock;
  }

  /**
   * The page.
   *
   * @param facts replaces the form for viewers who may not change it
   * @param sheets previews of the checkout page and of the receipt, light and dark
   */
  public record View(
      Form form,
      boolean mayManage,
      List<Fact> facts,
      Optional<Logo> logo,
      List<PreviewSheet> sheets) {
    public int maxKib() {
      return Logo.MAX_BYTES >> 10;
    }

    public int maxPixels() {
      return Logo.MAX_PIXELS;
    }
  }

  /**
   * A preview.
   *
   * @param page `checkout` or `receipt`
   * @param scheme `light` or `dark`
   * @param usual the default color
   */
  public record PreviewSheet(String page, String scheme, Accent usual) {
    public String path() {
      return PREVIEW_PATH + "?page=" + page + "&scheme=" + scheme;
    }

    public String title() {
      return (page.equals(RECEIPT) ? "Receipt, " : "Checkout page, ") + scheme;
    }
  }

  public Response show(DashboardRequest visit) {
    Look look = branding.find(visit.realm());
    var values = new HashMap<String, String>();
    look.accent().ifPresent(accent -> values.put("accent", accent.text()));
    return Page.of("branding", TITLE, view(visit, Form.of(values)));
  }

  public Response save(DashboardRequest visit) {
    Form form = visit.form();
    Optional<Accent> accent = form.optional("accent", ACCENT);
    Optional<byte[]> file = form.file("logo");
    file.map(Branding::check).flatMap(BrandingPages::wrong).ifPresent(it -> form.wrong("logo", it));
    if (!form.isGood()) {
      return Page.again("branding", TITLE, view(visit, form));
    }
    visit.note(file.isPresent() ? "with a logo" : "");
    branding.choose(visit.realm(), accent, file, AuditLine.work(visit::auditLine));
    return Done.to(PATH).saying("Branding saved. Your checkout pages now use it.");
  }

  public Response removeLogo(DashboardRequest visit) {
    return branding.removeLogo(visit.realm(), AuditLine.work(visit::auditLine))
        ? Done.to(PATH).saying("Logo removed.")
        : Done.to(PATH).warning("There is no logo to remove.");
  }

  /** Shows the checkout page or a receipt with the saved branding. */
  public Response preview(DashboardRequest visit) {
    Account account = accounts.get(visit.realm());
    Look look = branding.find(visit.realm());
    boolean isDark = visit.query().value("scheme").filter("dark"::equals).isPresent();
    return new Raw(
        visit.query().value("page").filter(RECEIPT::equals).isPresent()
            ? receipts.page(account, look, isDark, clock.instant())
            : preview.page(account.name(), account.profile(), look, isDark));
  }

  private static Optional<String> wrong(LogoResult result) {
    return switch (result) {
      case LogoResult.Kept _ -> Optional.empty();
      case LogoResult.TooLarge _ ->
          Optional.of("The logo must be at most %d KiB.".formatted(Logo.MAX_BYTES >> 10));
      case LogoResult.NoPicture _ -> Optional.of("The logo must be a PNG or JPEG file.");
      case LogoResult.OtherSize _ ->
          Optional.of("The logo must be at most %1$d × %1$d pixels.".formatted(Logo.MAX_PIXELS));
    };
  }

  private View view(DashboardRequest visit, Form form) {
    Look look = branding.find(visit.realm());
    return new View(
        form,
        visit.may(Permission.MANAGE_SETTINGS),
        List.of(
            Fact.of("Color", look.accent().map(Accent::text).orElse("Not set")),
            Fact.of(
                "Logo",
                look.logo()
                    .map(it -> "%d × %d pixels".formatted(it.width(), it.height()))
                    .orElse("Not set"))),
        look.logo(),
        Stream.of(CHECKOUT, RECEIPT)
            .flatMap(page ->
                Stream.of(
                    new PreviewSheet(page, "light", LIGHT), new PreviewSheet(page, "dark", DARK)))
            .toList());
  }
}
