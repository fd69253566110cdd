package florin.bank.statement;

import static florin.bank.statement.StatementFormat.CAMT_053;
import static florin.bank.statement.StatementFormat.CAMT_054;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import florin.bank.statement.CountedInput.InputRefusal;
import florin.bank.statement.StatementEntry.Counterparty;
import florin.bank.statement.StatementEntry.EntryDetail;
import florin.bank.statement.StatementException.Faults;
import florin.bank.statement.StatementException.Kind;
import florin.core.Bic;
import florin.core.Currency;
import florin.core.Iban;
import florin.core.Money;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the limits of the parts that the readers of both formats share. */
class StatementPartsTest {
  private static final Currency EURO = Currency.get("eur");
  private static final Faults FAULTS =
      (kind, message) -> new StatementException(kind, "line 1", message);

  /** In each text, the document type is inside other markup, so it declares nothing. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<a b=\"<!D>\">",
        "<a b='<!D>'>",
        "<\"<!D>\">",
        "<!--<!D>-->",
        "<!-- > -> <!D> -->",
        "<!--><!D>-->",
        "<!---><!D>-->",
        "<!--x-><!D>-->",
        "<![CDATA[<!D>]]>",
        "<![CDATA[]><!D>]]>",
        "<![CDATA[>]]] ><!D>]]>",
        "<?x <!D> ?>",
        "<?><!D>?>"
      })
  void a_document_type_within_other_markup_is_text(String markup) throws Exception {
    assertThat(readMarkup(markup)).isEqualTo(markup);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!D>",
        "<!-x",
        "<a><!D>",
        "<a b=\"'\"><!D>",
        "<a b='\"'><!D>",
        "<!----><!D>",
        "<!-- - --><!D>",
        "<![CDATA[]]><!D>",
        "<?x?><!D>",
        "<??><!D>"
      })
  void a_document_type_behind_other_markup_is_rejected(String markup) {
    assertThatThrownBy(() -> readMarkup(markup))
        .isInstanceOfSatisfying(
            InputRefusal.class, it -> assertThat(it.kind()).isEqualTo(Kind.SYNTAX));
  }

  @Test
  void a_tag_has_a_limit_of_bytes_and_text_between_tags_has_none() throws Exception {
    String longest = "<" + "x".repeat(StatementBounds.MAX_MARKUP_BYTES - 1) + ">";

    assertThat(readMarkup(longest + "x".repeat(20_000) + longest)).hasSizeGreaterThan(50_000);
    assertThatThrownBy(() -> readMarkup("<x" + longest.substring(1)))
        .isInstanceOf(InputRefusal.class);
  }

  private static String readMarkup(String text) throws Exception {
    try (var input =
        new MarkupInput(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)))) {
      return new String(input.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void a_file_has_a_limit_of_bytes() throws Exception {
    var buffer = new byte[1 << 20];
    try (var input = new CountedInput(new Zeros())) {
      for (long left = StatementBounds.MAX_FILE_BYTES; left > 0; left -= buffer.length) {
        assertThat(input.read(buffer, 0, buffer.length)).isEqualTo(buffer.length);
      }
      assertThatThrownBy(input::read)
          .isInstanceOf(InputRefusal.class)
          .hasMessageStartingWith("The file has more than 100 MB.");
    }
  }

  @Test
  void bytes_are_read_unchanged_and_the_end_is_reported() throws Exception {
    try (var input = new CountedInput(new ByteArrayInputStream(new byte[] {0, -1}))) {
      assertThat(input.read()).isZero();
      assertThat(input.read()).isEqualTo(255);
      assertThat(input.read()).isEqualTo(-1);
    }
  }

  private static final class Zeros extends InputStream {
    @Override
    public int read() {
      return 0;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      return length;
    }
  }

  @Test
  void a_booked_amount_has_a_limit_on_each_side() throws Exception {
    for (boolean credit : List.of(true, false)) {
      var tally = new EntryTally(FAULTS);
      assertThat(tally.booked()).isEmpty();
      tally.add(credit, true, new Money(Money.MAX_MINOR, EURO));
      tally.add(credit, false, new Money(1, EURO));
      assertThat(tally.booked()).isPresent();
      tally.add(credit, true, new Money(1, EURO));
      assertThat(refusal(tally::booked).kind()).isEqualTo(Kind.TOO_LARGE);
    }
  }

  @ParameterizedTest
  @CsvSource({"9999999999.99, 999999999999", "'.5', 50", "7., 700", "0, 0"})
  void an_amount_is_read_in_smallest_units(String text, long minor) throws Exception {
    assertThat(FieldAmounts.amount(text, EURO, FAULTS)).isEqualTo(new Money(minor, EURO));
  }

  @ParameterizedTest
  @CsvSource({"10000000000.00, TOO_LARGE", "1.001, FIELD", "., FIELD", "'', FIELD"})
  void an_impossible_amount_is_rejected(String text, String kind) {
    StatementException refused = refusal(() -> FieldAmounts.amount(text, EURO, FAULTS));

    assertThat(refused.kind()).isEqualTo(Kind.valueOf(kind));
  }

  @Test
  void a_text_is_cut_at_its_limit_and_never_within_a_character() {
    assertThat(EntryText.plain("abc", 3)).isEqualTo("abc");
    assertThat(EntryText.plain("abcd", 3)).isEqualTo("abc");
    assertThat(EntryText.plain("ab\ud83d\ude00", 3)).isEqualTo("ab");
    assertThat(EntryText.plain("ab\ud83d\ude00", 4)).isEqualTo("ab\ud83d\ude00");
    assertThat(EntryText.plain(" a\u0000b\nc\t", 9)).isEqualTo("a b\nc");
    assertThat(EntryText.name(" \n")).isEmpty();
    assertThat(EntryText.name("Jo")).contains("Jo");
  }

  @Test
  void a_counterparty_is_known_by_any_of_its_parts() {
    Optional<String> name = Optional.of("Jo");
    Optional<Iban> iban = Iban.find("DE89370400440532013000");
    Optional<Bic> bic = Bic.find("COBADEFFXXX");

    assertThat(new Counterparty(name, Optional.empty(), Optional.empty()).isEmpty()).isFalse();
    assertThat(new Counterparty(Optional.empty(), iban, Optional.empty()).isEmpty()).isFalse();
    assertThat(new Counterparty(Optional.empty(), Optional.empty(), bic).isEmpty()).isFalse();
    assertThat(new Counterparty(Optional.empty(), Optional.empty(), Optional.empty()).isEmpty())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "<x xmlns='urn:camt.053.001.08'>, CAMT_053",
    "<BkToCstmrStmt>, CAMT_053",
    "<x xmlns='urn:camt.054.001.08'>, CAMT_054",
    "<BkToCstmrDbtCdtNtfctn>, CAMT_054",
    ":20:, MT940",
    "{1:, MT940"
  })
  void either_of_two_marks_identifies_the_format(String head, StatementFormat format) {
    assertThat(StatementFormat.detect(head.getBytes(StandardCharsets.US_ASCII))).contains(format);
    assertThat(StatementFormat.find(format.text())).contains(format);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<x xmlns='urn:pain.001.001.09'>", "a,b,c", "{2:", "%PDF-:20:", "PK"})
  void a_file_without_a_mark_has_no_format(String head) {
    assertThat(StatementFormat.detect(head.getBytes(StandardCharsets.US_ASCII))).isEmpty();
    assertThat(StatementFormat.find(head)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"10.00 20.00, true", "10.00 19.99, false", "10.00 20.01, false", "10.00 -, false"})
  void a_batch_is_split_only_if_its_parts_add_up(String parts, boolean shared) {
    List<EntryDetail> details =
        Stream.of(parts.split(" "))
            .map(part ->
                part.equals("-")
                    ? Optional.<Money>empty()
                    : Optional.of(new Money(Long.parseLong(part.replace(".", "")), EURO)))
            .map(StatementPartsTest::detail)
            .toList();
    var entry =
        new StatementEntry(
            1,
            Optional.empty(),
            true,
            false,
            true,
            new Money(30_00, EURO),
            LocalDate.EPOCH,
            Optional.empty(),
            details);

    assertThat(entry.amountOf(details.getFirst()).isPresent()).isEqualTo(shared);
  }

  private static EntryDetail detail(Optional<Money> amount) {
    return new EntryDetail(
        amount,
        Optional.empty(),
        Optional.empty(),
        "",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({
    "13000, true",
    "3000, false",
    "DE89370400440532013000EUR, true",
    "COBADEFFXXX/DE89370400440532013000, true",
    "37040044/532013000EUR, true",
    "37040044/532013001EUR, false"
  })
  void an_account_is_known_by_the_last_five_digits_of_its_number(String text, boolean known) {
    Optional<Iban> expected = Iban.find("DE89370400440532013000");

    assertThat(AccountNames.find(text, expected).equals(expected)).isEqualTo(known);
  }

  /** The parser keeps each different name in memory, for elements and attributes alike. */
  @ParameterizedTest
  @MethodSource
  void a_file_has_a_limit_of_different_names(IntFunction<String> element) throws Exception {
    int most = StatementBounds.MAX_NAMES - 2;

    readAll("<r><a/>" + repeat(element, most) + "</r>");

    assertThat(refusal(() -> readAll("<r><a/>" + repeat(element, most + 1) + "</r>")).kind())
        .isEqualTo(Kind.TOO_LARGE);
  }

