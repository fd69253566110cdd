package florin.dashboard.checkout;

import florin.checkout.PaymentLink;
import florin.checkout.PaymentLink.Offer;
import florin.checkout.PaymentLink.Price;
import florin.checkout.PaymentLinkChange;
import florin.checkout.PaymentLinks;
import florin.checkout.PaymentLinks.CreateLink;
import florin.core.Currency;
import florin.core.Id.PaymentLinkId;
import florin.core.MetadataChange;
import florin.core.Money;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Refusal;
import florin.dashboard.parts.AmountFormat;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.Pager;
import florin.dashboard.parts.Paging;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.TabLink;
import florin.dashboard.payments.CurrencyChoice;
import florin.dashboard.payments.NewPaymentPages;
import florin.db.IdTime;
import florin.http.Form;
import florin.http.Format;
import florin.http.JsonText;
import florin.http.Range;
import florin.http.TextFormats;
import florin.page.AmountText;
import florin.page.QrCode;
import florin.payment.PaymentFormats;
import florin.payment.Payments;
import florin.payment.machine.CaptureMethod;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** `/dashboard/payment-links`: payment links, which any number of payers can use. */
public final class PaymentLinkPages {
  public static final String PATH = "/dashboard/payment-links";

  private static final String TITLE = "Payment links";
  private static final String NEW_TITLE = "Create payment link";
  private static final String USUAL_CURRENCY = "EUR";

  private static final Format<String> DESCRIPTION = TextFormats.paragraph(1000);

  /** The metadata key of the order number, which the search and the payment's head use. */
  private static final String ORDER = "order";

  private static final Format<String> ORDER_NUMBER =
      TextFormats.line(MetadataChange.MAX_VALUE_LENGTH);
  private static final String ACTIVE = "active";
  private static final Set<String> ACTIVENESS = Set.of("true", "false");
  private static final Format<Long> MAX_PAYMENTS =
      Format.integer(Range.of(1, PaymentLink.MAX_PAYMENTS).described("a number, for example 100"));

  /** The fields that the address of the form can fill in. */
  private static final List<String> PREFILLED =
      List.of("amount", "currency", "description", ORDER, "max_payments");

  private final PaymentLinks links;
  private final Payments payments;

  public PaymentLinkPages(PaymentLinks links, Payments payments) {
    this.links = links;
    this.payments = payments;
  }

  public record ListView(List<TabLink> tabs, List<LinkRow> rows, Pager pager) {
    public ListView {
      tabs = List.copyOf(tabs);
      rows = List.copyOf(rows);
    }
  }

  /** A link, and its address for payers. */
  public record LinkRow(PaymentLink link, String url) {}

  /** The form of a new link. */
  public record NewView(Form form, CurrencyChoice currencies) {
    public boolean isChosen() {
      return form.text("price").equals("chosen");
    }
  }

