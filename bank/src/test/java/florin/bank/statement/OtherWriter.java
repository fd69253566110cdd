package florin.bank.statement;

import com.prowidesoftware.swift.model.mx.MxCamt05300102;
import com.prowidesoftware.swift.model.mx.MxCamt05300108;
import com.prowidesoftware.swift.model.mx.dic.*;
import florin.bank.statement.StatementEntry.Counterparty;
import florin.bank.statement.StatementEntry.EntryDetail;
import florin.bank.statement.StatementReader.StatementSink.StatementHead;
import florin.core.Money;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Writes statements with the Prowide library, as camt.053.001.08 and camt.053.001.02. */
final class OtherWriter {
  private OtherWriter() {}

  static String version08(List<Told> all) {
    var message = new BankToCustomerStatementV08();
    message.setGrpHdr(
        new GroupHeader81().setMsgId("M").setCreDtTm(time(LocalDate.of(2026, 11, 23))));
    all.forEach(told -> message.getStmt().add(statement08(told)));
    return new MxCamt05300108().setBkToCstmrStmt(message).message();
  }

  static String version02(List<Told> all) {
    var message = new BankToCustomerStatementV02();
    message.setGrpHdr(
        new GroupHeader42().setMsgId("M").setCreDtTm(time(LocalDate.of(2026, 11, 23))));
    all.forEach(told -> message.getStmt().add(statement02(told)));
    return new MxCamt05300102().setBkToCstmrStmt(message).message();
  }

  private static AccountStatement9 statement08(Told told) {
    StatementHead head = told.head();
    var statement =
        new AccountStatement9()
            .setId(head.id())
            .setElctrncSeqNb(BigDecimal.valueOf(head.sequence().orElseThrow()))
            .setCreDtTm(time(head.created().orElseThrow()))
            .setFrToDt(
                new DateTimePeriod1()
                    .setFrDtTm(time(head.span().orElseThrow().from()))
                    .setToDtTm(time(head.span().orElseThrow().to())))
            .setAcct(
                new CashAccount39()
                    .setId(iban(head.account().text()))
                    .setCcy(code(head.opening().orElseThrow().amount())))
            .setTxsSummry(
                new TotalTransactions6()
                    .setTtlNtries(
                        new NumberAndSumOfTransactions4()
                            .setNbOfNtries(Integer.toString(told.entries().size()))));
    if (head.duplicate()) {
      statement.setCpyDplctInd(CopyDuplicate1Code.DUPL);
    }
    statement.getBal().add(balance08("CLBD", told.end().closing().orElseThrow()));
    statement.getBal().add(balance08("OPBD", head.opening().orElseThrow()));
    told.entries().forEach(entry -> statement.getNtry().add(entry08(entry)));
    return statement;
  }

  private static CashBalance8 balance08(String code, Balance balance) {
    return new CashBalance8()
        .setTp(new BalanceType13().setCdOrPrtry(new BalanceType10Choice().setCd(code)))
        .setAmt(amount(balance.amount()))
        .setCdtDbtInd(side(!balance.debit()))
        .setDt(new DateAndDateTime2Choice().setDt(LocalDate.of(2026, 11, 23)));
  }

  private static ReportEntry10 entry08(StatementEntry entry) {
    var written =
        new ReportEntry10()
            .setAmt(amount(entry.amount()))
            .setCdtDbtInd(side(entry.credit()))
            .setSts(new EntryStatus1Choice().setCd(entry.booked() ? "BOOK" : "PDNG"))
            .setBookgDt(new DateAndDateTime2Choice().setDtTm(time(entry.bookingDate())));
    entry.bankReference().ifPresent(written::setAcctSvcrRef);
    entry.valueDate().ifPresent(day -> written.setValDt(new DateAndDateTime2Choice().setDt(day)));
    if (entry.reversal()) {
      written.setRvslInd(true);
    }
    var details = new EntryDetails9();
    entry.details().forEach(detail -> details.getTxDtls().add(detail08(entry, detail)));
    written.getNtryDtls().add(details);
    return written;
  }

