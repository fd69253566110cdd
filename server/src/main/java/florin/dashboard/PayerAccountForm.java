package florin.dashboard;

import florin.bank.Iban;
import florin.bank.account.ReceivingAccountFormats;
import florin.core.ErrorCode;
import florin.core.Refusal;
import florin.http.Form;
import florin.payment.machine.CreateRefund.PayerAccount;
import java.util.Optional;
import java.util.Set;

/** The fields for another bank account than the one that money came from. */
final class PayerAccountForm {
  static final String IBAN = "bank_account[iban]";
  private static final String HOLDER = "bank_account[holder]";

  /** Of which people are told beside the field. */
  private static final Set<ErrorCode> ERRORS =
      Set.of(
          ErrorCode.BANK_ACCOUNT_REQUIRED,
          ErrorCode.BANK_ACCOUNT_NOT_ALLOWED,
          ErrorCode.PARAMETER_INVALID);

  private PayerAccountForm() {}

  /** Empty where it is left to us; whether it is good, the form says. */
  static Optional<PayerAccount> read(Form form) {
    Optional<Iban> iban = form.optional(IBAN, ReceivingAccountFormats.IBAN);
    Optional<String> holder = form.optional(HOLDER, ReceivingAccountFormats.HOLDER);
    if (form.isGood() && iban.isPresent() != holder.isPresent()) {
      form.wrong(
          iban.isPresent() ? HOLDER : IBAN, "Please enter both the IBAN and the account's holder.");
    }
    return iban.flatMap(to -> holder.map(whose -> new PayerAccount(to, whose)));
  }

  /** Whether it is refused for the account. */
  static boolean isAbout(Refusal refused) {
    return ERRORS.contains(refused.problem().code());
  }
}