  static Stream<IntFunction<String>> a_file_has_a_limit_of_different_names() {
    return Stream.of(
        "<n%d/>"::formatted,
        "<a n%d=''/>"::formatted,
        "<a xmlns='u%d'/>"::formatted,
        "<a xmlns:n%d='a'/>"::formatted);
  }

  private static String repeat(IntFunction<String> element, int times) {
    var all = new StringBuilder();
    for (int i = 0; i < times; i++) {
      all.append(element.apply(i));
    }
    return all.toString();
  }

  @Test
  void elements_have_limits_of_depth_and_attributes_and_text() throws Exception {
    int deep = StatementBounds.MAX_DEPTH;
    readAll("<a>".repeat(deep) + "</a>".repeat(deep));
    assertThat(refusal(() -> readAll("<a>".repeat(deep + 1))).kind()).isEqualTo(Kind.TOO_LARGE);

    readAll("<a" + repeat(" n%d=''"::formatted, 20) + "/>");
    assertThat(refusal(() -> readAll("<a" + repeat(" n%d=''"::formatted, 21) + "/>")).kind())
        .isEqualTo(Kind.TOO_LARGE);

    String longest = "x".repeat(StatementBounds.MAX_FIELD_CHARS);
    assertThat(textOf("<a>" + longest + "</a>")).isEqualTo(longest);
    assertThat(refusal(() -> textOf("<a>x" + longest + "</a>")).kind()).isEqualTo(Kind.TOO_LARGE);
    assertThat(refusal(() -> textOf("<a>x<b/></a>")).kind()).isEqualTo(Kind.FIELD);
  }

