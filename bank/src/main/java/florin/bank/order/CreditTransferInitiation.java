package florin.bank.order;

import florin.core.Bic;
import florin.core.Currency;
import florin.core.Iban;
import florin.core.Money;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A file of transfers that a bank is asked to make from one account.
 *
 * @param messageId the id of the file and of its only part: never used again at this bank, up to 35
 *     characters
 * @param execution the day on which the bank must execute it
 * @param lines 1 to {@link #MAX_LINES}, all in one currency
 */
public record CreditTransferInitiation(
    String messageId,
    Instant created,
    LocalDate execution,
    OrderParty debtor,
    List<OrderLine> lines) {
  /**
   * One transfer of a payment file.
   *
   * @param endToEndId identifies the debit when it is booked: at most 35 characters that banks
   *     accept, unique in its file
   * @param amount more than zero
   * @param text for the creditor's statement; at most 140 characters of it are written
   */
  public record OrderLine(String endToEndId, Money amount, OrderParty creditor, String text) {
    public OrderLine {
      checkId(endToEndId);
      if (amount.isZero()) {
        throw new IllegalArgumentException("a transfer is of more than nothing");
      }
    }
  }

  /**
   * One side of a transfer.
   *
   * @param name the account holder's name. The file has at most 70 characters of it, and replaces
   *     those that banks reject
   * @param bic the BIC of the account's bank, which SEPA does not need
   */
  public record OrderParty(String name, Iban iban, Optional<Bic> bic) {
    public OrderParty {
      if (name.isBlank()) {
        throw new IllegalArgumentException("a party has a name");
      }
    }
  }

  /** The limit of banks' own upload pages, and of a file that a person can review. */
  public static final int MAX_LINES = 10_000;

  /** The ids that banks accept (EPC132-08, 1.4: no slash at either end, no double slash). */
  private static final Pattern ID =
      Pattern.compile("(?!/)(?!.*//)[A-Za-z0-9+?:().,'/-][A-Za-z0-9+?:().,'/ -]{0,34}(?<![/ ])");

  public CreditTransferInitiation {
    lines = List.copyOf(lines);
    checkId(messageId);
    if (lines.isEmpty() || lines.size() > MAX_LINES) {
      throw new IllegalArgumentException("a payment file has 1 to " + MAX_LINES + " lines");
    }
    var ids = new HashSet<String>();
    for (OrderLine line : lines) {
      if (!line.amount().currency().equals(lines.getFirst().amount().currency())) {
        throw new IllegalArgumentException("a payment file is in one currency");
      }
      if (!ids.add(line.endToEndId())) {
        throw new IllegalArgumentException("an end-to-end id stands twice in a payment file");
      }
    }
  }

  public Currency currency() {
    return lines.getFirst().amount().currency();
  }

  private static void checkId(String id) {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("not an id as banks take it: 1 to 35 plain characters");
    }
  }
}
