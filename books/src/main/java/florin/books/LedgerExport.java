package florin.books;

import florin.books.ExportStore.LedgerAccount;
import florin.books.ExportStore.Transfer;
import florin.core.Id.ReceivingAccountId;
import florin.core.Realm;
import florin.db.Db;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Writes the ledger of a realm for other accounting programs, in the order of the bookings. Days
 * are those of UTC.
 */
public final class LedgerExport {
  private static final UUID LOWEST = new UUID(0, 0);
  private static final UUID HIGHEST = new UUID(-1, -1);

  private final ExportStore store;

  public LedgerExport(Db db) {
    this.store = new ExportStore(db);
  }

  /** The formats. */
  public enum ExportFormat {
    /** A journal of hledger 1.25 and later. */
    HLEDGER,
    /** A ledger of beancount 2 and later. */
    BEANCOUNT,
    CSV
  }

  /** Passes the lines on, without line breaks. */
  public void write(Realm realm, ExportFormat format, Consumer<String> line) {
    switch (format) {
      case HLEDGER -> {}
      case BEANCOUNT ->
          store
              .listAccounts(realm)
              .forEach(account -> line.accept("1970-01-01 open " + name(account)));
      case CSV -> line.accept("date,id,type,source,currency,amount,debit,credit");
    }
    UUID last = LOWEST;
    List<Transfer> page = store.listBetween(realm, last, HIGHEST);
    while (!page.isEmpty()) {
      page.forEach(transfer -> write(transfer, format, line));
      last = page.getLast().id().uuid();
      page = store.listBetween(realm, last, HIGHEST);
    }
  }

  private static void write(Transfer transfer, ExportFormat format, Consumer<String> line) {
    LocalDate day = transfer.booked().atZone(ZoneOffset.UTC).toLocalDate();
    String currency = transfer.currency().code().toUpperCase(Locale.ROOT);
    BigDecimal amount = BigDecimal.valueOf(transfer.amount(), transfer.currency().exponent());
    String debit = name(transfer.debit());
    String credit = name(transfer.credit());
    switch (format) {
      case HLEDGER -> {
        line.accept(
            "%s (%s) %s %s"
                .formatted(day, transfer.id(), transfer.type().text(), transfer.object()));
        line.accept("    %s  %s %s".formatted(debit, amount.toPlainString(), currency));
        line.accept("    %s  %s %s".formatted(credit, amount.negate().toPlainString(), currency));
        line.accept("");
      }
      case BEANCOUNT -> {
        line.accept("%s * \"%s\" \"%s\"".formatted(day, transfer.type().text(), transfer.object()));
        line.accept("  id: \"%s\"".formatted(transfer.id()));
        line.accept("  %s  %s %s".formatted(debit, amount.toPlainString(), currency));
        line.accept("  %s  %s %s".formatted(credit, amount.negate().toPlainString(), currency));
        line.accept("");
      }
      case CSV ->
          line.accept(
              String.join(
                  ",",
                  day.toString(),
                  transfer.id().text(),
                  transfer.type().text(),
                  transfer.object().text(),
                  currency,
                  amount.toPlainString(),
                  debit,
                  credit));
    }
  }

  /**
   * Returns the name of an account. Beancount allows only letters, digits and dashes, and requires
   * a capital letter or a digit at the beginning of each part.
   */
  static String name(LedgerAccount account) {
    String kind =
        switch (account.role()) {
          case RECEIVABLE -> "Income:Payments";
          case PENDING -> "Assets:Pending";
          case AVAILABLE -> "Assets:Available";
          case RESERVE -> "Assets:Reserve";
          case FEES -> "Expenses:Fees";
          case DISPUTES_HELD -> "Assets:Disputes-Held";
          case DISPUTE_LOSSES -> "Expenses:Dispute-Losses";
          case PAYOUTS_IN_TRANSIT -> "Assets:Payouts-In-Transit";
          case BANK -> "Assets:Bank";
          case CUSTOMER_CREDIT -> "Liabilities:Customer-Credit";
          case UNMATCHED_TRANSFERS -> "Liabilities:Unmatched-Transfers";
          case CONVERSION -> "Equity:Conversion";
          case UNEXPLAINED -> "Equity:Unexplained";
        };
    if (account.party().isEmpty()) {
      return kind;
    }
    String party =
        account.role() == Chart.BANK
            ? new ReceivingAccountId(UUID.fromString(account.party())).text()
            : account.party();
    return kind
        + ":"
        + party.substring(0, 1).toUpperCase(Locale.ROOT)
        + party.substring(1).replace('_', '-');
  }
}