  @Test
  void a_position_starts_at_the_statement_and_has_a_limit() throws Exception {
    String longest = "<a><a>" + ("<" + "b".repeat(35) + ">").repeat(4) + "<" + "c".repeat(8) + ">";
    XmlCursor xml = cursor(longest);
    for (int depth = 0; depth < 7; depth++) {
      assertThat(xml.next(depth)).isTrue();
    }

    assertThat(xml.fault(Kind.FIELD, "").place()).hasSize(160).endsWith("/cccccccc");
  }

  private static void readAll(String file) throws Exception {
    XmlCursor xml = cursor(file);
    while (xml.next(0)) {
      // Advances the cursor through all elements.
    }
  }

  private static String textOf(String file) throws Exception {
    XmlCursor xml = cursor(file);
    xml.next(0);
    return xml.text();
  }

  private static XmlCursor cursor(String file) throws Exception {
    return new XmlCursor(new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void a_camt_file_has_a_limit_of_statements() throws Exception {
    String one =
        "<Ntfctn><Id>1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct></Ntfctn>";
    String file =
        "<Document xmlns='urn:iso:std:iso:20022:tech:xsd:camt.054.001.08'><BkToCstmrDbtCdtNtfctn>%s</BkToCstmrDbtCdtNtfctn></Document>";

    assertThat(
            Told.of(file.formatted(one.repeat(10_000)).getBytes(StandardCharsets.UTF_8), CAMT_054))
        .hasSize(10_000);
    assertThat(
            refusal(() ->
                    Told.of(
                        file.formatted(one.repeat(10_001)).getBytes(StandardCharsets.UTF_8),
                        CAMT_054))
                .kind())
        .isEqualTo(Kind.TOO_LARGE);
  }

  @Test
  void an_mt940_file_has_a_limit_of_statements() throws Exception {
    String one =
        ":20:A\n:25:DE89370400440532013000\n:28C:1\n:60F:C261122EUR1,\n:62F:C261122EUR1,\n";

    assertThat(
            Told.of(one.repeat(10_000).getBytes(StandardCharsets.US_ASCII), StatementFormat.MT940))
        .hasSize(10_000);
    assertThat(
            refusal(() ->
                    Told.of(
                        one.repeat(10_001).getBytes(StandardCharsets.US_ASCII),
                        StatementFormat.MT940))
                .kind())
        .isEqualTo(Kind.TOO_LARGE);
  }

  @ParameterizedTest
  @CsvSource({"01, UNSUPPORTED", "02,", "13,", "14, UNSUPPORTED"})
  void the_versions_of_a_message_that_are_read(String version, @Nullable Kind refused) {
    for (StatementFormat format : List.of(CAMT_053, CAMT_054)) {
      StatementException thrown =
          catchThrowableOfType(
              StatementException.class,
              () -> Told.of(message(format, version, 0).getBytes(StandardCharsets.UTF_8), format));
      if (refused == null) {
        assertThat(thrown).as("%s of version %s", format, version).isNull();
      } else {
        assertThat(thrown)
            .hasMessage(
                "The message's version is not supported. Expected %s.001.02 to 13 as its namespace."
                    .formatted(format.text()));
      }
    }
  }

  @Test
  void a_message_can_have_two_more_wrappers_and_must_have_the_requested_format() throws Exception {
    assertThat(Told.of(message(CAMT_053, "08", 2).getBytes(StandardCharsets.UTF_8), CAMT_053))
        .hasSize(1);
    assertThat(asked(message(CAMT_053, "08", 3), CAMT_053))
        .hasMessage("The file has no statement. Expected a camt.053 with BkToCstmrStmt in it.");
    assertThat(asked("<a>\n<b/>\n</a>", CAMT_054))
        .hasMessage(
            "The file has no statement. Expected a camt.054 with BkToCstmrDbtCdtNtfctn in it.")
        .extracting(StatementException::place)
        .isEqualTo("line 3");
    assertThat(asked(message(CAMT_054, "08", 0), CAMT_053))
        .hasMessage(
            "The file is a different message type. Expected a camt.053, with BkToCstmrStmt.");
    assertThat(asked(message(CAMT_053, "08", 0), CAMT_054))
        .hasMessage(
            "The file is a different message type. Expected a camt.054, with BkToCstmrDbtCdtNtfctn.");
  }

  private static StatementException asked(String file, StatementFormat format) {
    return refusal(() -> Told.of(file.getBytes(StandardCharsets.UTF_8), format));
  }

  /** Returns a statement without entries. */
  private static String message(StatementFormat format, String version, int wrappers) {
    String message = format == CAMT_053 ? "BkToCstmrStmt" : "BkToCstmrDbtCdtNtfctn";
    String statement = format == CAMT_053 ? "Stmt" : "Ntfctn";
    String balance =
        "<Bal><Tp><CdOrPrtry><Cd>%s</Cd></CdOrPrtry></Tp><Amt Ccy='EUR'>1</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>";
    return "<w>".repeat(wrappers)
        + "<Document xmlns='urn:iso:std:iso:20022:tech:xsd:%s.001.%s'><%s><%s><Id>1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>%s%s</%s></%s></Document>"
            .formatted(
                format.text().toLowerCase(Locale.ROOT),
                version,
                message,
                statement,
                balance.formatted("OPBD"),
                balance.formatted("CLBD"),
                statement,
                message)
        + "</w>".repeat(wrappers);
  }

  private static StatementException refusal(Reading reading) {
    return catchThrowableOfType(StatementException.class, reading::run);
  }

  private interface Reading {
    void run() throws Exception;
  }
}
