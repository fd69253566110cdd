package florin.bank.statement;

import static florin.bank.statement.StatementFormat.MT940;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import florin.bank.CreditorReference;
import florin.bank.statement.StatementEntry.Counterparty;
import florin.bank.statement.StatementEntry.EntryDetail;
import florin.bank.statement.StatementException.Kind;
import florin.bank.statement.StatementReader.StatementSink;
import florin.bank.statement.StatementReader.StatementSink.StatementEnd;
import florin.bank.statement.StatementReader.StatementSink.StatementHead;
import florin.bank.statement.StatementReader.StatementSink.StatementHead.StatementPage;
import florin.core.Bic;
import florin.core.Currency;
import florin.core.Iban;
import florin.core.Money;
import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Mt940Test {
  private static final LocalDate DAY = LocalDate.of(2026, 11, 23);
  private static final String FILE =
      new String(Told.resource("german.sta"), StandardCharsets.ISO_8859_1).replace("\r", "");

  @Test
  void a_german_statement_is_read_with_its_parts() throws Exception {
    Told told = Told.ofResource("german.sta", MT940).getFirst();

    assertThat(told.head().account()).isEqualTo(new Iban("DE89370400440532013000"));
    assertThat(told.head().sequence()).contains(231L);
    assertThat(told.head().id()).isEqualTo("00231/001 C261122EUR1000,00");
    assertThat(told.head().opening()).contains(new Balance(euro(1_000_00), false));
    assertThat(told.head().page()).isEmpty();
    StatementEntry entry = told.entries().getFirst();
    assertThat(entry.amount()).isEqualTo(euro(100_50));
    assertThat(entry.bankReference()).contains("B-1");
    assertThat(entry.bookingDate()).isEqualTo(DAY);
    EntryDetail detail = entry.details().getFirst();
    assertThat(detail.endToEndId()).contains("ORDER-17");
    assertThat(CreditorReference.scan(detail.text()))
        .contains(new CreditorReference("RF18539007547034"));
    assertThat(detail.counterparty())
        .contains(
            new Counterparty(
                Optional.of("Ana Müller und Sohn"),
                Iban.find("NL91ABNA0417164300"),
                Bic.find("ABNANL2A")));
  }

  @Test
  void the_reversal_of_a_credit_is_a_debit_with_its_reason() throws Exception {
    StatementEntry back = Told.ofResource("german.sta", MT940).getFirst().entries().getLast();

    assertThat(back.credit()).isFalse();
    assertThat(back.reversal()).isTrue();
    assertThat(back.details().getFirst().returnReason()).contains("AC04");
    assertThat(back.details().getFirst().endToEndId()).contains("E-0");
    assertThat(back.valueDate()).contains(DAY.plusDays(1));
    assertThat(back.bookingDate()).isEqualTo(DAY);
  }

  @Test
  void a_dutch_statement_of_two_pages_is_two_consecutive_ones() throws Exception {
    List<Told> pages = Told.ofResource("dutch.sta", MT940);

    assertThat(pages)
        .extracting(told -> told.head().page())
        .containsExactly(Optional.empty(), Optional.of(new StatementPage(2, Optional.empty())));
    assertThat(pages.getFirst().end().closing()).isEqualTo(pages.getLast().head().opening());
    StatementEntry first = pages.getFirst().entries().getFirst();
    assertThat(first.bookingDate()).isEqualTo(LocalDate.of(2027, 1, 2));
    EntryDetail detail = first.details().getFirst();
    assertThat(detail.text()).isEqualTo("RF18 5390 0754 7034");
    assertThat(detail.endToEndId()).isEmpty();
    assertThat(detail.counterparty().flatMap(Counterparty::name)).contains("J. DE VRIES");
    StatementEntry undone = pages.getLast().entries().getFirst();
    assertThat(undone.credit()).isTrue();
    assertThat(undone.reversal()).isTrue();
    assertThat(undone.details().getFirst().returnReason()).contains("MS03");
    assertThat(undone.details().getFirst().text()).isEqualTo("Terug");
    assertThat(undone.details().getFirst().counterparty().flatMap(Counterparty::iban))
        .isEqualTo(Iban.find("FR1420041010050500013M02606"));
  }

  @Test
  void words_of_sepa_are_found_in_a_plain_text_too() throws Exception {
    String file =
        FILE.replaceFirst("(?s):86:166.*?\n:61:", ":86:EREF+E-9\nKREF+K-9\nSVWZ+Order\n17\n:61:");

    EntryDetail detail = read(file).getFirst().entries().getFirst().details().getFirst();

    assertThat(detail.endToEndId()).contains("E-9");
    assertThat(detail.paymentInformationId()).contains("K-9");
    assertThat(detail.text()).isEqualTo("Order\n17");
  }

  @Test
  void an_account_number_is_accepted_if_the_iban_ends_with_it() throws Exception {
    String file = FILE.replace("37040044/0532013000EUR", "532013000");
    var expected = Iban.find("DE89370400440532013000");
    var heads = new ArrayList<StatementHead>();

    assertThat(refusal(file).kind()).isEqualTo(Kind.FIELD);
    StatementReader.read(
        new ByteArrayInputStream(file.getBytes(StandardCharsets.ISO_8859_1)),
        MT940,
        expected,
        new StatementSink() {
          @Override
          public void head(StatementHead head) {
            heads.add(head);
          }

          @Override
          public void entry(StatementEntry entry) {}

          @Override
          public void end(StatementEnd end) {}
        });

    assertThat(heads).extracting(StatementHead::account).containsExactly(expected.orElseThrow());
  }

  /** Public samples of MT940 write their account numbers in these forms. */
  @ParameterizedTest
  @CsvSource({
    "517852257, NL20ABNA0517852257",
    "0001234567, NL20INGB0001234567",
    "1291.99.348EUR, NL19RABO0129199348",
    "TRIODOSBANK/0390123456, NL49TRIO0390123456",
    "123456789, CH1990000000123456789",
    "11111111, DE88500100600011111111",
    "UBRTHUHB/123456789150002000000000/HUF, HU43123456789150002000000000"
  })
  void an_older_number_is_read_as_the_account_that_is_expected(String number, String iban) {
    assertThat(AccountNames.find(number, Iban.find(iban))).isEqualTo(Iban.find(iban)).isPresent();
    assertThat(AccountNames.find(number, Iban.find("DE02120300000000202051"))).isEmpty();
    assertThat(AccountNames.find(number, Optional.empty())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "166?20a?21?22b                               | 'a\n\nb'",
        "166?19a?20b?29c?59d?60e?63f?64g              | 'b\nc\ne\nf'",
        "166?20aaaaaaaaaaaaaaaaaaaaaaaaaaa?21b        | aaaaaaaaaaaaaaaaaaaaaaaaaaab",
        "166?20aaaaaaaaaaaaaaaaaaaaaaaaaa?21b         | 'aaaaaaaaaaaaaaaaaaaaaaaaaa\nb'",
        "Hello EREF+1                                 | Hello",
        "/REMI/USTD//Terug/                           | Terug",
        "/EREF/x/REMI///                              | ''",
        "a{4:b                                        | a{4:b"
      })
  void the_text_is_put_together_from_its_parts(String field, String text) throws Exception {
    assertThat(detailOf(":61:2611231123C1,00NTRFNONREF", field).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    // Side, transaction type, text, return reason.
    "C, NTRF, 166?20SVWZ+AC04, ",
    "RD, NTRF, 166?20SVWZ+AC04, AC04",
    "C, NRTI, 166?20SVWZ+AC04, AC04",
    "C, NTRF, 159?20SVWZ+AC04, AC04",
    "C, NTRF, 159?20SVWZ+thanks, ",
    "C, NRTI, RTRN+MS03 SVWZ+AC04, MS03"
  })
  void a_code_within_a_text_is_a_reason_only_for_a_return(
      String side, String kind, String field, @Nullable String reason) throws Exception {
    assertThat(detailOf(":61:2611231123" + side + "1,00" + kind + "NONREF", field).returnReason())
        .isEqualTo(Optional.ofNullable(reason));
  }

  @Test
  void an_entry_without_parts_has_its_own_reference_and_no_counterparty() throws Exception {
    EntryDetail plain = detailOf(":61:2611231123C1,00NTRFREF-1//B-1", "Hello");

    assertThat(plain.endToEndId()).contains("REF-1");
    assertThat(plain.counterparty()).isEmpty();
    EntryDetail withoutName =
        detailOf(":61:2611231123C1,00NTRFREF-1", "/CNTP/DE89370400440532013000/COBADEFFXXX");
    assertThat(withoutName.counterparty()).isEmpty();
  }

  @Test
  void a_repeated_name_is_kept_in_full() throws Exception {
    EntryDetail detail = detailOf(":61:2611231123C1,00NTRFNONREF", "166?20NAME+Bly?32Jo");

    assertThat(detail.counterparty()).flatMap(Counterparty::name).contains("Jo\nBly");
  }

  @ParameterizedTest
  @CsvSource({
    // Value date and entry date of the field, then the full value date and booking date.
    "261201, 1231, 2026-12-01, 2026-12-31",
    "270102, 1231, 2027-01-02, 2026-12-31",
    "261231, 0101, 2026-12-31, 2027-01-01",
    "280101, 0702, 2028-01-01, 2028-07-02",
    "790101, 0101, 2079-01-01, 2079-01-01",
    "800131, '    ', 1980-01-31, 1980-01-31"
  })
  void a_date_is_completed_to_the_nearest_year(
      String value, String booking, LocalDate valueDate, LocalDate bookingDate) throws Exception {
    StatementEntry entry = entryOf(":61:" + value + booking + "C1,00NTRFNONREF", "x");

    assertThat(entry.valueDate()).contains(valueDate);
    assertThat(entry.bookingDate()).isEqualTo(bookingDate);
  }

  @ParameterizedTest
  @ValueSource(strings = {"260031", "261331", "261200", "261232"})
  void an_impossible_date_is_rejected(String date) {
    assertThat(refusal(FILE.replace("2611231123CR", date + "CR")).kind()).isEqualTo(Kind.FIELD);
  }

  private static EntryDetail detailOf(String entry, String about) throws Exception {
    return entryOf(entry, about).details().getFirst();
  }

  private static StatementEntry entryOf(String entry, String about) throws Exception {
    boolean credit = entry.matches(":61:[0-9 ]+(C|RD).*");
    return read("""
    :20:A
    :25:DE89370400440532013000
    :28C:1
    :60F:C261122EUR10,00
    %s
    :86:%s
    :62F:C261123EUR%d,00
    """
            .formatted(entry, about, credit ? 11 : 9))
        .getFirst()
        .entries()
        .getFirst();
  }

  @ParameterizedTest
  @CsvSource({
    "5/1, F, 5, ",
    "5/1, M, 5, 1",
    "5/2, F, 5, 2",
    "5/0, M, 5, ",
    "0/2, F, , 2",
    "1, M, 1, ",
    "x, M, , "
  })
  void a_statements_number_and_page_are_read_if_present(
      String number, String kind, @Nullable Long sequence, @Nullable Integer page)
      throws Exception {
    StatementHead head =
        read(FILE.replace("00231/001", number).replace(":60F:", ":60" + kind + ":"))
            .getFirst()
            .head();

    assertThat(head.sequence()).isEqualTo(Optional.ofNullable(sequence));
    assertThat(head.page().map(StatementPage::number)).isEqualTo(Optional.ofNullable(page));
  }

  @Test
  void the_currency_is_kept_between_balances_without_entries() {
    String file = FILE.replaceFirst("(?s):61:.*:62F:.*?\n", ":62F:C261123USD1000,00\n");

    assertThat(refusal(file).kind()).isEqualTo(Kind.SUM);
  }

  /** The error is in the sixth line, whichever line ending the file has. */
  @ParameterizedTest
  @CsvSource({"'\r\n'", "'\n'", "'\r'"})
  void lines_end_in_any_of_three_ways(String end) throws Exception {
    assertThat(read(FILE.replace("\n", end))).isEqualTo(read(FILE));
    assertThat(refusal(FILE.replace("CR100,50", "CR100.50").replace("\n", end)).place())
        .isEqualTo("line 6, :61:");
  }

  @Test
  void a_zero_byte_is_no_end_of_a_line_or_of_the_file() throws Exception {
    String text = read(FILE).getFirst().entries().getFirst().details().getFirst().text();
    String file = "\0x\n" + FILE.replace("vielen Dank", "vielen\0Dank");

    assertThat(read(file).getFirst().entries().getFirst().details().getFirst().text())
        .isEqualTo(text);
    assertThat(read(FILE.replace("\n:62F", "\r\0:62M:x\n:62F"))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{4:", "{1:F01}{4:", ""})
  void the_envelope_before_the_first_field_is_skipped(String envelope) throws Exception {
    assertThat(read(envelope + FILE.substring(FILE.indexOf(":20:")))).isEqualTo(read(FILE));
  }

  @ParameterizedTest
  @CsvSource({
    "EUR1080;50, EUR1080;51, SUM",
    ":62F:C261123EUR, :62F:C261123USD, SUM",
    ":60F:, :99X:, FIELD",
    ":62F:C261123EUR1080;50, '', FIELD",
    ":25:37040044/0532013000EUR, '', FIELD",
    "CR100;50, CR100.50, FIELD",
    "CR100;50, CR100;505, FIELD",
    "CR100;50, R100;50, FIELD",
    "2611231123CR, 2613231123CR, FIELD",
    "C261122EUR1000;00, C261122XXX1000;00, FIELD",
    ":20:STARTUMSE, :20X:, SYNTAX",
    ":60F:, :34F:, UNSUPPORTED"
  })
  void invalid_files_are_rejected(String from, String to, Kind kind) {
    String file = FILE.replace(from.replace(';', ','), to.replace(';', ','));

    assertThat(file).isNotEqualTo(FILE);
    assertThat(refusal(file).kind()).isEqualTo(kind);
  }

  @Test
  void a_truncated_file_is_rejected_at_any_position() {
    int end = FILE.indexOf("EUR1080,50");
    for (int at = 0; at < end; at++) {
      assertThat(refusal(FILE.substring(0, at))).as("cut at %s", at).isNotNull();
    }
  }

  @Test
  void an_error_has_a_position() {
    StatementException refused = refusal(FILE.replace("CR100,50", "CR100.50"));

    assertThat(refused.place()).isEqualTo("line 6, :61:");
    assertThat(refused).hasMessageStartingWith("Not an entry. Expected dates, side, amount");
  }

  @Test
  void oversized_files_are_rejected() {
    assertThat(refusal(FILE.replace("STARTUMSE", "x".repeat(3_000))).kind())
        .isEqualTo(Kind.TOO_LARGE);
    assertThat(refusal(FILE.replace("?20EREF", "\nx".repeat(300))).kind())
        .isEqualTo(Kind.TOO_LARGE);
  }

  /** Counts allocated bytes, because time is unreliable on a loaded machine. */
  @ParameterizedTest
  @ValueSource(strings = {"/REMI/x", "EREF+x ", "/REMI//////////y"})
  void the_cost_of_a_field_is_linear_in_its_words(String word) {
    long small = allocated(word.repeat(2_000));
    long large = allocated(word.repeat(16_000));

    assertThat(large).isLessThan(20 * small);
  }

  private static long allocated(String text) {
    List<String> lines = List.of(text);
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Mt940About.of(lines);
    long before = threads.getCurrentThreadAllocatedBytes();
    Mt940About.of(lines);
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void a_byte_order_mark_is_no_obstacle() throws Exception {
    byte[] marked =
        ("\ufeff" + FILE.substring(FILE.indexOf(":20:"))).getBytes(StandardCharsets.UTF_8);

    assertThat(Told.of(marked, MT940)).hasSize(1);
  }

  @Test
  void an_amount_may_lack_its_comma() throws Exception {
    String file = FILE.replace("CR100,50N", "CR100N").replace("1080,50", "1080,");

    assertThat(read(file).getFirst().entries().getFirst().amount()).isEqualTo(euro(100_00));
  }

  @Test
  void february_30_is_read_as_the_last_day_of_the_month() throws Exception {
    String file = FILE.replace("2611231123CR", "2702300230CR");

    assertThat(read(file).getFirst().entries().getFirst().valueDate())
        .contains(LocalDate.of(2027, 2, 28));
  }

  private static List<Told> read(String file) throws StatementException {
    return Told.of(file.getBytes(StandardCharsets.ISO_8859_1), MT940);
  }

  private static StatementException refusal(String file) {
    return catchThrowableOfType(StatementException.class, () -> read(file));
  }

  private static Money euro(long cents) {
    return new Money(cents, Currency.get("eur"));
  }
}
