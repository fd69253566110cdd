package florin.report;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Currency;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.payment.store.SearchCriterion;
import florin.report.SearchTerm.Combined;
import florin.report.SearchTerm.Email;
import florin.report.SearchTerm.Everything;
import florin.report.SearchTerm.Matching;
import florin.report.SearchTerm.OfPayment;
import florin.report.SearchTerm.OfRefund;
import florin.report.SearchTerm.Unreadable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The interpretation of text in the search box. */
class SearchTermTest {
  private static final UUID ID = UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057");

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "\t"})
  void nothing_typed_finds_everything(String typed) {
    assertThat(SearchTerm.parse(typed)).isEqualTo(new Everything());
  }

  @Test
  void an_id_reveals_its_kind() {
    var customer = new CustomerId(ID);

    assertThat(SearchTerm.parse(" " + new PaymentId(ID).text() + " "))
        .isEqualTo(new OfPayment(new PaymentId(ID)));
    assertThat(SearchTerm.parse(new RefundId(ID).text())).isEqualTo(new OfRefund(new RefundId(ID)));
    assertThat(SearchTerm.parse(customer.text()))
        .isEqualTo(new Matching(List.of(new SearchCriterion.OfCustomer(customer))));
  }

  @Test
  void four_digits_are_a_card_s_last_or_an_amount() {
    Matching found = (Matching) SearchTerm.parse("4242");

    assertThat(found.any()).contains(new SearchCriterion.Last4("4242"));
    assertThat(amounts(found)).isEqualTo(Map.of("usd", 424200L, "jpy", 4242L, "kwd", 4242000L));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "12 | 1200 | 12 | 12000",
        "12.3 | 1230 | | 12300",
        "12.34 | 1234 | | 12340",
        "12.340 | 1234 | | 12340",
        "12.345 | | | 12345",
        "7.00 | 700 | 7 | 7000",
        "1,234.50 | 123450 | | 1234500",
        "1,234,567 | 123456700 | 1234567 | 1234567000",
        "9999999999.99 | 999999999999 | | ",
        "99,00 | 9900 | 99 | 99000",
        "1,234,50 | 123450 | | 1234500",
        "12.34 usd | 1234 | | ",
        "USD 12.34 | 1234 | | ",
        "12.34usd | 1234 | | ",
        "500 jpy | | 500 | ",
        "1.234 KWD | | | 1234"
      })
  void an_amount_is_parsed_in_common_notations(String typed, Long usd, Long jpy, Long kwd) {
    Map<String, Long> expected = new TreeMap<>();
    if (usd != null) {
      expected.put("usd", usd);
    }
    if (jpy != null) {
      expected.put("jpy", jpy);
    }
    if (kwd != null) {
      expected.put("kwd", kwd);
    }

    assertThat(amounts((Matching) SearchTerm.parse(typed))).isEqualTo(expected);
  }

  @Test
  void an_amount_with_a_currency_matches_only_this_currency() {
    assertThat(SearchTerm.parse("12.34 usd"))
        .isEqualTo(
            new Matching(List.of(new SearchCriterion.Amount(1234, Set.of(Currency.get("usd"))))));
  }

  @Test
  void an_at_sign_means_an_email_address() {
    assertThat(SearchTerm.parse("Ada@Example.com")).isEqualTo(new Email("Ada@Example.com"));
  }

  @ParameterizedTest
  @CsvSource({
    "order:17, order, 17",
    "order: 17, order, 17",
    "mail:ada@example.com, mail, ada@example.com",
    "link:https://example.com/a, link, https://example.com/a",
    "'name:Ada Lovelace', name, Ada Lovelace"
  })
  void a_colon_means_metadata(String typed, String key, String value) {
    assertThat(SearchTerm.parse(typed))
        .isEqualTo(new Matching(List.of(new SearchCriterion.Metadata(key, value))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"A-1001", "17", "1001", "2026/11/0042"})
  void a_possible_order_number_is_searched_in_metadata(String typed) {
    assertThat(((Matching) SearchTerm.parse(typed)).any())
        .contains(
            new SearchCriterion.Metadata("order", typed),
            new SearchCriterion.Metadata("order_number", typed));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Lovelace",
        "two words",
        "0",
        "0.00",
        "12.3456",
        "12.34 xyz",
        "usd 12.34 eur",
        "1,2",
        "4242 Lovelace",
        "1 2 3 4 5",
        "12.34 jpy",
        "4242424242424242",
        "order:4242 4242 4242 4242",
        "4242424242424242@a.example",
        "99999999999999999999",
        "-5",
        ":17",
        "17:",
        "a b@example.com",
        "pay_01h455vb4pex5vsknk084sn0",
        "'; DROP TABLE payment"
      })
  void an_unrecognized_text_finds_nothing(String typed) {
    assertThat(SearchTerm.parse(typed)).isEqualTo(new Unreadable());
  }

  @ParameterizedTest
  @CsvSource({
    "8431 99.00, 8431, 99.00",
    "8431  99 eur, 8431, 99 eur",
    "usd 12 4242, usd 12, 4242",
    "ada@example.com 12.34, ada@example.com, 12.34",
    "RF18 5390 0754 7034 12.34, RF18 5390 0754 7034, 12.34"
  })
  void parts_that_are_readable_on_their_own_are_combined(String typed, String first, String next) {
    assertThat(SearchTerm.parse(typed))
        .isEqualTo(new Combined(List.of(SearchTerm.parse(first), SearchTerm.parse(next))));
  }

  @Test
  void an_oversized_text_is_not_searched() {
    assertThat(SearchTerm.parse("key:" + "v".repeat(SearchTerm.MAX_LENGTH)))
        .isEqualTo(new Unreadable());
  }

  /** Returns the amount for one currency of each number of decimals. */
  private static Map<String, Long> amounts(Matching found) {
    Map<String, Long> amounts = new TreeMap<>();
    for (SearchCriterion sought : found.any()) {
      if (sought instanceof SearchCriterion.Amount(long minor, Set<Currency> currencies)) {
        currencies.stream()
            .map(Currency::code)
            .filter(Set.of("usd", "jpy", "kwd")::contains)
            .forEach(code -> amounts.put(code, minor));
      }
    }
    return amounts;
  }
}
