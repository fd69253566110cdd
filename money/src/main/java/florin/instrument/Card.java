package florin.instrument;

import florin.connector.Credential;
import florin.connector.Credential.PlainCard;
import florin.connector.ProviderDetails.PaidCard;
import florin.core.CardCode;
import florin.core.Pan;
import florin.core.Realm;
import florin.http.JsonFields;
import florin.instrument.Instrument.CardChange;
import florin.instrument.Instrument.InstrumentView;
import florin.vault.Brand;
import florin.vault.Funding;
import florin.vault.Vault;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A card, without its secret parts.
 *
 * @param fingerprint equal for the same number in the same realm; empty if the number was invalid,
 *     or only a provider has seen it
 */
public record Card(
    Brand brand,
    String last4,
    int expMonth,
    int expYear,
    Funding funding,
    Optional<String> fingerprint)
    implements Instrument {

  static Card of(PlainCard plain, Realm realm, Vault vault) {
    Pan pan = plain.pan();
    return new Card(
        Brand.of(pan),
        pan.last4(),
        plain.expMonth(),
        plain.expYear(),
        Funding.of(pan, realm.mode()),
        pan.isValid() ? Optional.of(vault.fingerprint(realm, pan)) : Optional.empty());
  }

  /** Returns a card whose number only the provider has seen. */
  public static Card of(PaidCard paid) {
    return new Card(
        Stream.of(Brand.values())
            .filter(brand -> brand.text().equals(paid.brand()))
            .findFirst()
            .orElse(Brand.UNKNOWN),
        paid.last4(),
        paid.expMonth(),
        paid.expYear(),
        Stream.of(Funding.values())
            .filter(funding -> funding.text().equals(paid.funding()))
            .findFirst()
            .orElse(Funding.UNKNOWN),
        Optional.empty());
  }

  static Card of(JsonFields details) {
    return new Card(
        Brand.ofText(details.text("brand")),
        details.text("last4"),
        details.integer("exp_month"),
        details.integer("exp_year"),
        Funding.ofText(details.text("funding")),
        details.findText("fingerprint"));
  }

  @Override
  public void store(JsonFields.Writer details) {
    details
        .put("brand", brand.text())
        .put("last4", last4)
        .put("exp_month", expMonth)
        .put("exp_year", expYear)
        .put("funding", funding.text())
        .put("fingerprint", fingerprint);
  }

  @Override
  public Optional<Credential> credential(Optional<Pan> number, Optional<CardCode> code) {
    return number.map(pan -> new PlainCard(pan, expMonth, expYear, code));
  }

  /** Returns the card with the changed expiry date; the number stays. */
  @Override
  public Card changed(CardChange change) {
    return new Card(
        brand,
        last4,
        change.expMonth().orElse(expMonth),
        change.expYear().orElse(expYear),
        funding,
        fingerprint);
  }

  @Override
  public boolean hasSecret() {
    return true;
  }

  private record View(CardView card) implements InstrumentView {
    @Override
    public InstrumentView forBrowser() {
      return new View(card.forBrowser());
    }
  }

  @Override
  public Optional<InstrumentView> view() {
    return Optional.of(new View(CardView.of(this)));
  }

  @Override
  public Map<String, String> lines() {
    var lines = new LinkedHashMap<String, String>();
    lines.put("Card", label());
    lines.put("Expires", expires());
    if (funding != Funding.UNKNOWN) {
      lines.put("Card type", fundingName());
    }
    return lines;
  }

  @Override
  public String payerLabel() {
    return "Name on card";
  }

  @Override
  public Type type() {
    return Type.CARD;
  }

  @Override
  public String label() {
    return brandName() + " •••• " + last4;
  }

  /** Returns the expiry date, for example `12 / 2030`. */
  public String expires() {
    return "%02d / %d".formatted(expMonth, expYear);
  }

  private String fundingName() {
    return switch (funding) {
      case CREDIT -> "Credit";
      case DEBIT -> "Debit";
      case PREPAID -> "Prepaid";
      case UNKNOWN -> "Unknown";
    };
  }

  private String brandName() {
    return switch (brand) {
      case VISA -> "Visa";
      case MASTERCARD -> "Mastercard";
      case AMEX -> "American Express";
      case DISCOVER -> "Discover";
      case DINERS -> "Diners Club";
      case JCB -> "JCB";
      case UNIONPAY -> "UnionPay";
      case MAESTRO -> "Maestro";
      case ELO -> "Elo";
      case MIR -> "Mir";
      case RUPAY -> "RuPay";
      case UNKNOWN -> "Card";
    };
  }
}
