package florin.dashboard;

import florin.bank.account.ReceivingAccounts;
import florin.core.Id.ReceivingAccountId;
import florin.http.Form;
import florin.http.Format;
import java.util.List;
import java.util.Optional;

/**
 * The filter of a list by bank account.
 *
 * @param choices all accounts, by their ids
 * @param words for the chip; empty for any account
 */
record AccountFilter(
    List<SelectOption> choices, Optional<ReceivingAccountId> account, String words) {
  static final String FIELD = "account";

  static final List<String> FIELDS = List.of(FIELD);

  AccountFilter {
    choices = List.copyOf(choices);
  }

  static AccountFilter read(Form form, Visit visit, ReceivingAccounts accounts) {
    List<SelectOption> choices =
        accounts.listAll(visit.realm()).stream()
            .map(account -> new SelectOption(account.id().text(), BankText.account(account)))
            .toList();
    String text = form.text(FIELD);
    Optional<ReceivingAccountId> account =
        form.optional(FIELD, Format.id(ReceivingAccountId.KIND))
            .filter(_ -> form.error(FIELD).isEmpty());
    return new AccountFilter(
        choices, account, find(choices, text).orElseGet(() -> ListForm.shortened(text)));
  }

  /** Returns the name of an account in a row. */
  String name(ReceivingAccountId id) {
    return find(choices, id.text()).orElse("");
  }

  private static Optional<String> find(List<SelectOption> choices, String id) {
    return choices.stream()
        .filter(choice -> choice.value().equals(id))
        .map(SelectOption::words)
        .findFirst();
  }
}
