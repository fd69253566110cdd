package florin.dashboard.payments;

import florin.core.ErrorCode;
import florin.core.Iban;
import florin.core.Refusal;
import florin.http.Form;
import florin.http.Format;
import florin.http.TextFormats;
import florin.payment.machine.CreateRefund.PayerAccount;
import java.util.Optional;
import java.util.Set;

/** The fields for a bank account other than the one that the money came from. */
public final class PayerAccountForm {
  public static final String IBAN = "bank_account[iban]";
  private static final String HOLDER = "bank_account[holder]";

  /** The errors that the form shows next to these fields. */
  private static final Set<ErrorCode> ERRORS =
      Set.of(
          ErrorCode.BANK_ACCOUNT_REQUIRED,
          ErrorCode.BANK_ACCOUNT_NOT_ALLOWED,
          ErrorCode.PARAMETER_INVALID);

  private PayerAccountForm() {}

  /**
   * Returns the account, or empty if the payer's own account is used. Errors are recorded in the
   * form.
   */
  public static Optional<PayerAccount> read(Form form) {
    Optional<Iban> iban = form.optional(IBAN, Format.iban());
    Optional<String> holder = form.optional(HOLDER, TextFormats.accountHolder());
    if (form.isGood() && iban.isPresent() != holder.isPresent()) {
      form.wrong(iban.isPresent() ? HOLDER : IBAN, "Enter both the IBAN and the account holder.");
    }
    return iban.flatMap(to -> holder.map(whose -> new PayerAccount(to, whose)));
  }

  /** Returns whether an error concerns the account. */
  public static boolean isAbout(Refusal refused) {
    return ERRORS.contains(refused.problem().code());
  }
}
