package florin.bank.statement;

import florin.bank.statement.StatementException.Faults;
import florin.core.Currency;
import florin.core.Money;
import java.io.IOException;
import java.util.Optional;

/** The bank's own totals (`TxsSummry`), which reveal a truncated file. */
record CamtSummary(Count all, Count credits, Count debits) {
  private static final Count NONE = new Count(Optional.empty(), Optional.empty());

  /** `NbOfNtries`, and for one direction also `Sum`, a decimal without a currency. */
  private record Count(Optional<Long> entries, Optional<String> sum) {}

  /** Reads the current `TxsSummry` element to its end. */
  static CamtSummary read(XmlCursor xml, CamtFields fields) throws IOException, StatementException {
    int depth = xml.depth();
    Count all = NONE;
    Count credits = NONE;
    Count debits = NONE;
    while (xml.next(depth)) {
      switch (xml.name()) {
        case "TtlNtries" -> all = count(xml, fields);
        case "TtlCdtNtries" -> credits = count(xml, fields);
        case "TtlDbtNtries" -> debits = count(xml, fields);
        default -> {}
      }
    }
    return new CamtSummary(all, credits, debits);
  }

  void check(EntryTally tally, Faults faults) throws StatementException {
    if (all.entries.isPresent()) {
      tally.checkCount(all.entries.get());
    }
    check(tally, true, credits, faults);
    check(tally, false, debits, faults);
  }

  private static void check(EntryTally tally, boolean credit, Count count, Faults faults)
      throws StatementException {
    if (count.entries.isPresent()) {
      tally.checkCount(credit, count.entries.get());
    }
    Optional<Currency> currency = tally.currency();
    if (count.sum.isPresent() && currency.isPresent()) {
      Money sum = FieldAmounts.amount(count.sum.get(), currency.get(), faults);
      tally.checkSum(credit, sum);
    }
  }

  private static Count count(XmlCursor xml, CamtFields fields)
      throws IOException, StatementException {
    int depth = xml.depth();
    Count count = NONE;
    while (xml.next(depth)) {
      switch (xml.name()) {
        case "NbOfNtries" -> count = new Count(fields.number(), count.sum);
        case "Sum" -> count = new Count(count.entries, Optional.of(xml.text()));
        default -> {}
      }
    }
    return count;
  }
}
