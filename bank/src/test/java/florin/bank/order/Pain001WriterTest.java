package florin.bank.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.prowidesoftware.swift.model.mx.MxPain00100109;
import com.prowidesoftware.swift.model.mx.dic.CreditTransferTransaction34;
import florin.bank.order.CreditTransferInitiation.OrderLine;
import florin.bank.order.CreditTransferInitiation.OrderParty;
import florin.core.Bic;
import florin.core.Currency;
import florin.core.Iban;
import florin.core.Money;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Pain001WriterTest {
  private static final Instant CREATED = Instant.parse("2026-11-23T10:00:00.123456Z");
  private static final LocalDate EXECUTION = LocalDate.of(2026, 11, 24);
  private static final OrderParty SHOP =
      new OrderParty("Groß & Söhne", new Iban("DE89370400440532013000"), Bic.find("COBADEFFXXX"));
  private static final OrderParty PAYER =
      new OrderParty("Ana Müller", new Iban("NL91ABNA0417164300"), Optional.empty());

  @Test
  void it_writes_a_file_that_banks_accept() {
    String xml =
        text(file("eur", new OrderLine("re-17", money(1_050, "eur"), PAYER, "Refund <17>")));

    assertThat(xml)
        .isEqualTo(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>\
            <GrpHdr><MsgId>FLORIN-1</MsgId><CreDtTm>2026-11-23T10:00:00Z</CreDtTm><NbOfTxs>1</NbOfTxs>\
            <CtrlSum>10.50</CtrlSum><InitgPty><Nm>Gross + Soehne</Nm></InitgPty></GrpHdr>\
            <PmtInf><PmtInfId>FLORIN-1</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg>\
            <NbOfTxs>1</NbOfTxs><CtrlSum>10.50</CtrlSum><PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>\
            <ReqdExctnDt><Dt>2026-11-24</Dt></ReqdExctnDt><Dbtr><Nm>Gross + Soehne</Nm></Dbtr>\
            <DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct>\
            <DbtrAgt><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>\
            <CdtTrfTxInf><PmtId><EndToEndId>re-17</EndToEndId></PmtId>\
            <Amt><InstdAmt Ccy="EUR">10.50</InstdAmt></Amt><Cdtr><Nm>Ana Muller</Nm></Cdtr>\
            <CdtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></CdtrAcct>\
            <RmtInf><Ustrd>Refund .17.</Ustrd></RmtInf></CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>\
            """);
  }

  @Test
  void another_library_reads_the_transfers() {
    List<OrderLine> lines =
        Stream.iterate(1, i -> i <= 200, i -> i + 1)
            .map(i ->
                new OrderLine(
                    "re-" + i, money(i * 7_919L, "eur"), i % 2 == 0 ? PAYER : SHOP, "Order " + i))
            .toList();
    var read =
        MxPain00100109.parse(text(file("eur", lines.toArray(OrderLine[]::new))))
            .getCstmrCdtTrfInitn();
    List<CreditTransferTransaction34> transfers = read.getPmtInf().getFirst().getCdtTrfTxInf();

    assertThat(read.getGrpHdr().getNbOfTxs()).isEqualTo("200");
    assertThat(read.getGrpHdr().getCtrlSum())
        .isEqualByComparingTo(
            transfers.stream()
                .map(it -> it.getAmt().getInstdAmt().getValue())
                .reduce(BigDecimal.ZERO, BigDecimal::add));
    assertThat(read.getPmtInf().getFirst().getReqdExctnDt().getDt()).isEqualTo(EXECUTION);
    assertThat(transfers).hasSize(200);
    for (int i = 0; i < lines.size(); i++) {
      CreditTransferTransaction34 transfer = transfers.get(i);
      OrderLine line = lines.get(i);
      assertThat(transfer.getPmtId().getEndToEndId()).isEqualTo(line.endToEndId());
      assertThat(transfer.getAmt().getInstdAmt().getValue())
          .isEqualByComparingTo(BigDecimal.valueOf(line.amount().minor(), 2));
      assertThat(transfer.getCdtrAcct().getId().getIBAN()).isEqualTo(line.creditor().iban().text());
      assertThat(transfer.getRmtInf().getUstrd()).containsExactly(line.text());
      assertThat(transfer.getCdtrAgt() != null).isEqualTo(line.creditor().bic().isPresent());
    }
  }

  @Test
  void is_the_same_bytes_for_the_same_order() {
    var line = new OrderLine("re-1", money(1, "eur"), PAYER, "");

    assertThat(Pain001Writer.xml(file("eur", line)))
        .isEqualTo(Pain001Writer.xml(file("eur", line)));
    assertThat(text(file("eur", line))).doesNotContain("RmtInf");
  }

  @Test
  void amounts_have_the_decimals_of_their_currency_and_only_euro_is_sepa() {
    String yen = text(file("jpy", new OrderLine("re-1", money(500, "jpy"), PAYER, "x")));

    assertThat(yen)
        .contains("<InstdAmt Ccy=\"JPY\">500</InstdAmt>", "<ChrgBr>SHAR</ChrgBr>")
        .doesNotContain("SEPA");
  }

  @Test
  void transfers_that_no_bank_accepts_cannot_be_ordered() {
    var line = new OrderLine("re-1", money(1, "eur"), PAYER, "");

    assertThatThrownBy(() -> file("eur", line, line)).hasMessageContaining("twice");
    assertThatThrownBy(() -> file("eur")).hasMessageContaining("1 to");
    assertThatThrownBy(() -> file("eur", line, new OrderLine("re-2", money(1, "chf"), PAYER, "")))
        .hasMessageContaining("one currency");
    assertThatThrownBy(() -> new OrderLine("re-1", money(0, "eur"), PAYER, ""))
        .hasMessageContaining("nothing");
    assertThatThrownBy(() -> new OrderParty(" ", PAYER.iban(), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_file_has_a_limit_of_lines_and_an_id_that_banks_accept() {
    List<OrderLine> most =
        IntStream.range(0, CreditTransferInitiation.MAX_LINES)
            .mapToObj(i -> new OrderLine("re-" + i, money(1, "eur"), PAYER, ""))
            .toList();
    var oneMore = new OrderLine("re", money(1, "eur"), PAYER, "");

    assertThat(new CreditTransferInitiation("A", CREATED, EXECUTION, SHOP, most).lines())
        .hasSize(CreditTransferInitiation.MAX_LINES);
    assertThatThrownBy(() ->
            new CreditTransferInitiation(
                "A",
                CREATED,
                EXECUTION,
                SHOP,
                Stream.concat(most.stream(), Stream.of(oneMore)).toList()))
        .hasMessageContaining("1 to");
    assertThatThrownBy(
            () -> new CreditTransferInitiation("/A", CREATED, EXECUTION, SHOP, List.of(oneMore)))
        .hasMessageContaining("not an id");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/re",
        "re/",
        "a//b",
        "re_1",
        "ré",
        "a ",
        "1234567890123456789012345678901234567"
      })
  void ids_have_a_format_that_banks_accept(String id) {
    assertThatThrownBy(() -> new OrderLine(id, money(1, "eur"), PAYER, ""))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static CreditTransferInitiation file(String currency, OrderLine... lines) {
    assertThat(Currency.find(currency)).isPresent();
    return new CreditTransferInitiation("FLORIN-1", CREATED, EXECUTION, SHOP, List.of(lines));
  }

  private static String text(CreditTransferInitiation file) {
    return new String(Pain001Writer.xml(file), StandardCharsets.UTF_8);
  }

  private static Money money(long minor, String currency) {
    return new Money(minor, Currency.get(currency));
  }
}
