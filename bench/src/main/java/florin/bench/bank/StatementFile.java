package florin.bench.bank;

import florin.bench.bank.TransferShop.Awaited;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Writes a bank's statements as camt.053.001.08 files with complete transfer details. Of ten
 * payers, seven give the reference in its field, two in the text, and one as the end-to-end id.
 * Entries are shuffled.
 */
public final class StatementFile {
  private static final long ORDER = 17;
  private static final int SHAPES = 10;

  private final String iban;
  private LocalDate day;
  private long balance;
  private int statements;

  public StatementFile(String iban) {
    this(iban, LocalDate.of(2026, 11, 23));
  }

  /** Writes statements of an account, whose entries are all of one day. */
  public StatementFile(String iban, LocalDate day) {
    this.iban = iban;
    this.day = day;
  }

  /** Sets the day of the next statements. */
  public void moveTo(LocalDate later) {
    day = later;
  }

  /** Returns the closing balance of the last statement. */
  public long closing() {
    return balance;
  }

  /**
   * Writes a statement with an entry for each payment, and for each of the others: payouts with the
   * provider's reference in their text, and transfers with any text.
   */
  public void write(Path file, List<Awaited> payments, List<Awaited> others) throws IOException {
    var entries = new ArrayList<String>(payments.size() + others.size());
    for (Awaited payment : payments) {
      entries.add(entry(entries.size(), payment.amount(), remittance(0, payment.reference())));
    }
    for (Awaited other : others) {
      String text = "<Ustrd>TRANSFER " + other.reference() + "</Ustrd>";
      entries.add(entry(entries.size(), other.amount(), text));
    }
    write(file, entries, Stream.concat(payments.stream(), others.stream()));
  }

  private void write(Path file, List<String> entries, Stream<Awaited> booked) throws IOException {
    write(file, entries, booked.mapToLong(Awaited::amount).sum());
  }

  /** Writes a statement that continues from the previous one and has one entry for each payment. */
  public void write(Path file, List<Awaited> payments) throws IOException {
    var entries = new ArrayList<String>(payments.size());
    for (int i = 0; i < payments.size(); i++) {
      Awaited payment = payments.get(i);
      entries.add(entry(i, payment.amount(), remittance(i, payment.reference())));
    }
    Collections.shuffle(entries, new Random(ORDER));
    write(file, entries, payments.stream());
  }

  /** Writes a statement whose entries have no known reference. */
  public void writeStrangers(Path file, int count) throws IOException {
    var entries = new ArrayList<String>(count);
    for (int i = 0; i < count; i++) {
      entries.add(entry(i, 1, "<Ustrd>Invoice 2026/" + i + ", thank you and see you soon</Ustrd>"));
    }
    write(file, entries, count);
  }

  private void write(Path file, List<String> entries, long sum) throws IOException {
    String id = "S" + ++statements;
    long opening = balance;
    balance += sum;
    try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      out.write(
          """
          <?xml version="1.0" encoding="UTF-8"?>
          <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>%1$s</MsgId></GrpHdr>
          <Stmt><Id>%1$s</Id><CreDtTm>%5$sT21:00:00Z</CreDtTm><Acct><Id><IBAN>%2$s</IBAN></Id><Ccy>EUR</Ccy></Acct>
          %3$s%4$s\
          """
              .formatted(id, iban, balance("OPBD", opening), balance("CLBD", balance), day));
      for (String entry : entries) {
        out.write(entry.replace("@", id));
      }
      out.write("</Stmt></BkToCstmrStmt></Document>\n");
    }
  }

  private String balance(String type, long cents) {
    return "<Bal><Tp><CdOrPrtry><Cd>%s</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">%s</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>%s</Dt></Dt></Bal>\n"
        .formatted(type, decimal(cents), day);
  }

  private static String remittance(int i, String reference) {
    return switch (i % SHAPES) {
      case 7, 8 ->
          "<Ustrd>Order "
              + i
              + " "
              + reference.replaceAll("(.{4})", "$1 ").strip()
              + " thank you</Ustrd>";
      case 9 -> "<Ustrd>Thank you</Ustrd><E>" + reference + "</E>";
      default ->
          "<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>"
              + reference
              + "</Ref></CdtrRefInf></Strd>";
    };
  }

  /**
   * Returns an entry. Its at sign is a placeholder for the statement's id, so that the entry's
   * reference is unique at the bank.
   */
  private String entry(int i, long cents, String remittance) {
    int named = remittance.indexOf("<E>");
    String endToEnd =
        named < 0 ? "NOTPROVIDED" : remittance.substring(named + 3, remittance.indexOf("</E>"));
    String about = named < 0 ? remittance : remittance.substring(0, named);
    String amount = "<Amt Ccy=\"EUR\">" + decimal(cents) + "</Amt><CdtDbtInd>CRDT</CdtDbtInd>";
    return "<Ntry>"
        + amount
        + "<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>"
        + day
        + "</Dt></BookgDt><ValDt><Dt>"
        + day
        + "</Dt></ValDt><AcctSvcrRef>@-"
        + i
        + "</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>"
        + "<NtryDtls><TxDtls><Refs><EndToEndId>"
        + endToEnd
        + "</EndToEndId></Refs>"
        + amount
        + "<RltdPties><Dbtr><Pty><Nm>Ana Müller "
        + i
        + "</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></DbtrAcct></RltdPties>"
        + "<RltdAgts><DbtrAgt><FinInstnId><BICFI>ABNANL2A</BICFI></FinInstnId></DbtrAgt></RltdAgts><RmtInf>"
        + about
        + "</RmtInf></TxDtls></NtryDtls></Ntry>\n";
  }

  private static String decimal(long cents) {
    return BigDecimal.valueOf(cents, 2).toPlainString();
  }
}
