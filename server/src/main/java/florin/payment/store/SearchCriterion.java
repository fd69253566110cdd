package florin.payment.store;

import florin.core.Currency;
import florin.core.Id.CustomerId;
import java.util.Set;

/** What people look for payments by, beside a filter: what is found matches both. */
public sealed interface SearchCriterion {
  record Anything() implements SearchCriterion {}

  record OfCustomer(CustomerId customer) implements SearchCriterion {}

  /** The last digits of the card's number. */
  record Last4(String digits) implements SearchCriterion {}

  /**
   * Exactly this amount.
   *
   * @param minor in the smallest unit of any of the currencies
   */
  record Amount(long minor, Set<Currency> currencies) implements SearchCriterion {
    public Amount {
      currencies = Set.copyOf(currencies);
    }
  }

  /**
   * Where the receipt goes, or would. A payment is found by it about a second after its commit.
   *
   * @param email in lower case
   */
  record ReceiptEmail(String email) implements SearchCriterion {}

  /** A provider's name for the payment, or for a part of it. */
  record ProviderId(String id) implements SearchCriterion {}

  /** What a payer was told to name in a bank transfer, without blanks and in capitals. */
  record TransferReference(String reference) implements SearchCriterion {}

  /** A bank's own name for an entry whose money the payment has, or had. */
  record BankReference(String reference) implements SearchCriterion {}

  record Metadata(String key, String value) implements SearchCriterion {}
}
