package florin.dashboard;

import florin.account.Account;
import florin.account.Accounts;
import florin.account.Profile;
import florin.checkout.Accent;
import florin.checkout.Branding;
import florin.customer.ContactFormats;
import florin.dashboard.Response.Done;
import florin.dashboard.Response.Page;
import florin.http.Form;
import florin.http.Format;
import florin.payment.PaymentFormats;
import florin.team.Act;
import florin.vault.TextFormats;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What the merchant tells its payers of itself, in both modes. */
public final class SettingsPages {
  private static final String PATH = "/dashboard/settings";
  private static final String TITLE = "Business";

  private static final Format<String> NAME = TextFormats.line(256);
  private static final Format<String> ADDRESS = TextFormats.paragraph(500);

  private static final Format<Accent> ACCENT =
      Format.text(
          "must be a colour: # and six digits or letters from a to f, for example #1d4ed8",
          new Accent("#000000"),
          Accent::parse);

  private final Accounts accounts;
  private final Branding branding;

  public SettingsPages(Accounts accounts, Branding branding) {
    this.accounts = accounts;
    this.branding = branding;
  }

  /**
   * @param account its id, for whoever runs this Florin
   */
  public record View(Form form, boolean mayManage, String account) {}

  Response show(Visit visit) {
    Account account = accounts.get(visit.realm());
    Map<String, String> values = new HashMap<>();
    values.put("name", account.name());
    Profile profile = account.profile();
    profile.address().ifPresent(text -> values.put("address", text));
    profile.supportEmail().ifPresent(text -> values.put("support_email", text));
    profile.statementDescriptor().ifPresent(text -> values.put("statement_descriptor", text));
    branding.find(visit.realm()).ifPresent(accent -> values.put("accent", accent.text()));
    return Page.of("settings", TITLE, view(visit, Form.of(values)));
  }

  Response save(Visit visit) {
    Form form = visit.form();
    String name = form.required("name", NAME);
    Optional<String> address = form.optional("address", ADDRESS);
    Optional<String> email = form.optional("support_email", ContactFormats.EMAIL);
    Optional<String> descriptor =
        form.optional("statement_descriptor", PaymentFormats.STATEMENT_DESCRIPTOR);
    Optional<Accent> accent = form.optional("accent", ACCENT);
    if (!form.isGood()) {
      return Page.again("settings", TITLE, view(visit, form));
    }
    accounts.change(visit.realm().accountNumber(), name, new Profile(address, email, descriptor));
    branding.choose(visit.realm(), accent);
    return Done.to(PATH).saying("Saved. Receipts and checkout pages show it from now on.");
  }

  private View view(Visit visit, Form form) {
    return new View(form, visit.may(Act.MANAGE_SETTINGS), accounts.get(visit.realm()).id().text());
  }
}
