package florin.bank.statement;

import florin.bank.statement.StatementException.Kind;
import florin.core.Money;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The booked balances of a statement, among the many that a bank may include. A page within a
 * statement has interim ones (`ITBD`) instead.
 */
final class CamtBalances {
  private static final int MAX_BALANCES = 1_000;

  /** A `Bal` element: its code (`OPBD`, `CLBD`, …), day and amount. */
  record Coded(String code, Optional<LocalDate> day, Balance balance) {}

  private final XmlCursor xml;
  private final CamtFields fields;
  private final List<Coded> all = new ArrayList<>();

  CamtBalances(XmlCursor xml, CamtFields fields) {
    this.xml = xml;
    this.fields = fields;
  }

  /** Reads the current `Bal` element to its end. */
  void read() throws IOException, StatementException {
    int depth = xml.depth();
    String code = "";
    Optional<Money> amount = Optional.empty();
    Optional<Boolean> credit = Optional.empty();
    Optional<LocalDate> day = Optional.empty();
    while (xml.next(depth)) {
      switch (xml.name()) {
        case "Tp" -> code = type();
        case "Amt" -> amount = Optional.of(fields.amount());
        case "CdtDbtInd" -> credit = Optional.of(fields.isCredit());
        case "Dt" -> day = fields.dateWithin();
        default -> {}
      }
    }
    if (amount.isEmpty() || credit.isEmpty()) {
      throw xml.fault(Kind.FIELD, "The balance lacks its amount (Amt) or its side (CdtDbtInd).");
    }
    if (all.size() == MAX_BALANCES) {
      throw xml.fault(
          Kind.TOO_LARGE, "The statement has more than %d balances.".formatted(MAX_BALANCES));
    }
    all.add(new Coded(code, day, new Balance(amount.get(), !credit.get())));
  }

  Optional<Balance> opening() {
    return first("OPBD").or(() -> first("PRCD")).or(() -> first("ITBD")).map(Coded::balance);
  }

  Optional<Coded> closing() {
    List<Coded> interim = of("ITBD");
    boolean opensInterim = first("OPBD").or(() -> first("PRCD")).isEmpty();
    int needed = opensInterim ? 2 : 1;
    return first("CLBD")
        .or(() -> interim.size() < needed ? Optional.empty() : Optional.of(interim.getLast()));
  }

  private Optional<Coded> first(String code) {
    return of(code).stream().findFirst();
  }

  private List<Coded> of(String code) {
    return all.stream().filter(coded -> coded.code.equals(code)).toList();
  }

  /** Reads `Tp/CdOrPrtry/Cd`; the sub-type next to it is not needed. */
  private String type() throws IOException, StatementException {
    int depth = xml.depth();
    String code = "";
    while (xml.next(depth)) {
      if (xml.name().equals("CdOrPrtry")) {
        code = xml.code();
      }
    }
    return code;
  }
}
