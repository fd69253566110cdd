package florin.bench.crash;

import florin.bench.provider.Shop.Reply;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;

/** A payer transfers money, and the bank lists the entry in two statements. */
final class BankScene {
  private static final String IBAN = "DE02120300000000202051";
  private static final long OPENING = 100_000;
  private static final long AMOUNT = 12_345;

  private BankScene() {}

  static void play(Stage stage) {
    String account =
        "{\"iban\":\"%s\",\"bic\":\"BYLADEM1001\",\"holder\":\"Shop GmbH\",\"currency\":\"eur\"}"
            .formatted(IBAN);
    stage.need(stage.post("/v2/receiving_accounts", account, ""));
    String order =
        "{\"amount\":%d,\"currency\":\"eur\",\"description\":\"%s\",\"payment_method\":{\"type\":\"bank_transfer\"}}"
            .formatted(AMOUNT, stage.buyer().name());
    Reply asked = stage.need(stage.post("/v2/payments", order, ""));
    String reference = asked.at("/next_action/bank_transfer_instructions/reference");
    for (String name : new String[] {"FIRST", "SECOND"}) {
      stage.need(
          stage
              .shop()
              .upload("/v2/bank_statements", "application/xml", statement(name, reference)));
    }
  }

  private static String statement(String name, String reference) {
    LocalDate day = LocalDate.now(ZoneOffset.UTC);
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
      <BkToCstmrStmt>
        <GrpHdr><MsgId>%1$s</MsgId><CreDtTm>%2$sT06:00:00</CreDtTm></GrpHdr>
        <Stmt>
          <Id>%1$s</Id>
          <CreDtTm>%2$sT06:00:00</CreDtTm>
          <Acct><Id><IBAN>%3$s</IBAN></Id><Ccy>EUR</Ccy></Acct>
          <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">%4$s</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>%2$s</Dt></Dt></Bal>
          <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">%5$s</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>%2$s</Dt></Dt></Bal>
          <Ntry><Amt Ccy="EUR">%6$s</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
            <BookgDt><Dt>%2$s</Dt></BookgDt><ValDt><Dt>%2$s</Dt></ValDt><AcctSvcrRef>ENTRY-1</AcctSvcrRef>
            <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
            <NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><Amt Ccy="EUR">%6$s</Amt><CdtDbtInd>CRDT</CdtDbtInd>
              <RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>%7$s</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry>
        </Stmt>
      </BkToCstmrStmt>
    </Document>
    """
        .formatted(
            name, day, IBAN, euros(OPENING), euros(OPENING + AMOUNT), euros(AMOUNT), reference);
  }

  private static String euros(long cents) {
    return String.format(Locale.ROOT, "%d.%02d", cents / 100, cents % 100);
  }
}