  /**
   * The page of a link.
   *
   * @param url the address for payers
   * @param picture the address as a QR code
   */
  public record DetailView(
      PaymentLink link, String url, QrCode picture, List<Fact> facts, String json) {
    public DetailView {
      facts = List.copyOf(facts);
    }

    /** Returns a `mailto:` URL (RFC 6068): a mail of the member that contains the link. */
    public String mail() {
      return "mailto:?subject="
          + percentEncoded(link.offer().description().orElse("Payment link"))
          + "&body="
          + percentEncoded(url);
    }

    private static String percentEncoded(String text) {
      return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
  }

  public Response list(DashboardRequest visit) {
    Optional<Boolean> active =
        visit.query().value(ACTIVE).filter(ACTIVENESS::contains).map(Boolean::valueOf);
    var paging = new Paging(PATH, visit.query(), List.of(ACTIVE));
    PageRequest asked = paging.request(PaymentLinkId.KIND);
    Page<PaymentLink> page = links.list(visit.realm(), active, IdTime.Span.ALWAYS, asked);
    return Response.Page.of(
        "payment-links",
        TITLE,
        new ListView(
            tabs(active),
            page.data().stream().map(link -> new LinkRow(link, links.url(link))).toList(),
            paging.pager(asked, page, PaymentLink::id)));
  }

  private static List<TabLink> tabs(Optional<Boolean> active) {
    return List.of(
        TabLink.of("All", PATH, active.isEmpty()),
        TabLink.of("Active", PATH + "?active=true", active.equals(Optional.of(true))),
        TabLink.of("Disabled", PATH + "?active=false", active.equals(Optional.of(false))));
  }

  public Response showNew(DashboardRequest visit) {
    String currency =
        links
            .list(visit.realm(), Optional.empty(), IdTime.Span.ALWAYS, PageRequest.first(1))
            .data()
            .stream()
            .map(last -> last.price().currency().code().toUpperCase(Locale.ROOT))
            .findFirst()
            .orElse(USUAL_CURRENCY);
    var values = new HashMap<>(Map.of("price", "fixed", "currency", currency));
    PREFILLED.forEach(
        name -> visit.query().value(name).ifPresent(value -> values.put(name, value)));
    return Response.Page.of("payment-link-new", NEW_TITLE, view(visit, Form.of(values)));
  }

  public Response create(DashboardRequest visit) {
    Form form = visit.form();
    String description = form.required("description", DESCRIPTION);
    Currency currency = form.required("currency", NewPaymentPages.CURRENCY);
    Optional<Price> price =
        form.error("currency").isPresent() ? Optional.empty() : price(form, currency);
    Optional<URI> successUrl = form.optional("success_url", PaymentFormats.RETURN_URL);
    Optional<String> order = form.optional(ORDER, ORDER_NUMBER);
    Optional<Integer> maxPayments =
        form.optional("max_payments", MAX_PAYMENTS).map(Math::toIntExact);
    if (form.isGood() && price.isPresent()) {
      var offer =
          new Offer(
              Optional.of(description),
              CaptureMethod.AUTOMATIC,
              successUrl,
              maxPayments,
              List.of(),
              order.map(number -> Map.of(ORDER, number)).orElse(Map.of()));
      try {
        PaymentLink made =
            links
                .create(
                    visit.realm(),
                    visit.auditedOrigin(PaymentLink.class, it -> visit.about(it.id())),
                    new CreateLink(price.get(), offer, true))
                .value();
        return Done.to(path(made.id()))
            .saying("Payment link created. Copy the link, or share its QR code.");
      } catch (Refusal refused) {
        form.wrong("success_url", refused.problem());
      }
    }
    return Response.Page.again("payment-link-new", NEW_TITLE, view(visit, form));
  }

  private NewView view(DashboardRequest visit, Form form) {
    return new NewView(form, CurrencyChoice.of(payments, visit.realm()));
  }

  private static Optional<Price> price(Form form, Currency currency) {
    Format<Money> amount = AmountFormat.of(currency);
    if (!form.text("price").equals("chosen")) {
      Money fixed = form.required("amount", amount);
      return form.isGood() ? Optional.of(new Price.Fixed(fixed, List.of())) : Optional.empty();
    }
    Money min = form.required("min", amount);
    Money max = form.required("max", amount);
    if (form.isGood() && min.isMoreThan(max)) {
      form.wrong("max", "Must be at least the minimum.");
    }
    return form.isGood() ? Optional.of(new Price.Chosen(min, max)) : Optional.empty();
  }

  public Response show(DashboardRequest visit) {
    PaymentLink link = visit.find(PaymentLinkId.KIND, links::find);
    String url = links.url(link);
    return Response.Page.of(
        "payment-link",
        "Payment link",
        new DetailView(
            link, url, QrCode.of(url), facts(link), JsonText.ofView(links.view(link)).pretty()));
  }

  public Response switchOn(DashboardRequest visit) {
    return become(visit, true, "Payment link enabled.");
  }

  public Response switchOff(DashboardRequest visit) {
    return become(visit, false, "Payment link disabled. Payers can no longer use it.");
  }

  private Response become(DashboardRequest visit, boolean active, String said) {
    PaymentLink link = visit.find(PaymentLinkId.KIND, links::find);
    links.update(
        visit.realm(), link.id(), visit.auditedOrigin(), PaymentLinkChange.switched(active));
    return Done.to(path(link.id())).saying(said);
  }

  private static List<Fact> facts(PaymentLink link) {
    var facts = new ArrayList<Fact>();
    link.offer().description().ifPresent(text -> facts.add(Fact.of("Description", text)));
    facts.add(Fact.of("Payments", payments(link)));
    if (link.counts().reserved() > 0) {
      facts.add(Fact.of("In progress", Integer.toString(link.counts().reserved())));
    }
    link.offer()
        .successUrl()
        .ifPresent(url -> facts.add(Fact.code("Success page", url.toString())));
    return facts;
  }

  public static String amount(PaymentLink link) {
    return switch (link.price()) {
      case Price.Fixed(Money amount, var _) -> AmountText.of(amount);
      case Price.Chosen(Money min, Money max) -> AmountText.of(min) + " to " + AmountText.of(max);
    };
  }

  public static String payments(PaymentLink link) {
    return link.offer()
        .maxPayments()
        .map(most -> "%,d of %,d".formatted(link.counts().payments(), most))
        .orElseGet(() -> "%,d".formatted(link.counts().payments()));
  }

  public static String status(PaymentLink link) {
    if (!link.active()) {
      return "disabled";
    }
    return link.isUsedUp() ? "used_up" : "active";
  }

  public static String path(PaymentLinkId id) {
    return PATH + "/" + id.text();
  }
}
