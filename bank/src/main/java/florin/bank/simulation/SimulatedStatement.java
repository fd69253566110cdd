package florin.bank.simulation;

import florin.core.Currency;
import florin.core.Iban;
import florin.core.Money;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Writes a statement with one entry, as a bank would: camt.053.001.08. */
final class SimulatedStatement {
  /** The IBAN of a fictitious payer at a fictitious bank. */
  private static final String PAYER = "NL91ABNA0417164300";

  /**
   * A booking of the simulated bank in test mode.
   *
   * @param party the other party, who sends or gets the money
   * @param reference the creditor reference that the other party names
   * @param text the other party's text if there is no creditor reference
   * @param isDebit whether money leaves the account
   * @param isReturn whether it takes back an earlier booking, as banks do
   */
  record Booking(
      Money amount,
      String party,
      Optional<String> reference,
      String text,
      boolean isDebit,
      boolean isReturn) {}

  private SimulatedStatement() {}

  /**
   * Returns a statement with one entry.
   *
   * @param name the bank's reference of the statement and its entry
   * @param opening below zero if the account is overdrawn
   */
  static String camt053(String name, Iban account, Booking booking, long opening, Instant now) {
    Currency currency = booking.amount().currency();
    long closing = opening + (booking.isDebit() ? -1 : 1) * booking.amount().minor();
    LocalDate day = now.atOffset(ZoneOffset.UTC).toLocalDate();
    return camt053(
        new ToldStatement(name, account, currency, opening, closing),
        entry(name, booking, day),
        now);
  }

  /**
   * The head of a statement.
   *
   * @param name the bank's reference of the statement
   */
  record ToldStatement(String name, Iban account, Currency currency, long opening, long closing) {}

  /** Returns a statement with these entries. */
  static String camt053(ToldStatement told, String entries, Instant now) {
    LocalDate day = now.atOffset(ZoneOffset.UTC).toLocalDate();
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
      <BkToCstmrStmt>
        <GrpHdr><MsgId>%1$s</MsgId><CreDtTm>%2$s</CreDtTm></GrpHdr>
        <Stmt>
          <Id>%1$s</Id>
          <CreDtTm>%2$s</CreDtTm>
          <Acct><Id><IBAN>%3$s</IBAN></Id><Ccy>%4$s</Ccy></Acct>
          %5$s
          %6$s
          %7$s
        </Stmt>
      </BkToCstmrStmt>
    </Document>
    """
        .formatted(
            told.name(),
            now.truncatedTo(ChronoUnit.SECONDS),
            told.account().text(),
            code(told.currency()),
            balance("OPBD", told.opening(), told.currency(), day),
            balance("CLBD", told.closing(), told.currency(), day),
            entries);
  }

  private static String balance(String type, long minor, Currency currency, LocalDate day) {
    return "<Bal><Tp><CdOrPrtry><Cd>%s</Cd></CdOrPrtry></Tp>%s<CdtDbtInd>%s</CdtDbtInd><Dt><Dt>%s</Dt></Dt></Bal>"
        .formatted(type, amount(Math.abs(minor), currency), minor < 0 ? "DBIT" : "CRDT", day);
  }

  private static String entry(String name, Booking booking, LocalDate day) {
    Money amount = booking.amount();
    return """
    <Ntry>%1$s<CdtDbtInd>%2$s</CdtDbtInd><RvslInd>%3$s</RvslInd><Sts><Cd>BOOK</Cd></Sts>
      <BookgDt><Dt>%4$s</Dt></BookgDt><ValDt><Dt>%4$s</Dt></ValDt><AcctSvcrRef>%5$s</AcctSvcrRef>
      <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
      <NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>%1$s<CdtDbtInd>%2$s</CdtDbtInd>
        <RltdPties><Dbtr><Pty><Nm>%9$s</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>%6$s</IBAN></Id></DbtrAcct></RltdPties>
        <RmtInf>%7$s</RmtInf>%8$s</TxDtls></NtryDtls></Ntry>
    """
        .formatted(
            amount(amount.minor(), amount.currency()),
            booking.isDebit() ? "DBIT" : "CRDT",
            booking.isReturn(),
            day,
            name,
            PAYER,
            booking
                .reference()
                .map(reference ->
                    "<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>%s</Ref></CdtrRefInf></Strd>"
                        .formatted(reference))
                .orElse("<Ustrd>" + booking.text() + "</Ustrd>"),
            booking.isReturn() ? "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>" : "",
            booking.party());
  }

  static String amount(long minor, Currency currency) {
    return "<Amt Ccy=\"%s\">%s</Amt>"
        .formatted(code(currency), BigDecimal.valueOf(minor, currency.exponent()).toPlainString());
  }

  private static String code(Currency currency) {
    return currency.code().toUpperCase(java.util.Locale.ROOT);
  }
}
