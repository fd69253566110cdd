package florin.bank.statement;

import florin.bank.statement.StatementEntry.EntryDetail;
import florin.bank.statement.StatementException.Kind;
import florin.core.Iban;
import florin.core.Money;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An `Ntry` element. */
final class CamtEntry {
  private final XmlCursor xml;
  private final CamtFields fields;
  private final Iban account;
  private final Optional<LocalDate> created;
  private final List<CamtDetail> details = new ArrayList<>();

  private Optional<Money> amount = Optional.empty();
  private Optional<Boolean> credit = Optional.empty();
  private Optional<Boolean> booked = Optional.empty();
  private Optional<LocalDate> bookingDate = Optional.empty();
  private Optional<LocalDate> valueDate = Optional.empty();
  private Optional<String> bankReference = Optional.empty();
  private String about = "";
  private boolean reversal;
  private int chars;

  CamtEntry(XmlCursor xml, CamtFields fields, Iban account, Optional<LocalDate> created) {
    this.xml = xml;
    this.fields = fields;
    this.account = account;
    this.created = created;
  }

  /** Reads the current `Ntry` element to its end. */
  StatementEntry read(int ordinal) throws IOException, StatementException {
    int depth = xml.depth();
    while (xml.next(depth)) {
      switch (xml.name()) {
        case "Amt" -> amount = Optional.of(fields.amount());
        case "CdtDbtInd" -> credit = Optional.of(fields.isCredit());
        case "RvslInd" -> reversal = fields.isTrue();
        case "Sts" -> booked = Optional.of(xml.code().equals("BOOK"));
        case "BookgDt" -> bookingDate = fields.dateWithin();
        case "ValDt" -> valueDate = fields.dateWithin();
        case "AcctSvcrRef" -> bankReference = EntryText.id(xml.text());
        case "NtryDtls" -> details();
        case "AddtlNtryInf" -> about = xml.text();
        default -> {}
      }
    }
    if (amount.isEmpty() || credit.isEmpty() || booked.isEmpty()) {
      throw xml.fault(
          Kind.FIELD, "The entry lacks its amount (Amt), side (CdtDbtInd) or status (Sts).");
    }
    return new StatementEntry(
        ordinal,
        bankReference,
        credit.get(),
        reversal,
        booked.get(),
        amount.get(),
        bookingDate
            .or(() -> valueDate)
            .or(() -> created)
            .orElseThrow(
                () -> xml.fault(Kind.FIELD, "The entry lacks its date (BookgDt or ValDt).")),
        valueDate,
        built(amount.get(), credit.get()));
  }

  private List<EntryDetail> built(Money whole, boolean in) {
    if (details.isEmpty()) {
      details.add(new CamtDetail(xml, fields));
    }
    return details.stream()
        .map(detail -> detail.build(account, whole.currency(), in, in != reversal, about))
        .toList();
  }

  private void details() throws IOException, StatementException {
    int depth = xml.depth();
    Optional<String> messageId = Optional.empty();
    Optional<String> paymentInformationId = Optional.empty();
    int before = details.size();
    while (xml.next(depth)) {
      switch (xml.name()) {
        case "Btch" -> {
          int batch = xml.depth();
          while (xml.next(batch)) {
            switch (xml.name()) {
              case "MsgId" -> messageId = EntryText.id(xml.text());
              case "PmtInfId" -> paymentInformationId = EntryText.id(xml.text());
              default -> {}
            }
          }
        }
        case "TxDtls" -> detail();
        default -> {}
      }
    }
    boolean named = messageId.isPresent() || paymentInformationId.isPresent();
    if (named && details.size() == before) {
      details.add(new CamtDetail(xml, fields)); // a batch without details, only with its id
    }
    for (CamtDetail detail : details.subList(before, details.size())) {
      detail.ofBatch(messageId, paymentInformationId);
    }
  }

  private void detail() throws IOException, StatementException {
    if (details.size() == StatementBounds.MAX_DETAILS) {
      throw xml.fault(
          Kind.TOO_LARGE,
          "The entry has more than %d transfers.".formatted(StatementBounds.MAX_DETAILS));
    }
    var detail = new CamtDetail(xml, fields);
    detail.read();
    details.add(detail);
    chars += detail.chars();
    if (chars > StatementBounds.MAX_ENTRY_CHARS) {
      throw xml.fault(
          Kind.TOO_LARGE,
          "The entry has more than %d characters.".formatted(StatementBounds.MAX_ENTRY_CHARS));
    }
  }
}
