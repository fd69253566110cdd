package florin.bank.statement;

import static florin.bank.statement.StatementFormat.CAMT_053;
import static florin.bank.statement.StatementFormat.CAMT_054;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import florin.bank.CreditorReference;
import florin.bank.statement.StatementEntry.Counterparty;
import florin.bank.statement.StatementEntry.EntryDetail;
import florin.bank.statement.StatementException.Kind;
import florin.bank.statement.StatementReader.StatementSink.StatementEnd;
import florin.bank.statement.StatementReader.StatementSink.StatementEnd.Turnover;
import florin.bank.statement.StatementReader.StatementSink.StatementHead;
import florin.bank.statement.StatementReader.StatementSink.StatementHead.StatementPage;
import florin.bank.statement.StatementReader.StatementSink.StatementHead.StatementSpan;
import florin.core.Bic;
import florin.core.Currency;
import florin.core.Iban;
import florin.core.Money;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CamtTest {
  private static final LocalDate DAY = LocalDate.of(2026, 11, 23);
  private static final String FILE =
      new String(Told.resource("camt053-08.xml"), StandardCharsets.UTF_8);

  @Test
  void a_statement_has_its_account_and_its_balances() throws Exception {
    Told told = Told.ofResource("camt053-08.xml", CAMT_053).getFirst();

    assertThat(told.head())
        .isEqualTo(
            new StatementHead(
                new Iban("DE89370400440532013000"),
                Optional.of(Currency.get("eur")),
                "2026-00231",
                Optional.of(231L),
                Optional.of(new StatementPage(1, Optional.of(true))),
                Optional.of(new Balance(euro(1_000_00), false)),
                Optional.of(DAY),
                Optional.of(new StatementSpan(DAY, DAY)),
                false));
    assertThat(told.end())
        .isEqualTo(
            new StatementEnd(
                Optional.of(new Balance(euro(1_110_50), false)),
                Optional.of(DAY),
                4,
                Optional.of(new Turnover(euro(130_50), euro(20_00)))));
  }

  @Test
  void an_entry_has_the_payer_and_the_purpose() throws Exception {
    StatementEntry entry = entries("camt053-08.xml").getFirst();

    assertThat(entry)
        .isEqualTo(
            new StatementEntry(
                1,
                Optional.of("B-1"),
                true,
                false,
                true,
                euro(100_50),
                DAY,
                Optional.of(DAY.plusDays(1)),
                List.of(
                    new EntryDetail(
                        Optional.of(euro(100_50)),
                        Optional.empty(),
                        Optional.of("RF18539007547034"),
                        "Order 17,\nthank you",
                        Optional.of(
                            new Counterparty(
                                Optional.of("Ana Müller"),
                                Iban.find("NL91ABNA0417164300"),
                                Bic.find("ABNANL2A"))),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()))));
  }

  @Test
  void a_batch_has_a_detail_for_each_transfer() throws Exception {
    StatementEntry batch = entries("camt053-08.xml").get(1);

    assertThat(batch.details())
        .extracting(EntryDetail::endToEndId)
        .containsExactly(Optional.of("E-1"), Optional.of("E-2"));
    assertThat(batch.details())
        .allSatisfy(it -> assertThat(it.messageId()).contains("BATCH-7"))
        .allSatisfy(it -> assertThat(it.paymentInformationId()).contains("P-7"));
    assertThat(batch.amountOf(batch.details().getLast())).contains(euro(20_00));
    assertThat(batch.bookingDate()).isEqualTo(DAY);
  }

  @Test
  void shares_of_a_batch_that_are_not_given_are_not_guessed() throws Exception {
    String file = FILE.replace("<Amt Ccy=\"EUR\">10.00</Amt>", "<Amt Ccy=\"EUR\">11.00</Amt>");

    StatementEntry batch = read(file).getFirst().entries().get(1);

    assertThat(batch.amountOf(batch.details().getFirst())).isEmpty();
  }

  @Test
  void a_return_is_a_debit_to_the_payer_with_a_reason() throws Exception {
    StatementEntry back = entries("camt053-08.xml").get(2);

    assertThat(back.credit()).isFalse();
    assertThat(back.reversal()).isTrue();
    assertThat(back.details().getFirst().returnReason()).contains("AC04");
    assertThat(back.details().getFirst().counterparty().flatMap(Counterparty::name))
        .contains("Jo Bly");
  }

  @Test
  void an_announced_entry_is_read_and_counts_in_no_balance() throws Exception {
    StatementEntry announced = entries("camt053-08.xml").get(3);

    assertThat(announced.booked()).isFalse();
    assertThat(announced.details().getFirst().text()).isEqualTo("Announced");
  }

  @Test
  void the_older_version_is_read_with_prefixes_and_in_its_encoding() throws Exception {
    Told told = Told.ofResource("camt053-02.xml", CAMT_053).getFirst();

    assertThat(told.head().account()).isEqualTo(new Iban("NL91ABNA0417164300"));
    assertThat(told.head().opening()).contains(new Balance(euro(5_00), true));
    assertThat(told.head().sequence()).contains(12L);
    assertThat(told.head().duplicate()).isTrue();
    EntryDetail detail = told.entries().getFirst().details().getFirst();
    assertThat(detail.amount()).contains(euro(8_75));
    assertThat(detail.counterparty())
        .contains(
            new Counterparty(Optional.of("Jörg & Co"), Optional.empty(), Bic.find("COBADEFFXXX")));
    assertThat(CreditorReference.scan(detail.text()))
        .contains(new CreditorReference("RF18539007547034"));
  }

  /** An entry has one status code. With a second code, the entry does not count as booked. */
  @Test
  void a_status_of_two_codes_is_not_booked() throws Exception {
    String file = FILE.replaceFirst("<Cd>PDNG</Cd>", "<Cd>BOOK</Cd><Prtry>ED</Prtry>");

    assertThat(read(file).getFirst().entries().getLast().booked()).isFalse();
  }

  @Test
  void a_notification_has_no_balances() throws Exception {
    Told told = Told.ofResource("camt054-08.xml", CAMT_054).getFirst();

    assertThat(told.head().opening()).isEmpty();
    assertThat(told.end().closing()).isEmpty();
    assertThat(told.entries())
        .extracting(StatementEntry::amount)
        .containsExactly(new Money(12_35, Currency.get("chf")));
  }

  @ParameterizedTest
  @CsvSource({
    // The text to replace, its replacement, and the kind of the error.
    "1110.50, 1110.51, SUM",
    "<NbOfNtries>4<, <NbOfNtries>5<, SUM",
    "<Sum>130.5<, <Sum>130.6<, SUM",
    "<Amt Ccy=\"EUR\">30.00</Amt>, <Amt Ccy=\"USD\">30.00</Amt>, SUM",
    "<Amt Ccy=\"EUR\">30.00</Amt>, <Amt Ccy=\"EUR\">30.005</Amt>, FIELD",
    "<Amt Ccy=\"EUR\">30.00</Amt>, <Amt Ccy=\"EUR\">-30.00</Amt>, FIELD",
    "<Amt Ccy=\"EUR\">30.00</Amt>, <Amt Ccy=\"EUR\">3e1</Amt>, FIELD",
    "<Amt Ccy=\"EUR\">30.00</Amt>, <Amt Ccy=\"EUR\">30000000000000</Amt>, TOO_LARGE",
    "<Amt Ccy=\"EUR\">30.00</Amt>, <Amt>30.00</Amt>, FIELD",
    "<Amt Ccy=\"EUR\">30.00</Amt>, <Amt Ccy=\"XTS\">30.00</Amt>, FIELD",
    "<Cd>PRCD</Cd>, <Cd>XXXX</Cd>, FIELD",
    "<Cd>CLBD</Cd>, <Cd>XXXX</Cd>, FIELD",
    "DE89370400440532013000, DE89370400440532013001, FIELD",
    "<Id>2026-00231</Id>, '', FIELD",
    "<Dt>2026-11-24</Dt>, <Dt>2026-02-30</Dt>, FIELD",
    "<CdtDbtInd>DBIT</CdtDbtInd>, <CdtDbtInd>OUT</CdtDbtInd>, FIELD",
    "<RvslInd>true</RvslInd>, <RvslInd>perhaps</RvslInd>, FIELD",
    "camt.053.001.08, camt.053.001.01, UNSUPPORTED",
    "camt.053.001.08, camt.053.001.99, UNSUPPORTED",
    "BkToCstmrStmt, BkToCstmrAcctRpt, UNSUPPORTED",
    "BkToCstmrStmt, Other, UNSUPPORTED",
    "encoding=\"UTF-8\", encoding=\"IBM037\", UNSUPPORTED",
    "<PgNb>1<, <PgNb>0<, FIELD",
    "<PgNb>1<, <PgNb>10001<, FIELD",
    "<Ccy>EUR<, <Ccy>USD<, SUM",
    "<Amt Ccy=\"EUR\">1110.50<, <Amt Ccy=\"USD\">1110.50<, SUM",
    "<NbOfNtries>2<, <NbOfNtries>4<, SUM",
    "<NbOfNtries>1<, <NbOfNtries>2<, SUM",
    "<Sum>20.00<, <Sum>20.01<, SUM",
    "</Stmt>, '', SYNTAX",
    "<Ustrd>Order 17;</Ustrd>, <Ustrd>&more;</Ustrd>, SYNTAX"
  })
  void invalid_files_are_rejected(String from, String to, Kind kind) {
    String file = FILE.replace(from.replace(';', ','), to);

    assertThat(refusal(file).kind()).isEqualTo(kind);
  }

  /** The totals of a bank count either the booked entries or all listed entries. */
  @ParameterizedTest
  @CsvSource({
    "<NbOfNtries>4<, <NbOfNtries>3<",
    "<NbOfNtries>2<, <NbOfNtries>3<",
    "<Sum>130.5<, <Sum>630.5<",
    "<TtlNtries>, <Other><Sum>x</Sum></Other><TtlNtries>",
    "<Dt>2026-11-22</Dt>, <Dt>2026-11-22</Dt><Other>x</Other>",
    "<PgNb>1<, <PgNb>10000<",
    "<Cd>CLBD<, <Cd>ITBD<",
    "<Ntry>, <Ntry><NtryDtls><Btch><NbOfTxs>1</NbOfTxs></Btch></NtryDtls>"
  })
  void equivalent_notations_have_the_same_result(String from, String to) throws Exception {
    assertThat(FILE).contains(from);
    Told told = read(FILE.replaceFirst(from, to)).getFirst();

    assertThat(told.entries()).isEqualTo(entries("camt053-08.xml"));
    assertThat(told.end()).isEqualTo(read(FILE).getFirst().end());
  }

  @Test
  void one_interim_balance_is_not_the_opening_and_the_closing_one() {
    String file = FILE.replace("<Cd>PRCD<", "<Cd>ITBD<").replace("<Cd>CLBD<", "<Cd>CLAV<");

    assertThat(refusal(file)).hasMessageContaining("lacks a closing balance");
  }

  @ParameterizedTest
  @CsvSource({"<MsgId>M</MsgId>, M, ", "<PmtInfId>P</PmtInfId>, , P"})
  void a_batch_identified_only_by_its_name_is_one_detail(
      String name, @Nullable String message, @Nullable String payment) throws Exception {
    String batch = "<NtryDtls><Btch>%s</Btch></NtryDtls>".formatted(name);

    List<EntryDetail> details =
        read(FILE.replace("<AddtlNtryInf>Announced", batch + "<AddtlNtryInf>Announced"))
            .getFirst()
            .entries()
            .getLast()
            .details();

    assertThat(details).hasSize(1);
    assertThat(details.getFirst().messageId()).isEqualTo(Optional.ofNullable(message));
    assertThat(details.getFirst().paymentInformationId()).isEqualTo(Optional.ofNullable(payment));
  }

  @Test
  void the_account_is_never_the_counterparty_of_its_own_entry() throws Exception {
    String file = FILE.replace("NL91ABNA0417164300", "DE89370400440532013000");

    assertThat(read(file).getFirst().entries().getFirst().details().getFirst().counterparty())
        .flatMap(Counterparty::name)
        .contains("Rosenhof GmbH");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<Amt Ccy=\"USD\">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>",
        "<Amt Ccy=\"EUR\">10.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>"
      })
  void a_part_in_another_currency_or_direction_has_no_amount(String part) throws Exception {
    String file = FILE.replace("<Amt Ccy=\"EUR\">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>", part);

    assertThat(read(file).getFirst().entries().get(1).details().getFirst().amount()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"true, true", "1, true", "false, false", "0, false"})
  void a_flag_is_written_in_either_of_two_ways(String flag, boolean reversal) throws Exception {
    String file = FILE.replace("<RvslInd>true<", "<RvslInd>" + flag + "<");

    assertThat(read(file).getFirst().entries().get(2).reversal()).isEqualTo(reversal);
  }

  @ParameterizedTest
  @CsvSource({"'', 2026-11-25", "<ValDt><Dt>2026-11-25</Dt></ValDt>, 2026-11-23"})
  void an_entry_without_a_booking_date_has_its_value_date_or_the_files_date(
      String removed, LocalDate date) throws Exception {
    StatementEntry entry =
        read(FILE.replace(removed.isEmpty() ? "\0" : removed, "")).getFirst().entries().getLast();

    assertThat(entry.bookingDate()).isEqualTo(date);
    assertThat(entry.details().getFirst().counterparty()).isEmpty();
  }

  @Test
  void an_entry_has_a_limit_of_characters() throws Exception {
    String detail =
        "<TxDtls><RmtInf><Ustrd>%1$s</Ustrd></RmtInf><AddtlTxInf>%1$s</AddtlTxInf></TxDtls>"
            .formatted("x".repeat(StatementBounds.MAX_FIELD_CHARS));
    String most =
        FILE.replace(
            "<AddtlNtryInf>Announced",
            "<NtryDtls>" + detail.repeat(1_000) + "</NtryDtls><AddtlNtryInf>Announced");

    assertThat(read(most).getFirst().entries().getLast().details()).hasSize(1_000);
    assertThat(
            refusal(
                    most.replace(
                        "</NtryDtls><AddtlNtryInf>A",
                        "<TxDtls><AddtlTxInf>x</AddtlTxInf></TxDtls></NtryDtls><AddtlNtryInf>A"))
                .kind())
        .isEqualTo(Kind.TOO_LARGE);
  }

  @Test
  void an_error_has_a_position_and_quotes_nothing() {
    StatementException refused =
        refusal(FILE.replace(">100.50</Amt><CdtDbtInd>", ">4242424242424242,</Amt><CdtDbtInd>"));

    assertThat(refused.place()).isEqualTo("line 22, Stmt/Ntry");
    assertThat(refused.getMessage()).isEqualTo("Not an amount. Expected digits, such as 1234.56.");
  }

  @Test
  void the_position_in_deep_nesting_has_a_bounded_length() {
    StatementException refused =
        refusal(FILE.replace("</Stmt>", "<CashAccountOfTheBank>".repeat(20) + "</Stmt>"));

    assertThat(refused.place())
        .startsWith("line ")
        .contains(", Stmt/CashAccountOfTheBank/")
        .endsWith("/…")
        .hasSizeLessThan(200);
  }

  /** The parser rejects document types, so a file can't load external files or expand entities. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE Document SYSTEM \"file:///etc/passwd\">",
        "<!DOCTYPE d [<!ENTITY a \"aaaa\"><!ENTITY more \"&a;&a;\">]>",
        "<!-- - --><!DOCTYPE d>"
      })
  void a_document_type_is_rejected(String declaration) {
    StatementException refused = refusal(FILE.replace("<!-- A day", declaration + "<!-- A day"));

    assertThat(refused.kind()).isEqualTo(Kind.SYNTAX);
    assertThat(refused).hasMessageContaining("DOCTYPE");
  }

  @Test
  void comments_instructions_and_cdata_are_no_obstacle() throws Exception {
    String file =
        FILE.replace("Order 17,", "<!-- a > b -- --><?x <a b='> ?><![CDATA[Order <17>]] >]]>,")
            .replace("-- -->", "- -->")
            .replace("<Ntry>", "<Ntry a='>' b=\"'>\">");

    assertThat(read(file).getFirst().entries().getFirst().details().getFirst().text())
        .startsWith("Order <17>]] >,");
  }

  /** The XML parser limits the number of entities and counts each ampersand as one. */
  @Test
  void a_file_may_have_any_number_of_ampersands() throws Exception {
    String detail =
        "<TxDtls><RmtInf><Ustrd>%s</Ustrd></RmtInf></TxDtls>".formatted("&amp;".repeat(1_000));

    Told told = read(FILE.replaceFirst("<TxDtls>", detail.repeat(150) + "<TxDtls>")).getFirst();

    assertThat(told.entries().getFirst().details()).hasSize(151);
  }

  @Test
  void oversized_deep_or_numerous_elements_are_rejected() {
    assertThat(refusal(FILE.replace("Order 17,", "x".repeat(3_000))).kind())
        .isEqualTo(Kind.TOO_LARGE);
    assertThat(refusal(FILE.replace("<Ntry>", "<Ntry a=\"" + "x".repeat(20_000) + "\">")).kind())
        .isEqualTo(Kind.TOO_LARGE);
    assertThat(refusal(FILE.replace("<Ntry>", "<!--" + "x".repeat(20_000) + "--><Ntry>")).kind())
        .isEqualTo(Kind.TOO_LARGE);
    assertThat(refusal(FILE.replace("<Ntry>", "<a>".repeat(50) + "<Ntry>")).kind())
        .isEqualTo(Kind.TOO_LARGE);
    var names = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      names.append("<n").append(i).append("/>");
    }
    assertThat(refusal(FILE.replaceFirst("<Ntry>", "<Ntry>" + names)).kind())
        .isEqualTo(Kind.TOO_LARGE);
    var details = "<TxDtls/>".repeat(StatementBounds.MAX_DETAILS + 1);
    assertThat(refusal(FILE.replaceFirst("<TxDtls>", details + "<TxDtls>")).kind())
        .isEqualTo(Kind.TOO_LARGE);
  }

  @Test
  void a_page_is_a_statement_with_its_own_id() throws Exception {
    String file =
        FILE.replace("<PgNb>1<", "<PgNb>2<")
            .replace(">true</LastPgInd>", ">false</LastPgInd>")
            .replace("<NbOfNtries>4<", "<NbOfNtries>400<")
            .replace("<Cd>PRCD<", "<Cd>ITBD<")
            .replace("<Cd>CLBD<", "<Cd>ITBD<");

    Told told = read(file).getFirst();

    assertThat(told.head().id()).isEqualTo("2026-00231/2");
    assertThat(told.head().opening()).contains(new Balance(euro(1_000_00), false));
    assertThat(told.end().closing()).contains(new Balance(euro(1_110_50), false));
  }

  @Test
  void a_file_is_known_by_its_first_bytes() {
    for (String name : List.of("camt053-08.xml", "camt053-02.xml")) {
      assertThat(StatementFormat.detect(Told.resource(name))).contains(CAMT_053);
    }
    assertThat(StatementFormat.detect(Told.resource("camt054-08.xml"))).contains(CAMT_054);
    assertThat(StatementFormat.detect(Told.resource("german.sta"))).contains(StatementFormat.MT940);
    assertThat(StatementFormat.detect(Told.resource("dutch.sta"))).contains(StatementFormat.MT940);
    assertThat(StatementFormat.detect("%PDF-1.7".getBytes(StandardCharsets.US_ASCII))).isEmpty();
    assertThat(StatementFormat.find("camt.053")).contains(CAMT_053);
  }

  private static List<StatementEntry> entries(String resource) throws StatementException {
    return Told.ofResource(resource, CAMT_053).getFirst().entries();
  }

  private static List<Told> read(String file) throws StatementException {
    return Told.of(file.getBytes(StandardCharsets.UTF_8), CAMT_053);
  }

  private static StatementException refusal(String file) {
    return catchThrowableOfType(StatementException.class, () -> read(file));
  }

  private static Money euro(long cents) {
    return new Money(cents, Currency.get("eur"));
  }
}
