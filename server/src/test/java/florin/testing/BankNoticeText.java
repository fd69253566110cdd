package florin.testing;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A bank's camt.054.001.08 notification: one entry that contains many transfers.
 *
 * @param id the bank's ID of the notification
 * @param bankReference the bank's reference of the entry; empty for none
 * @param total the total of the entry, in cents
 */
public record BankNoticeText(
    String id, String iban, String bankReference, long total, List<Part> parts) {
  public BankNoticeText {
    parts = List.copyOf(parts);
  }

  /**
   * A transfer within the entry.
   *
   * @param amount in cents
   * @param structured the creditor reference; empty for none
   */
  public record Part(long amount, String structured) {
    private String xml() {
      return "<TxDtls>"
          + money(amount)
          + "<CdtDbtInd>CRDT</CdtDbtInd><RmtInf>"
          + (structured.isEmpty()
              ? "<Ustrd>for the shoes</Ustrd>"
              : "<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>"
                  + structured
                  + "</Ref></CdtrRefInf></Strd>")
          + "</RmtInf></TxDtls>";
    }
  }

  public String xml() {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.054.001.08\"><BkToCstmrDbtCdtNtfctn>"
        + "<GrpHdr><MsgId>M"
        + id
        + "</MsgId><CreDtTm>2026-11-20T12:00:00Z</CreDtTm></GrpHdr><Ntfctn><Id>"
        + id
        + "</Id><CreDtTm>2026-11-20T12:00:00Z</CreDtTm><Acct><Id><IBAN>"
        + iban
        + "</IBAN></Id><Ccy>EUR</Ccy></Acct><Ntry>"
        + money(total)
        + "<CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>"
        + (bankReference.isEmpty() ? "" : "<AcctSvcrRef>" + bankReference + "</AcctSvcrRef>")
        + "<NtryDtls>"
        + parts.stream().map(Part::xml).collect(Collectors.joining())
        + "</NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>\n";
  }

  private static String money(long cents) {
    return "<Amt Ccy=\"EUR\">" + BigDecimal.valueOf(cents, 2).toPlainString() + "</Amt>";
  }
}
