package florin.dashboard.people;

import florin.dashboard.parts.CodeText;
import java.util.Map;

/** The words for the action of an audit entry: `customer.create` is "Create customer". */
public final class ActionText {
  /** The actions that are more than a verb and its object, or that pages call otherwise. */
  private static final Map<String, String> OTHERS =
      Map.ofEntries(
          Map.entry("bank_entry.export", "Export bank entries"),
          Map.entry("bank_statement.export", "Export bank statements"),
          Map.entry("columns.choose", "Choose columns of a list"),
          Map.entry("customer.export", "Export customers"),
          Map.entry("customer_credit.export", "Export customer credits"),
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
          Map.entry("team.require_second_factor", "Require second factor"),
          Map.entry("time_zone.change", "Change reporting time zone"),
          Map.entry("unmatched_transfer.export", "Export unmatched transfers"),
          Map.entry("user.reset", "Create password reset link"),
          Map.entry("view.delete", "Delete saved view"),
          Map.entry("view.save", "Save view"),
          Map.entry("webhook_endpoint.replay", "Resend events to webhook endpoint"),
          Map.entry("webhook_endpoint.rotate_secret", "Rotate webhook secret"),
          Map.entry("webhook_endpoint.verify", "Verify webhook signature"));

  private ActionText() {}

  public static String of(String action) {
    String other = OTHERS.get(action);
    return other == null ? CodeText.of(action.replaceFirst("([^.]*)\\.(.*)", "$2 $1")) : other;
  }
}
