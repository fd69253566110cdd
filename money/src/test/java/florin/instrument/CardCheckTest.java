package florin.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.Credential.PlainCard;
import florin.core.CardCode;
import florin.core.ErrorCode;
import florin.core.Pan;
import florin.instrument.Instrument.InstrumentFault;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CardCheckTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final String VISA = "4242424242424242";
  private static final String AMEX = "378282246310005";
  private static final String NO_BRAND = "9000000000000001";

  @ParameterizedTest
  @CsvSource({
    "4242424242424242, 11, 2026, 123",
    "4242424242424242, 12, 2026,",
    "4242424242424242, 1, 2027, 000",
    "4242424242424242, 12, 2076, 123",
    "378282246310005, 12, 2030, 1234",
    "36227206271667, 12, 2030, 123",
    "4222222222222, 12, 2030, 123",
    "9000000000000001, 12, 2030, 123",
    "9000000000000001, 12, 2030, 1234",
  })
  void finds_no_fault_with_a_card_that_can_be_one(String number, int month, int year, String code) {
    assertThat(CardCheck.check(card(number, month, year, code), NOW)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    // The check digit is wrong.
    "4242424242424241, 12, 2030, 123, INCORRECT_NUMBER, number",
    "0, 12, 2030, 123, INCORRECT_NUMBER, number",
    // The length is wrong: for any card, for Visa, for American Express.
    "4242424, 12, 2030, 123, INCORRECT_NUMBER, number",
    "42424242424242424242, 12, 2030, 123, INCORRECT_NUMBER, number",
    "42424242424242, 12, 2030, 123, INCORRECT_NUMBER, number",
    "3400000000000000, 12, 2030, 1234, INCORRECT_NUMBER, number",
    // The month is invalid.
    "4242424242424242, 0, 2030, 123, INVALID_EXPIRY_MONTH, exp_month",
    "4242424242424242, 13, 2030, 123, INVALID_EXPIRY_MONTH, exp_month",
    "4242424242424242, -1, 2030, 123, INVALID_EXPIRY_MONTH, exp_month",
    // The year is invalid.
    "4242424242424242, 12, 2025, 123, INVALID_EXPIRY_YEAR, exp_year",
    "4242424242424242, 12, 1970, 123, INVALID_EXPIRY_YEAR, exp_year",
    "4242424242424242, 12, -2147483648, 123, INVALID_EXPIRY_YEAR, exp_year",
    "4242424242424242, 1, 2077, 123, INVALID_EXPIRY_YEAR, exp_year",
    "4242424242424242, 1, 2147483647, 123, INVALID_EXPIRY_YEAR, exp_year",
    // The month and year are in the past.
    "4242424242424242, 10, 2026, 123, EXPIRED_CARD, exp_month",
    "4242424242424242, 1, 2026, 123, EXPIRED_CARD, exp_month",
    // The security code has a wrong length.
    "4242424242424242, 12, 2030, 12, INVALID_CVC, cvc",
    "4242424242424242, 12, 2030, 1234, INVALID_CVC, cvc",
    "378282246310005, 12, 2030, 123, INVALID_CVC, cvc",
    "9000000000000001, 12, 2030, 12, INVALID_CVC, cvc",
    "9000000000000001, 12, 2030, 12345, INVALID_CVC, cvc",
  })
  void names_the_fault_and_the_field(
      String number, int month, int year, String code, ErrorCode expected, String field) {
    var fault = CardCheck.check(card(number, month, year, code), NOW).orElseThrow();
    assertThat(fault.code()).isEqualTo(expected);
    assertThat(fault.code().field()).contains("card." + field);
    assertThat(fault.code().type()).isEqualTo(ErrorCode.Type.CARD_ERROR);
  }

  /** A caller who corrects one error after another sees them in the order of the checks. */
  @Test
  void reports_the_first_of_several_errors() {
    assertFault("4242424242424241", 13, 2020, "1", ErrorCode.INCORRECT_NUMBER);
    assertFault(VISA, 13, 2020, "1", ErrorCode.INVALID_EXPIRY_MONTH);
    assertFault(VISA, 1, 2020, "1", ErrorCode.INVALID_EXPIRY_YEAR);
    assertFault(VISA, 1, 2026, "1", ErrorCode.EXPIRED_CARD);
    assertFault(VISA, 1, 2030, "1", ErrorCode.INVALID_CVC);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-11-01T00:00:00Z", "2026-11-30T23:59:59Z", "2026-12-01T11:59:59Z"})
  void accepts_a_card_until_its_last_month_has_ended_everywhere_on_earth(Instant now) {
    assertThat(CardCheck.check(card(VISA, 11, 2026, "123"), now)).isEmpty();
  }

  @Test
  void expires_a_card_once_its_last_month_has_ended_everywhere_on_earth() {
    var noon = Instant.parse("2026-12-01T12:00:00Z");
    assertThat(CardCheck.check(card(VISA, 11, 2026, "123"), noon).map(InstrumentFault::code))
        .contains(ErrorCode.EXPIRED_CARD);
  }

  @Test
  void begins_a_year_when_the_old_one_has_ended_everywhere_on_earth() {
    var card = card(VISA, 12, 2026, "123");
    assertThat(CardCheck.check(card, Instant.parse("2027-01-01T11:59:59Z"))).isEmpty();
    assertThat(
            CardCheck.check(card, Instant.parse("2027-01-01T12:00:00Z")).map(InstrumentFault::code))
        .contains(ErrorCode.INVALID_EXPIRY_YEAR);
  }

  @Test
  void reports_the_error_and_the_remedy() {
    assertThat(message(VISA, 13, 2030, "123"))
        .isEqualTo("The card's expiry month must be 1 to 12, not 13. Check the month.");
    assertThat(message(VISA, 1, 2026, "123"))
        .isEqualTo("The card expired at the end of 01/2026. Use another card.");
    assertThat(message(AMEX, 1, 2030, "123")).contains("4 digits on the front");
    assertThat(message(VISA, 1, 2030, "1234")).contains("3 digits on the back");
    assertThat(message(NO_BRAND, 1, 2030, "12")).contains("3 or 4 digits");
  }

  @Test
  void shows_neither_number_nor_code() {
    var card = card(VISA, 1, 2030, "987");
    assertThat(card.toString()).doesNotContain("42424242", "987");
    assertThat(message("4242424242424241", 1, 2030, "987")).doesNotContain("4241", "987");
    assertThat(message(AMEX, 1, 2030, "987")).doesNotContain("0005", "987");
  }

  private static String message(String number, int month, int year, String code) {
    return CardCheck.check(card(number, month, year, code), NOW).orElseThrow().message();
  }

  private static void assertFault(
      String number, int month, int year, String code, ErrorCode expected) {
    assertThat(CardCheck.check(card(number, month, year, code), NOW).map(InstrumentFault::code))
        .contains(expected);
  }

  private static PlainCard card(String number, int month, int year, String code) {
    return new PlainCard(
        new Pan(number), month, year, Optional.ofNullable(code).map(CardCode::new));
  }
}
