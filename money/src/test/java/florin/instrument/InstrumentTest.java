package florin.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.PayerAction.BankInstructions;
import florin.connector.ProviderDetails.SavedAccount;
import florin.core.Currency;
import florin.core.Money;
import florin.http.Json;
import florin.http.Json.Unwrapped;
import florin.http.JsonFields;
import florin.instrument.Instrument.InstrumentView;
import florin.vault.Brand;
import florin.vault.Funding;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every kind of instrument implements the methods that its callers rely on. */
class InstrumentTest {
  /** Returns an instrument of the kind with all optional fields. */
  private static Instrument sample(Instrument.Type type) {
    return switch (type) {
      case CARD -> card(Brand.VISA, Funding.CREDIT);
      case BANK_TRANSFER ->
          new BankTransfer(
              Optional.of(
                  new BankInstructions(
                      "RF18539007547034",
                      "DE89370400440532013000",
                      Optional.of("COBADEFFXXX"),
                      "Analytical Engines GmbH",
                      Instant.parse("2026-12-07T08:00:00Z"))),
              Optional.of(new Money(300, Currency.get("eur"))),
              Optional.of(new BankTransfer.Debtor("Ada Lovelace", "3000")));
      case HOSTED ->
          new Hosted(
              List.of("card", "ideal"),
              Optional.of("ideal"),
              Optional.of(new SavedAccount("sepa_debit", "2370")));
    };
  }

  @Test
  void a_saved_account_is_shown_beside_the_method_that_the_payer_used() {
    Instrument instrument = sample(Instrument.Type.HOSTED);

    assertThat(instrument.label()).isEqualTo("iDEAL •••• 2370");
    assertThat(Json.text(instrument.view().orElseThrow()))
        .isEqualTo(
            "{\"hosted\":{\"method\":\"ideal\",\"account\":{\"method\":\"sepa_debit\",\"iban_last4\":\"2370\"}}}");
  }

  private record Shown(String before, @Unwrapped @Nullable InstrumentView view, String after) {}

  /** Cards are the only stored kind, so PaymentMethodApi needs no filter in its query. */
  @Test
  void a_filter_of_payment_methods_by_type_includes_all_existing_ones() {
    assertThat(Instrument.Type.listKept()).containsExactly(Instrument.Type.CARD);
  }

  @ParameterizedTest
  @EnumSource
  void stored_instruments_are_read_back_unchanged(Instrument.Type type) {
    Instrument instrument = sample(type);
    var details = new JsonFields.Writer();

    instrument.store(details);

    assertThat(instrument.type()).isEqualTo(type);
    assertThat(Instrument.of(type, JsonFields.of(details.text()))).isEqualTo(instrument);
  }

  @ParameterizedTest
  @EnumSource
  void it_is_shown_under_the_name_of_its_type(Instrument.Type type) {
    Optional<InstrumentView> view = sample(type).view();

    String shown = Json.text(new Shown("1", view.orElse(null), "2"));

    assertThat(shown).startsWith("{\"before\":\"1\",").endsWith("\"after\":\"2\"}");
    assertThat(Json.readObject(shown))
        .containsOnlyKeys(
            view.isPresent()
                ? List.of("before", type.text(), "after")
                : List.of("before", "after"));
  }

  @ParameterizedTest
  @EnumSource
  void it_has_a_label_for_people(Instrument.Type type) {
    assertThat(sample(type).label()).isNotBlank();
    assertThat(sample(type).lines()).isNotEmpty().doesNotContainValue("");
  }

  @Test
  void a_card_is_shown_field_by_field_and_to_a_browser_without_its_fingerprint() {
    InstrumentView view = sample(Instrument.Type.CARD).view().orElseThrow();

    assertThat(Json.text(new Shown("1", view, "2")))
        .isEqualTo(
            """
            {"before":"1","card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2030,\
            "funding":"credit","fingerprint":"fingerprint"},"after":"2"}\
            """);
    assertThat(Json.text(new Shown("1", view.forBrowser(), "2")))
        .isEqualTo(
            """
            {"before":"1","card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2030,\
            "funding":"credit","fingerprint":null},"after":"2"}\
            """);
  }

  @ParameterizedTest
  @CsvSource({
    "VISA, Visa",
    "MASTERCARD, Mastercard",
    "AMEX, American Express",
    "DISCOVER, Discover",
    "DINERS, Diners Club",
    "JCB, JCB",
    "UNIONPAY, UnionPay",
    "MAESTRO, Maestro",
    "ELO, Elo",
    "MIR, Mir",
    "RUPAY, RuPay",
    "UNKNOWN, Card",
  })
  void the_label_of_a_card_begins_with_the_name_of_its_brand(Brand brand, String name) {
    assertThat(card(brand, Funding.CREDIT).label()).isEqualTo(name + " •••• 4242");
  }

  @ParameterizedTest
  @CsvSource({"CREDIT, Credit", "DEBIT, Debit", "PREPAID, Prepaid"})
  void the_lines_of_a_card_include_the_card_type_if_it_is_known(Funding funding, String name) {
    Map<String, String> known =
        Map.of("Card", "Visa •••• 4242", "Expires", "12 / 2030", "Card type", name);

    assertThat(card(Brand.VISA, funding).lines()).isEqualTo(known);
    assertThat(card(Brand.VISA, Funding.UNKNOWN).lines()).containsOnlyKeys("Card", "Expires");
  }

  private static Card card(Brand brand, Funding funding) {
    return new Card(brand, "4242", 12, 2030, funding, Optional.of("fingerprint"));
  }
}
