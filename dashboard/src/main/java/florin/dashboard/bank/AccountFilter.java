package florin.dashboard.bank;

import florin.bank.account.ReceivingAccounts;
import florin.core.Id.ReceivingAccountId;
import florin.dashboard.list.ListField;
import florin.dashboard.list.ListFilter;
import florin.dashboard.list.ListForm;
import florin.dashboard.list.ListRequest;
import florin.dashboard.parts.BankText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.SelectOption;
import florin.http.Format;
import java.util.List;
import java.util.Optional;

/**
 * The filter of a list by bank account.
 *
 * @param choices all accounts, by their ids
 */
record AccountFilter(List<SelectOption> choices, Optional<ReceivingAccountId> account) {
  static final String FIELD = "account";

  private static final ListField<ReceivingAccountId> ACCOUNT =
      ListField.choice(
          FIELD,
          "Bank account",
          "Any",
          List.of(),
          Format.id(ReceivingAccountId.KIND),
          ListForm::shortened);

  /** The filter as lists declare it. */
  static final ListFilter FILTER = ACCOUNT.alone();

  AccountFilter {
    choices = List.copyOf(choices);
  }

  static AccountFilter of(ListRequest request, DashboardRequest visit, ReceivingAccounts accounts) {
    List<SelectOption> choices =
        accounts.listAll(visit.realm()).stream()
            .map(account -> new SelectOption(account.id().text(), BankText.account(account)))
            .toList();
    request.offer(ACCOUNT, choices);
    Optional<ReceivingAccountId> account = request.get(ACCOUNT);
    account.flatMap(id -> find(choices, id)).ifPresent(name -> request.describe(FILTER, name));
    return new AccountFilter(choices, account);
  }

  /** Returns the name of an account in a row. */
  String name(ReceivingAccountId id) {
    return find(choices, id).orElse("");
  }

  private static Optional<String> find(List<SelectOption> choices, ReceivingAccountId id) {
    return choices.stream()
        .filter(choice -> choice.value().equals(id.text()))
        .map(SelectOption::words)
        .findFirst();
  }
}
