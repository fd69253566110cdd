package florin.bench.books;

import emulator.provider.BalanceLedger;
import emulator.provider.BalanceLedger.Account;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The ledger that the emulator of a provider keeps of the merchant's money, account by account. */
record ProviderBooks(BalanceLedger ledger) {
  /** The accounts of a connector that have the money of each account of the emulator. */
  private static final Map<Account, List<String>> ACCOUNTS =
      Map.of(
          Account.PAYERS, List.of("Income:Payments", "Expenses:Dispute-Losses"),
          Account.BALANCE, List.of("Assets:Pending", "Assets:Available", "Assets:Disputes-Held"),
          Account.FEES, List.of("Expenses:Fees"),
          Account.RESERVE, List.of("Assets:Reserve"),
          Account.CONVERSION, List.of("Equity:Conversion"),
          Account.ADJUSTMENTS, List.of("Equity:Unexplained"),
          Account.IN_TRANSIT, List.of("Assets:Payouts-In-Transit"));

  /**
   * Returns how an export differs from the emulator's ledger.
   *
   * @param party the name of the connector in the export
   */
  List<String> differences(Exported exported, String party) {
    var differences = new ArrayList<String>();
    ledger
        .balances()
        .forEach((currency, _) ->
            ACCOUNTS.forEach((account, names) -> {
              String code = currency.toUpperCase(Locale.ROOT);
              long exports =
                  names.stream().mapToLong(name -> exported.cents(name + ":" + party, code)).sum();
              long provider = ledger.balance(account, currency);
              if (provider != exports) {
                differences.add(
                    "%s is %d %s at the emulator, and %d in the ledger (%s)"
                        .formatted(account, provider, code, exports, String.join(", ", names)));
              }
            }));
    return differences;
  }
}