  private static EntryTransaction10 detail08(StatementEntry entry, EntryDetail detail) {
    var references = new TransactionReferences6();
    detail.messageId().ifPresent(references::setMsgId);
    detail.bankReference().ifPresent(references::setAcctSvcrRef);
    detail.paymentInformationId().ifPresent(references::setPmtInfId);
    references.setEndToEndId(detail.endToEndId().orElse("NOTPROVIDED"));
    var remittance = new RemittanceInformation16();
    remittance.getUstrd().addAll(detail.text().lines().toList());
    detail
        .structuredReference()
        .ifPresent(reference ->
            remittance
                .getStrd()
                .add(
                    new StructuredRemittanceInformation16()
                        .setCdtrRefInf(new CreditorReferenceInformation2().setRef(reference))));
    var written = new EntryTransaction10().setRefs(references).setRmtInf(remittance);
    detail
        .amount()
        .ifPresent(sum -> written.setAmt(amount(sum)).setCdtDbtInd(side(entry.credit())));
    detail
        .returnReason()
        .ifPresent(reason ->
            written.setRtrInf(
                new PaymentReturnReason5().setRsn(new ReturnReason5Choice().setCd(reason))));
    parties08(entry, detail.counterparty(), written);
    return written;
  }

  private static void parties08(
      StatementEntry entry, Optional<Counterparty> other, EntryTransaction10 written) {
    boolean debtor = entry.credit() != entry.reversal();
    var parties = new TransactionParties6();
    var agents = new TransactionAgents5();
    other
        .flatMap(Counterparty::name)
        .map(name -> new Party40Choice().setPty(new PartyIdentification135().setNm(name)))
        .ifPresent(debtor ? parties::setDbtr : parties::setCdtr);
    other
        .flatMap(Counterparty::iban)
        .map(iban -> new CashAccount38().setId(iban(iban.text())))
        .ifPresent(debtor ? parties::setDbtrAcct : parties::setCdtrAcct);
    other
        .flatMap(Counterparty::bic)
        .map(bic ->
            new BranchAndFinancialInstitutionIdentification6()
                .setFinInstnId(new FinancialInstitutionIdentification18().setBICFI(bic.text())))
        .ifPresent(debtor ? agents::setDbtrAgt : agents::setCdtrAgt);
    written.setRltdPties(parties).setRltdAgts(agents);
  }

  private static AccountStatement2 statement02(Told told) {
    StatementHead head = told.head();
    var statement =
        new AccountStatement2()
            .setId(head.id())
            .setLglSeqNb(BigDecimal.valueOf(head.sequence().orElseThrow()))
            .setCreDtTm(time(head.created().orElseThrow()))
            .setFrToDt(
                new DateTimePeriodDetails()
                    .setFrDtTm(time(head.span().orElseThrow().from()))
                    .setToDtTm(time(head.span().orElseThrow().to())))
            .setAcct(new CashAccount20().setId(iban(head.account().text())));
    if (head.duplicate()) {
      statement.setCpyDplctInd(CopyDuplicate1Code.CODU);
    }
    statement.getBal().add(balance02(BalanceType12Code.OPBD, head.opening().orElseThrow()));
    statement.getBal().add(balance02(BalanceType12Code.CLBD, told.end().closing().orElseThrow()));
    told.entries().forEach(entry -> statement.getNtry().add(entry02(entry)));
    return statement;
  }

  private static CashBalance3 balance02(BalanceType12Code code, Balance balance) {
    return new CashBalance3()
        .setTp(new BalanceType12().setCdOrPrtry(new BalanceType5Choice().setCd(code)))
        .setAmt(amount(balance.amount()))
        .setCdtDbtInd(side(!balance.debit()))
        .setDt(new DateAndDateTimeChoice().setDt(LocalDate.of(2026, 11, 23)));
  }

