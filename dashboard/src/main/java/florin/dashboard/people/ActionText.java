package florin.dashboard.people;

import florin.dashboard.parts.CodeText;
import florin.team.AuditEntry;
import florin.team.AuditEntry.AuditOutcome;
import java.util.Map;
import java.util.Set;

/** The words for the action of an audit entry: `customer.create` is "Create customer". */
public final class ActionText {
  /** The actions that are more than a verb and its object, or that pages call otherwise. */
  private static final Map<String, String> OTHERS =
      Map.ofEntries(
          Map.entry("audit.export", "Export audit log"),
          Map.entry("bank_entry.export", "Export bank entries"),
          Map.entry("bank_statement.export", "Export bank statements"),
          Map.entry("columns.choose", "Choose columns of a list"),
          Map.entry("customer.export", "Export customers"),
          Map.entry("customer_credit.export", "Export customer credits"),
          Map.entry("dispute.export", "Export disputes"),
          Map.entry("key.change_origins", "Change allowed origins of key"),
          Map.entry("key.create", "Create API key"),
          Map.entry("key.revoke", "Revoke API key"),
          Map.entry("key.roll", "Roll API key"),
          Map.entry("live_settings.allow_keys", "Change live settings with API keys"),
          Map.entry("logs.change", "Change logging of live requests"),
          Map.entry("member.change_role", "Change role of member"),
          Map.entry("onboarding.hide", "Hide first steps"),
          Map.entry("passkey.begin", "Begin to add passkey"),
          Map.entry("password.request_reset", "Request password reset"),
          Map.entry("payment.export", "Export payments"),
          Map.entry("payment_file.allow_keys", "Change downloads with API keys"),
          Map.entry("payment_file.declare", "Record received amount"),
          Map.entry("receipt.mail", "Email receipt"),
          Map.entry("receiving_account.uploads", "Change uploads with API keys"),
          Map.entry("refund.export", "Export refunds"),
          Map.entry("refund_request.create", "Request approval of refund"),
          Map.entry("second_factor.begin", "Begin to add second factor"),
          Map.entry("session.revoke_others", "Revoke other sessions"),
          Map.entry("session.sign_in", "Sign in"),
          Map.entry("session.sign_out", "Sign out"),
          Map.entry("settlement.refresh", "Refresh settlements"),
          Map.entry("team.require_second_factor", "Require second factor"),
          Map.entry("time_zone.change", "Change reporting time zone"),
          Map.entry("unmatched_transfer.export", "Export unmatched transfers"),
          Map.entry("user.reset", "Create password reset link"),
          Map.entry("view.delete", "Delete saved view"),
          Map.entry("view.save", "Save view"),
          Map.entry("webhook_endpoint.replay", "Resend events to webhook endpoint"),
          Map.entry("webhook_endpoint.rotate_secret", "Rotate webhook secret"),
          Map.entry("webhook_endpoint.verify", "Verify webhook signature"));

  /** The past tense of the verbs that don't end with `ed`, or that words of pages replace. */
  private static final Map<String, String> PAST =
      Map.ofEntries(
          Map.entry("Begin", "Began"),
          Map.entry("Cancel", "Canceled"),
          Map.entry("Choose", "Chose"),
          Map.entry("Hide", "Hid"),
          Map.entry("Make", "Made"),
          Map.entry("Reset", "Reset"),
          Map.entry("Send", "Sent"),
          Map.entry("Set", "Set"),
          Map.entry("Submit", "Submitted"),
          Map.entry("Resend", "Resent"),
          Map.entry("Verify", "Verified"),
          Map.entry("Withdraw", "Withdrew"));

  /** The actions on payments whose detail is an amount. */
  private static final Set<String> OF_MONEY =
      Set.of("payment.refund", "payment.capture", "payment.cancel");

  private ActionText() {}

  /**
   * Returns an entry as a sentence: "Refunded $1.00 of $130.90", "Signed in". If the action was not
   * carried out, the sentence is the name of the action, and the outcome says why.
   */
  public static String sentence(AuditEntry entry) {
    if (entry.outcome() != AuditOutcome.DONE) {
      return of(entry.action());
    }
    String[] words = of(entry.action()).split(" ", 2);
    String done = past(words[0]);
    String rest = hasAmount(entry) ? entry.detail() : words.length > 1 ? words[1] : "";
    return (done + " " + rest).strip();
  }

  /** Returns the details of an entry that its sentence doesn't have. */
  public static String detail(AuditEntry entry) {
    return entry.outcome() == AuditOutcome.DONE && hasAmount(entry) ? "" : entry.detail();
  }

  private static boolean hasAmount(AuditEntry entry) {
    return OF_MONEY.contains(entry.action()) && !entry.detail().isEmpty();
  }

  static String past(String verb) {
    String irregular = PAST.get(verb);
    return irregular != null ? irregular : verb + (verb.endsWith("e") ? "d" : "ed");
  }

  public static String of(String action) {
    String other = OTHERS.get(action);
    return other == null ? CodeText.of(action.replaceFirst("([^.]*)\\.(.*)", "$2 $1")) : other;
  }
}
