package florin.instrument;

import static java.util.Map.entry;

import florin.connector.Credential;
import florin.connector.ProviderDetails;
import florin.connector.ProviderDetails.SavedAccount;
import florin.core.CardCode;
import florin.core.Pan;
import florin.http.Json.OmitWhenNull;
import florin.http.JsonFields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A payment method that the payer chooses on a provider's page. Once the payment is paid, its
 * instrument is the chosen one, for example a card without a fingerprint.
 *
 * @param methods the methods that the page offers, in the provider's words; empty for the
 *     connector's setting
 * @param method the method that the payer used, once the provider has reported it
 * @param account the bank account that the provider saved
 */
public record Hosted(List<String> methods, Optional<String> method, Optional<SavedAccount> account)
    implements Instrument {
  private static final String UNKNOWN = "Provider's page";

  /** The names of methods for people. */
  private static final Map<String, String> LABELS =
      Map.ofEntries(
          entry("affirm", "Affirm"),
          entry("afterpay_clearpay", "Afterpay"),
          entry("alipay", "Alipay"),
          entry("alma", "Alma"),
          entry("amazon_pay", "Amazon Pay"),
          entry("au_becs_debit", "BECS Direct Debit"),
          entry("acss_debit", "Pre-authorized debit"),
          entry("bacs_debit", "Bacs Direct Debit"),
          entry("bancontact", "Bancontact"),
          entry("bank_transfer", "Bank transfer"),
          entry("billie", "Billie"),
          entry("blik", "BLIK"),
          entry("boleto", "Boleto"),
          entry("card", "Card"),
          entry("cashapp", "Cash App Pay"),
          entry("eps", "EPS"),
          entry("fpx", "FPX"),
          entry("giftcard", "Gift card"),
          entry("giropay", "giropay"),
          entry("grabpay", "GrabPay"),
          entry("ideal", "iDEAL"),
          entry("kakao_pay", "Kakao Pay"),
          entry("klarna", "Klarna"),
          entry("konbini", "Konbini"),
          entry("kr_card", "Korean card"),
          entry("link", "Link"),
          entry("mobilepay", "MobilePay"),
          entry("multibanco", "Multibanco"),
          entry("naver_pay", "Naver Pay"),
          entry("oxxo", "OXXO"),
          entry("p24", "Przelewy24"),
          entry("pay_by_bank", "Pay by Bank"),
          entry("payco", "PAYCO"),
          entry("paynow", "PayNow"),
          entry("paypal", "PayPal"),
          entry("pix", "Pix"),
          entry("promptpay", "PromptPay"),
          entry("revolut_pay", "Revolut Pay"),
          entry("samsung_pay", "Samsung Pay"),
          entry("satispay", "Satispay"),
          entry("sepa_debit", "SEPA Direct Debit"),
          entry("sofort", "Sofort"),
          entry("swish", "Swish"),
          entry("twint", "TWINT"),
          entry("us_bank_account", "US bank account"),
          entry("wechat_pay", "WeChat Pay"),
          entry("zip", "Zip"));

  private record View(UsedView hosted) implements InstrumentView {}

  /**
   * The API's view of the method that was used.
   *
   * @param method Florin's name of it, or the provider's
   */
  private record UsedView(String method, @OmitWhenNull @Nullable SavedAccount account) {}

  public Hosted {
    methods = List.copyOf(methods);
  }

  public Hosted(List<String> methods) {
    this(methods, Optional.empty(), Optional.empty());
  }

  /** Returns the instrument after the provider has reported the method that the payer used. */
  public Hosted paidWith(ProviderDetails details) {
    return new Hosted(
        methods, details.method().or(() -> method), details.account().or(() -> account));
  }

  static Hosted of(JsonFields details) {
    return new Hosted(
        details.findText("methods").map(methods -> List.of(methods.split(" "))).orElse(List.of()),
        details.findText("method"),
        details
            .findText("account_method")
            .flatMap(charged ->
                details.findText("iban_last4").map(last4 -> new SavedAccount(charged, last4))));
  }

  /** Stores the methods separated by spaces, because a provider's words contain none. */
  @Override
  public void store(JsonFields.Writer details) {
    details.put("methods", Optional.of(String.join(" ", methods)).filter(text -> !text.isEmpty()));
    details.put("method", method);
    details.put("account_method", account.map(SavedAccount::method));
    details.put("iban_last4", account.map(SavedAccount::ibanLast4));
  }

  @Override
  public Optional<Credential> credential(Optional<Pan> number, Optional<CardCode> code) {
    return Optional.of(new Credential.Page(methods));
  }

  @Override
  public Type type() {
    return Type.HOSTED;
  }

  /** Returns the name of a method for people. */
  public static String name(String method) {
    return LABELS.getOrDefault(method, UNKNOWN);
  }

  @Override
  public String label() {
    return method.map(Hosted::name).orElse(UNKNOWN)
        + account.map(saved -> " •••• " + saved.ibanLast4()).orElse("");
  }

  @Override
  public Optional<InstrumentView> view() {
    return method.map(used -> new View(new UsedView(used, account.orElse(null))));
  }
}
