package florin.books;

import static java.util.Objects.requireNonNull;

import florin.books.ExportStore.LedgerAccount;
import florin.core.Id.ReceivingAccountId;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The account numbers of an accountant for the accounts of the ledger: those of a standard chart,
 * and the accountant's own instead of them.
 *
 * @param length the digits of a general ledger account; accounts of persons have one more
 */
public record DatevAccounts(
    StandardChart chart, int length, Map<String, String> kinds, Map<String, String> parties) {
  public static final int SHORTEST = 4;
  public static final int LONGEST = 8;

  /** The most lines of a file with account numbers. */
  private static final int MAX_LINES = 1_000;

  public DatevAccounts {
    kinds = Map.copyOf(kinds);
    parties = Map.copyOf(parties);
  }

  /** A reason why a file with account numbers is rejected. */
  public static final class AccountsFileException extends Exception {
    private static final long serialVersionUID = 1;

    private AccountsFileException(int line, String problem) {
      super("Line %d: %s".formatted(line, problem), null, false, false);
    }
  }

  /** The standard charts of DATEV. */
  @SuppressWarnings("ImmutableEnumChecker") // its map is complete when it is constructed
  public enum StandardChart {
    SKR03("03", "1200", "1360", "4970", "1400", "2400", "1700", "1590"),
    SKR04("04", "1800", "1460", "6855", "1200", "6930", "3500", "1370");

    /** The number of the chart in DATEV. */
    final String number;

    private final Map<Chart, String> accounts = new EnumMap<>(Chart.class);

    StandardChart(
        String number,
        String bank,
        String transit,
        String fees,
        String receivable,
        String losses,
        String liabilities,
        String suspense) {
      this.number = number;
      for (Chart kind : Chart.values()) {
        accounts.put(
            kind,
            switch (kind) {
              case BANK -> bank;
              case PENDING, AVAILABLE, RESERVE, DISPUTES_HELD, PAYOUTS_IN_TRANSIT -> transit;
              case FEES -> fees;
              case RECEIVABLE -> receivable;
              case DISPUTE_LOSSES -> losses;
              case CUSTOMER_CREDIT -> liabilities;
              case UNMATCHED_TRANSFERS, CONVERSION, UNEXPLAINED -> suspense;
            });
      }
    }

    /** Finds a chart by its name, such as `skr04`. */
    public static Optional<StandardChart> find(String name) {
      return Stream.of(values()).filter(it -> it.name().equalsIgnoreCase(name)).findFirst();
    }
  }

  /**
   * Reads the accountant's own numbers, one on each line: a kind of account, optionally a connector
   * or receiving account, and the number. Text after `#` is a comment.
   */
  public static DatevAccounts of(StandardChart chart, int length, List<String> lines)
      throws AccountsFileException {
    var kinds = new HashMap<String, String>();
    var parties = new HashMap<String, String>();
    if (lines.size() > MAX_LINES) {
      throw new AccountsFileException(
          MAX_LINES + 1, "The file has more than %,d lines.".formatted(MAX_LINES));
    }
    for (int i = 0; i < lines.size(); i++) {
      String text = lines.get(i).replaceFirst("#.*", "").strip();
      if (!text.isEmpty()) {
        String[] words = text.split("\\s+");
        check(i + 1, words, length);
        String number = words[words.length - 1];
        boolean isTwice =
            words.length == 2
                ? kinds.put(words[0], number) != null
                : parties.put(words[0] + " " + words[1], number) != null;
        if (isTwice) {
          throw new AccountsFileException(i + 1, "The account has a number already.");
        }
      }
    }
    return new DatevAccounts(chart, length, kinds, parties);
  }

  private static void check(int line, String[] words, int length) throws AccountsFileException {
    if (words.length < 2 || words.length > 3) {
      throw new AccountsFileException(
          line, "Write an account of the ledger and a number, such as: fees 6855");
    }
    if (Stream.of(Chart.values()).noneMatch(kind -> kind.text().equals(words[0]))) {
      throw new AccountsFileException(
          line,
          "The ledger has no such account. It has %s."
              .formatted(String.join(", ", Stream.of(Chart.values()).map(Chart::text).toList())));
    }
    if (!words[words.length - 1].matches("(?!0+$)[0-9]{" + length + "," + (length + 1) + "}")) {
      throw new AccountsFileException(
          line, "The number must have %d or %d digits.".formatted(length, length + 1));
    }
  }

  /** Returns the number of an account of the ledger. */
  String number(LedgerAccount account) {
    String kind = account.role().text();
    String own = parties.get(kind + " " + party(account));
    if (own != null) {
      return own;
    }
    String standard = requireNonNull(chart.accounts.get(account.role()));
    return kinds.getOrDefault(kind, standard + "0".repeat(length - standard.length()));
  }

  private static String party(LedgerAccount account) {
    return account.role() == Chart.BANK && !account.party().isEmpty()
        ? new ReceivingAccountId(UUID.fromString(account.party())).text()
        : account.party().toLowerCase(Locale.ROOT);
  }
}