  private static ReportEntry2 entry02(StatementEntry entry) {
    var written =
        new ReportEntry2()
            .setAmt(amount(entry.amount()))
            .setCdtDbtInd(side(entry.credit()))
            .setSts(entry.booked() ? EntryStatus2Code.BOOK : EntryStatus2Code.INFO)
            .setBookgDt(new DateAndDateTimeChoice().setDt(entry.bookingDate()));
    entry.bankReference().ifPresent(written::setAcctSvcrRef);
    entry.valueDate().ifPresent(day -> written.setValDt(new DateAndDateTimeChoice().setDt(day)));
    if (entry.reversal()) {
      written.setRvslInd(true);
    }
    var details = new EntryDetails1();
    entry.details().forEach(detail -> details.getTxDtls().add(detail02(entry, detail)));
    written.getNtryDtls().add(details);
    return written;
  }

  private static EntryTransaction2 detail02(StatementEntry entry, EntryDetail detail) {
    var references = new TransactionReferences2();
    detail.messageId().ifPresent(references::setMsgId);
    detail.bankReference().ifPresent(references::setAcctSvcrRef);
    detail.paymentInformationId().ifPresent(references::setPmtInfId);
    detail.endToEndId().ifPresent(references::setEndToEndId);
    var remittance = new RemittanceInformation5();
    remittance.getUstrd().addAll(detail.text().lines().toList());
    detail
        .structuredReference()
        .ifPresent(reference ->
            remittance
                .getStrd()
                .add(
                    new StructuredRemittanceInformation7()
                        .setCdtrRefInf(new CreditorReferenceInformation2().setRef(reference))));
    var written = new EntryTransaction2().setRefs(references).setRmtInf(remittance);
    detail
        .amount()
        .ifPresent(sum ->
            written.setAmtDtls(
                new AmountAndCurrencyExchange3()
                    .setTxAmt(new AmountAndCurrencyExchangeDetails3().setAmt(amount(sum)))));
    detail
        .returnReason()
        .ifPresent(reason ->
            written.setRtrInf(
                new ReturnReasonInformation10()
                    .setRsn(new ReturnReason5Choice().setPrtry(reason))));
    parties02(entry, detail.counterparty(), written);
    return written;
  }

  private static void parties02(
      StatementEntry entry, Optional<Counterparty> other, EntryTransaction2 written) {
    boolean debtor = entry.credit() != entry.reversal();
    var parties = new TransactionParty2();
    var agents = new TransactionAgents2();
    other
        .flatMap(Counterparty::name)
        .map(name -> new PartyIdentification32().setNm(name))
        .ifPresent(debtor ? parties::setDbtr : parties::setCdtr);
    other
        .flatMap(Counterparty::iban)
        .map(iban -> new CashAccount16().setId(iban(iban.text())))
        .ifPresent(debtor ? parties::setDbtrAcct : parties::setCdtrAcct);
    other
        .flatMap(Counterparty::bic)
        .map(bic ->
            new BranchAndFinancialInstitutionIdentification4()
                .setFinInstnId(new FinancialInstitutionIdentification7().setBIC(bic.text())))
        .ifPresent(debtor ? agents::setDbtrAgt : agents::setCdtrAgt);
    written.setRltdPties(parties).setRltdAgts(agents);
  }

  private static AccountIdentification4Choice iban(String text) {
    return new AccountIdentification4Choice().setIBAN(text);
  }

  private static ActiveOrHistoricCurrencyAndAmount amount(Money money) {
    return new ActiveOrHistoricCurrencyAndAmount()
        .setCcy(code(money))
        .setValue(BigDecimal.valueOf(money.minor(), money.currency().exponent()));
  }

  private static String code(Money money) {
    return money.currency().code().toUpperCase(Locale.ROOT);
  }

  private static CreditDebitCode side(boolean credit) {
    return credit ? CreditDebitCode.CRDT : CreditDebitCode.DBIT;
  }

  private static java.time.OffsetDateTime time(LocalDate day) {
    return day.atTime(LocalTime.NOON).atOffset(ZoneOffset.UTC);
  }
}
