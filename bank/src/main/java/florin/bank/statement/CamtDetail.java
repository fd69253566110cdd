package florin.bank.statement;

import florin.bank.statement.StatementEntry.Counterparty;
import florin.bank.statement.StatementEntry.EntryDetail;
import florin.core.Bic;
import florin.core.Currency;
import florin.core.Iban;
import florin.core.Money;
import java.io.IOException;
import java.util.Optional;

/** A `TxDtls` element. */
final class CamtDetail {
  /** A party in the file; the entry determines which of the two is the counterparty. */
  private static final class Party {
    Optional<String> name = Optional.empty();
    Optional<Iban> iban = Optional.empty();
    Optional<Bic> bic = Optional.empty();

    Optional<Counterparty> build() {
      return Optional.of(new Counterparty(name, iban, bic)).filter(party -> !party.isEmpty());
    }
  }

  private final XmlCursor xml;
  private final CamtFields fields;
  private final Party debtor = new Party();
  private final Party creditor = new Party();
  private final StringBuilder text = new StringBuilder();

  private Optional<Money> amount = Optional.empty();
  private Optional<Money> transactionAmount = Optional.empty();
  private Optional<Boolean> credit = Optional.empty();
  private Optional<String> endToEndId = Optional.empty();
  private Optional<String> structured = Optional.empty();
  private Optional<String> messageId = Optional.empty();
  private Optional<String> paymentInformationId = Optional.empty();
  private Optional<String> returnReason = Optional.empty();
  private Optional<String> bankReference = Optional.empty();
  private String about = "";

  CamtDetail(XmlCursor xml, CamtFields fields) {
    this.xml = xml;
    this.fields = fields;
  }

  /** Reads the current `TxDtls` element to its end. */
  void read() throws IOException, StatementException {
    int depth = xml.depth();
    while (xml.next(depth)) {
      switch (xml.name()) {
        case "Refs" -> references();
        case "Amt" -> amount = Optional.of(fields.amount());
        case "CdtDbtInd" -> credit = Optional.of(fields.isCredit());
        case "AmtDtls" -> amounts();
        case "RltdPties" -> parties();
        case "RltdAgts" -> agents();
        case "RmtInf" -> remittance();
        case "RtrInf" -> returned();
        case "AddtlTxInf" -> about = xml.text();
        default -> {}
      }
    }
  }

  void ofBatch(Optional<String> message, Optional<String> paymentInformation) {
    messageId = messageId.or(() -> message);
    paymentInformationId = paymentInformationId.or(() -> paymentInformation);
  }

  int chars() {
    return text.length() + about.length();
  }

  /**
   * Returns the detail.
   *
   * @param own the account of the statement, which is never the counterparty
   * @param in whether the entry is a credit
   * @param fromDebtor whether the counterparty is the debtor: for money that came in, and for money
   *     that goes back to its sender
   */
  EntryDetail build(
      Iban own, Currency currency, boolean in, boolean fromDebtor, String aboutEntry) {
    return new EntryDetail(
        amount
            .or(() -> transactionAmount)
            .filter(found -> found.currency().equals(currency) && credit.orElse(in) == in),
        endToEndId,
        structured,
        wholeText(aboutEntry),
        counterparty(own, fromDebtor),
        messageId,
        paymentInformationId,
        returnReason,
        bankReference);
  }

  /**
   * Returns the counterparty. A bank that returns an outgoing transfer may still name the account
   * as debtor.
   */
  private Optional<Counterparty> counterparty(Iban own, boolean fromDebtor) {
    Party expected = fromDebtor ? debtor : creditor;
    Party other = fromDebtor ? creditor : debtor;
    return expected.iban.filter(own::equals).isPresent() ? other.build() : expected.build();
  }

  private String wholeText(String aboutEntry) {
    String written = !text.isEmpty() ? text.toString() : !about.isEmpty() ? about : aboutEntry;
    return EntryText.plain(written, StatementBounds.MAX_TEXT_CHARS);
  }

  private void references() throws IOException, StatementException {
    int depth = xml.depth();
    while (xml.next(depth)) {
      switch (xml.name()) {
        case "MsgId" -> messageId = EntryText.id(xml.text());
        case "AcctSvcrRef" -> bankReference = EntryText.id(xml.text());
        case "PmtInfId" -> paymentInformationId = EntryText.id(xml.text());
        case "EndToEndId" -> endToEndId = EntryText.id(xml.text());
        default -> {}
      }
    }
  }

