package florin.bank.order;

import florin.bank.SepaText;
import florin.bank.order.CreditTransferInitiation.OrderLine;
import florin.bank.order.CreditTransferInitiation.OrderParty;
import florin.core.Bic;
import florin.core.Currency;
import florin.core.Money;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes a {@link CreditTransferInitiation} as pain.001.001.09 (ISO 20022) with SEPA's rules
 * (EPC132-08). The same input always gives the same bytes. Each transfer is booked separately, so
 * that its end-to-end id returns in the statement.
 */
public final class Pain001Writer {
  public static final String NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";

  private static final int MAX_NAME = 70;
  private static final int MAX_TEXT = 140;
  private static final String EURO = "eur";

  private final XMLStreamWriter xml;
  private final CreditTransferInitiation file;

  private Pain001Writer(XMLStreamWriter xml, CreditTransferInitiation file) {
    this.xml = xml;
    this.file = file;
  }

  public static byte[] xml(CreditTransferInitiation file) {
    var bytes = new ByteArrayOutputStream();
    try {
      XMLStreamWriter xml =
          XMLOutputFactory.newDefaultFactory()
              .createXMLStreamWriter(bytes, StandardCharsets.UTF_8.name());
      new Pain001Writer(xml, file).document();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("cannot write a payment file into memory", e);
    }
    return bytes.toByteArray();
  }

  private void document() throws XMLStreamException {
    xml.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
    xml.writeCharacters("\n");
    xml.writeStartElement("Document");
    xml.writeDefaultNamespace(NAMESPACE);
    begin("CstmrCdtTrfInitn");
    header();
    payment();
    xml.writeEndDocument(); // closes all open elements
  }

  private void header() throws XMLStreamException {
    begin("GrpHdr");
    text("MsgId", file.messageId());
    text("CreDtTm", file.created().truncatedTo(ChronoUnit.SECONDS).toString());
    totals();
    begin("InitgPty");
    name(file.debtor());
    end();
    end();
  }

  private void payment() throws XMLStreamException {
    begin("PmtInf");
    text("PmtInfId", file.messageId());
    text("PmtMtd", "TRF");
    text("BtchBookg", "false");
    totals();
    if (isSepa()) {
      begin("PmtTpInf");
      begin("SvcLvl");
      text("Cd", "SEPA");
      end();
      end();
    }
    begin("ReqdExctnDt");
    text("Dt", file.execution().toString());
    end();
    begin("Dbtr");
    name(file.debtor());
    end();
    account("DbtrAcct", file.debtor());
    agent("DbtrAgt", file.debtor().bic());
    text("ChrgBr", isSepa() ? "SLEV" : "SHAR");
    for (OrderLine line : file.lines()) {
      transfer(line);
    }
    end();
  }

  private void transfer(OrderLine line) throws XMLStreamException {
    OrderParty creditor = line.creditor();
    begin("CdtTrfTxInf");
    begin("PmtId");
    text("EndToEndId", line.endToEndId());
    end();
    begin("Amt");
    xml.writeStartElement("InstdAmt");
    xml.writeAttribute("Ccy", file.currency().code().toUpperCase(Locale.ROOT));
    xml.writeCharacters(decimal(BigDecimal.valueOf(line.amount().minor())));
    end();
    end();
    if (creditor.bic().isPresent()) {
      agent("CdtrAgt", creditor.bic());
    }
    begin("Cdtr");
    name(creditor);
    end();
    account("CdtrAcct", creditor);
    String remittance = SepaText.of(line.text(), creditor.iban().country(), MAX_TEXT);
    if (!remittance.isEmpty()) {
      begin("RmtInf");
      text("Ustrd", remittance);
      end();
    }
    end();
  }

  private void totals() throws XMLStreamException {
    text("NbOfTxs", Integer.toString(file.lines().size()));
    List<BigDecimal> amounts =
        file.lines().stream()
            .map(OrderLine::amount)
            .map(Money::minor)
            .map(BigDecimal::valueOf)
            .toList();
    text("CtrlSum", decimal(amounts.stream().reduce(BigDecimal.ZERO, BigDecimal::add)));
  }

  private void name(OrderParty party) throws XMLStreamException {
    text("Nm", SepaText.of(party.name(), party.iban().country(), MAX_NAME));
  }

  private void account(String element, OrderParty party) throws XMLStreamException {
    begin(element);
    begin("Id");
    text("IBAN", party.iban().text());
    end();
    end();
  }

  /** Writes a bank. The IBAN identifies it; without a BIC, the format requires `NOTPROVIDED`. */
  private void agent(String element, Optional<Bic> bic) throws XMLStreamException {
    begin(element);
    begin("FinInstnId");
    if (bic.isPresent()) {
      text("BICFI", bic.get().text());
    } else {
      begin("Othr");
      text("Id", "NOTPROVIDED");
      end();
    }
    end();
    end();
  }

  private boolean isSepa() {
    return file.currency().code().equals(EURO);
  }

  private String decimal(BigDecimal minor) {
    Currency currency = file.currency();
    return minor.movePointLeft(currency.exponent()).setScale(currency.exponent()).toPlainString();
  }

  private void begin(String element) throws XMLStreamException {
    xml.writeStartElement(element);
  }

  private void end() throws XMLStreamException {
    xml.writeEndElement();
  }

  private void text(String element, String text) throws XMLStreamException {
    begin(element);
    xml.writeCharacters(text);
    end();
  }
}
