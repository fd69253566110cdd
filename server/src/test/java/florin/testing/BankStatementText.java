package florin.testing;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A bank's camt.053.001.08 statement. This writer is independent of the simulator's bank, so that
 * the two can't share a bug.
 *
 * @param id the bank's ID of the statement
 * @param opening the opening balance in cents; negative for a debit balance
 */
public record BankStatementText(String id, String iban, long opening, List<Line> lines) {
  public BankStatementText {
    lines = List.copyOf(lines);
  }

  /**
   * A bank entry.
   *
   * @param amount in cents; negative for a debit
   * @param bankReference empty for none
   * @param structured the creditor reference in its structured field; empty for none
   * @param text the payer's remittance text; empty for none
   * @param endToEnd the end-to-end ID; empty for none
   * @param payer the payer's IBAN; empty if the bank doesn't report it
   */
  public record Line(
      long amount,
      boolean reversal,
      String bankReference,
      String structured,
      String text,
      String endToEnd,
      String payer) {
    /** Creates an entry from the default payer. */
    public Line(
        long amount,
        boolean reversal,
        String bankReference,
        String structured,
        String text,
        String endToEnd) {
      this(amount, reversal, bankReference, structured, text, endToEnd, "NL91ABNA0417164300");
    }

    /** Returns the entry without the payer's IBAN. */
    public Line withoutPayer() {
      return from("");
    }

    public Line from(String iban) {
      return new Line(amount, reversal, bankReference, structured, text, endToEnd, iban);
    }

    /** Returns the entry with another creditor reference. */
    public Line under(String reference) {
      return new Line(amount, reversal, bankReference, reference, text, endToEnd, payer);
    }

    public static Line credit(long amount, String bankReference, String structured) {
      return new Line(amount, false, bankReference, structured, "", "");
    }

    public static Line written(long amount, String bankReference, String text) {
      return new Line(amount, false, bankReference, "", text, "");
    }

    public static Line reversal(long amount, String bankReference, String structured) {
      return new Line(-amount, true, bankReference, structured, "", "");
    }

    public static Line debit(long amount, String bankReference, String endToEnd) {
      return new Line(-amount, false, bankReference, "", "", endToEnd);
    }

    private String xml() {
      String direction = amount < 0 ? "DBIT" : "CRDT";
      String money = "<Amt Ccy=\"EUR\">" + decimal(Math.abs(amount)) + "</Amt>";
      return "<Ntry>"
          + money
          + "<CdtDbtInd>"
          + direction
          + "</CdtDbtInd><RvslInd>"
          + reversal
          + "</RvslInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><ValDt><Dt>2026-11-20</Dt></ValDt>"
          + unlessEmpty("AcctSvcrRef", bankReference)
          + "<BkTxCd><Prtry><Cd>x</Cd></Prtry></BkTxCd><NtryDtls><TxDtls>"
          + (endToEnd.isEmpty() ? "" : "<Refs><EndToEndId>" + endToEnd + "</EndToEndId></Refs>")
          + money
          + "<CdtDbtInd>"
          + direction
          + "</CdtDbtInd><RltdPties><Dbtr><Pty><Nm>Jo March</Nm></Pty></Dbtr>"
          + (payer.isEmpty() ? "" : "<DbtrAcct><Id><IBAN>" + payer + "</IBAN></Id></DbtrAcct>")
          + "</RltdPties>"
          + "<RmtInf>"
          + unlessEmpty("Ustrd", text)
          + (structured.isEmpty()
              ? ""
              : "<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>"
                  + structured
                  + "</Ref></CdtrRefInf></Strd>")
          + "</RmtInf></TxDtls></NtryDtls></Ntry>\n";
    }
  }

  public long closing() {
    return opening + lines.stream().mapToLong(Line::amount).sum();
  }

  public String xml() {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt>"
        + "<GrpHdr><MsgId>M"
        + id
        + "</MsgId><CreDtTm>2026-11-20T18:00:00Z</CreDtTm></GrpHdr><Stmt><Id>"
        + id
        + "</Id><CreDtTm>2026-11-20T18:00:00Z</CreDtTm><Acct><Id><IBAN>"
        + iban
        + "</IBAN></Id><Ccy>EUR</Ccy></Acct>\n"
        + balance("OPBD", opening)
        + balance("CLBD", closing())
        + lines.stream().map(Line::xml).collect(Collectors.joining())
        + "</Stmt></BkToCstmrStmt></Document>\n";
  }

  private static String balance(String type, long cents) {
    return "<Bal><Tp><CdOrPrtry><Cd>"
        + type
        + "</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">"
        + decimal(Math.abs(cents))
        + "</Amt><CdtDbtInd>"
        + (cents < 0 ? "DBIT" : "CRDT")
        + "</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>\n";
  }

  private static String unlessEmpty(String element, String text) {
    return text.isEmpty() ? "" : "<" + element + ">" + text + "</" + element + ">";
  }

  private static String decimal(long cents) {
    return BigDecimal.valueOf(cents, 2).toPlainString();
  }
}