  /**
   * Reads `AmtDtls`, which has the amount up to version 02. The instructed amount may be in another
   * currency.
   */
  private void amounts() throws IOException, StatementException {
    int depth = xml.depth();
    Optional<Money> ordered = Optional.empty();
    while (xml.next(depth)) {
      switch (xml.name()) {
        case "TxAmt" -> transactionAmount = amountWithin();
        case "InstdAmt" -> ordered = amountWithin();
        default -> {}
      }
    }
    Optional<Money> instead = ordered;
    transactionAmount = transactionAmount.or(() -> instead);
  }

  private Optional<Money> amountWithin() throws IOException, StatementException {
    int depth = xml.depth();
    Optional<Money> found = Optional.empty();
    while (xml.next(depth)) {
      if (xml.name().equals("Amt")) {
        found = Optional.of(fields.amount());
      }
    }
    return found;
  }

  private void parties() throws IOException, StatementException {
    int depth = xml.depth();
    while (xml.next(depth)) {
      switch (xml.name()) {
        case "Dbtr" -> debtor.name = name();
        case "DbtrAcct" -> debtor.iban = iban();
        case "Cdtr" -> creditor.name = name();
        case "CdtrAcct" -> creditor.iban = iban();
        default -> {}
      }
    }
  }

  /** Reads `Nm`, which is within `Pty` since version 08. */
  private Optional<String> name() throws IOException, StatementException {
    int depth = xml.depth();
    Optional<String> name = Optional.empty();
    while (xml.next(depth)) {
      switch (xml.name()) {
        case "Nm" -> name = EntryText.name(xml.text());
        case "Pty" -> name = fields.child("Nm").flatMap(EntryText::name);
        default -> {}
      }
    }
    return name;
  }

  private Optional<Iban> iban() throws IOException, StatementException {
    int depth = xml.depth();
    Optional<Iban> iban = Optional.empty();
    while (xml.next(depth)) {
      if (xml.name().equals("Id")) {
        iban = Iban.find(fields.accountName());
      }
    }
    return iban;
  }

  private void agents() throws IOException, StatementException {
    int depth = xml.depth();
    while (xml.next(depth)) {
      switch (xml.name()) {
        case "DbtrAgt" -> debtor.bic = bic();
        case "CdtrAgt" -> creditor.bic = bic();
        default -> {}
      }
    }
  }

  /** Reads `FinInstnId/BICFI`, or `BIC` up to version 02. */
  private Optional<Bic> bic() throws IOException, StatementException {
    int depth = xml.depth();
    Optional<Bic> bic = Optional.empty();
    while (xml.next(depth)) {
      if (xml.name().equals("FinInstnId")) {
        int within = xml.depth();
        while (xml.next(within)) {
          if (xml.name().equals("BIC") || xml.name().equals("BICFI")) {
            bic = Bic.find(xml.text());
          }
        }
      }
    }
    return bic;
  }

  private void remittance() throws IOException, StatementException {
    int depth = xml.depth();
    while (xml.next(depth)) {
      switch (xml.name()) {
        case "Ustrd" -> write(xml.text());
        case "Strd" -> structured();
        default -> {}
      }
    }
  }

  /**
   * Reads the references. The first one is the transfer's; if a transfer has several, the others
   * are treated as text.
   */
  private void structured() throws IOException, StatementException {
    int depth = xml.depth();
    while (xml.next(depth)) {
      switch (xml.name()) {
        case "CdtrRefInf" -> {
          Optional<String> found = fields.child("Ref").flatMap(EntryText::id);
          if (structured.isPresent()) {
            found.ifPresent(this::write);
          } else {
            structured = found;
          }
        }
        case "AddtlRmtInf" -> write(xml.text());
        default -> {}
      }
    }
  }

  private void returned() throws IOException, StatementException {
    int depth = xml.depth();
    while (xml.next(depth)) {
      if (xml.name().equals("Rsn")) {
        returnReason = EntryText.id(xml.code());
      }
    }
  }

  private void write(String line) {
    if (text.length() < StatementBounds.MAX_TEXT_CHARS && !line.isEmpty()) {
      text.append(text.isEmpty() ? "" : "\n").append(line);
    }
  }
}
