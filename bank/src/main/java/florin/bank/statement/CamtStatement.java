package florin.bank.statement;

import florin.bank.statement.CamtBalances.Coded;
import florin.bank.statement.StatementException.Kind;
import florin.bank.statement.StatementReader.StatementSink;
import florin.bank.statement.StatementReader.StatementSink.StatementEnd;
import florin.bank.statement.StatementReader.StatementSink.StatementHead;
import florin.bank.statement.StatementReader.StatementSink.StatementHead.StatementPage;
import florin.bank.statement.StatementReader.StatementSink.StatementHead.StatementSpan;
import florin.core.Iban;
import java.io.IOException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads one `Stmt` of a camt.053 or one `Ntfctn` of a camt.054. */
final class CamtStatement {
  private final XmlCursor xml;
  private final CamtFields fields;
  private final boolean balances;
  private final Optional<Iban> expected;
  private final StatementSink sink;
  private final EntryTally tally;
  private final CamtBalances found;

  private Optional<String> id = Optional.empty();
  private Optional<Long> electronic = Optional.empty();
  private Optional<Long> legal = Optional.empty();
  private Optional<StatementPage> page = Optional.empty();
  private Optional<LocalDate> created = Optional.empty();
  private Optional<StatementSpan> span = Optional.empty();
  private Optional<Iban> account = Optional.empty();
  private Optional<CamtSummary> summary = Optional.empty();
  private boolean duplicate;
  private boolean headIsOut;

  CamtStatement(XmlCursor xml, boolean balances, Optional<Iban> expected, StatementSink sink) {
    this.xml = xml;
    this.fields = new CamtFields(xml);
    this.balances = balances;
    this.expected = expected;
    this.sink = sink;
    this.tally = new EntryTally(xml);
    this.found = new CamtBalances(xml, fields);
  }

  /** Reads the current statement element to its end. */
  void read() throws IOException, StatementException {
    int depth = xml.depth();
    while (xml.next(depth)) {
      if (xml.name().equals("Ntry")) {
        head();
        entry();
      } else {
        field();
      }
    }
    head();
    Optional<Balance> closing = found.closing().map(Coded::balance);
    if (balances) {
      tally.checkBalances(
          found.opening().orElseThrow(),
          closing.orElseThrow(() -> missing("a closing balance (Bal with CLBD)")));
    }
    if (summary.isPresent() && isWhole()) {
      summary.get().check(tally, xml);
    }
    sink.end(
        new StatementEnd(
            closing, found.closing().flatMap(Coded::day), tally.entries(), tally.booked()));
  }

  private void field() throws IOException, StatementException {
    switch (xml.name()) {
      case "Id" -> id = EntryText.id(xml.text());
      case "ElctrncSeqNb" -> electronic = fields.number();
      case "LglSeqNb" -> legal = fields.number();
      case "StmtPgntn", "NtfctnPgntn" -> page = fields.page();
      case "CreDtTm" -> created = Optional.of(fields.date());
      case "FrToDt" -> span = fields.span();
      case "CpyDplctInd" -> duplicate = Set.of("DUPL", "CODU").contains(xml.text());
      case "Acct" -> account();
      case "Bal" -> balance();
      case "TxsSummry" -> summary = Optional.of(CamtSummary.read(xml, fields));
      default -> {}
    }
  }

  private void account() throws IOException, StatementException {
    int depth = xml.depth();
    while (xml.next(depth)) {
      switch (xml.name()) {
        case "Id" -> account = AccountNames.find(fields.accountName(), expected);
        case "Ccy" -> tally.expect(FieldAmounts.currency(xml.text(), xml));
        default -> {}
      }
    }
  }

  private void balance() throws IOException, StatementException {
    if (headIsOut) {
      throw xml.fault(
          Kind.SYNTAX, "A balance follows an entry. Expected all balances before the first entry.");
    }
    found.read();
  }

  private void head() throws StatementException {
    if (headIsOut) {
      return;
    }
    headIsOut = true;
    Optional<Balance> opening = balances ? found.opening() : Optional.empty();
    if (balances && opening.isEmpty()) {
      throw missing("an opening balance (Bal with OPBD or PRCD)");
    }
    for (Optional<Balance> balance : List.of(opening, found.closing().map(Coded::balance))) {
      if (balance.isPresent()) {
        tally.expect(balance.get().amount().currency());
      }
    }
    sink.head(
        new StatementHead(
            account.orElseThrow(() ->
                missing(
                    "the account's IBAN (Acct/Id/IBAN). If the statement has an older account number, send receiving_account with the file")),
            tally.currency(),
            id.orElseThrow(() -> missing("an id (Id)")) + pageBehind(),
            electronic.or(() -> legal),
            page,
            opening,
            created,
            span,
            duplicate));
  }

  private void entry() throws IOException, StatementException {
    StatementEntry entry =
        new CamtEntry(xml, fields, account.orElseThrow(), created).read(tally.entries() + 1);
    tally.add(entry.credit(), entry.booked(), entry.amount());
    sink.entry(entry);
  }

  private String pageBehind() {
    return page.filter(sheet -> sheet.number() > 1).map(sheet -> "/" + sheet.number()).orElse("");
  }

  /**
   * Returns whether the statement has one page; otherwise the bank's counts may cover all pages.
   */
  private boolean isWhole() {
    return page.isEmpty() || (page.get().number() == 1 && page.get().last().orElse(false));
  }

  private StatementException missing(String what) {
    return xml.fault(Kind.FIELD, "The statement lacks %s.".formatted(what));
  }
}
