package florin.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.PayerAction.BankInstructions;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each kind of instrument owes to those who do not know it. */
class InstrumentTest {
  /** One of the kind, with all that one can have. */
  private static Instrument sample(Instrument.Type type) {
    return switch (type) {
      case CARD ->
          new Card(Brand.VISA, "4242", 12, 2030, Funding.CREDIT, Optional.of("fingerprint"));
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
      case HOSTED -> new Hosted(List.of("card", "ideal"));
    };
  }

  private record Shown(String before, @Unwrapped @Nullable InstrumentView view, String after) {}

  /** PaymentMethodApi reads that filter, and need not act on it while this holds. */
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
}
