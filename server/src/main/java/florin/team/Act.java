package florin.team;

/** Everything that can be done in the dashboard. Who may is said by {@link Permissions}. */
public enum Act {
  VIEW_HOME("see the figures"),
  OWN_VIEWS("keep views of lists"),
  VIEW_PAYMENTS("see payments"),
  EXPORT_PAYMENTS("export payments"),
  CAPTURE_PAYMENT("capture payments"),
  CANCEL_PAYMENT("cancel payments"),
  REFUND_PAYMENT("refund payments"),
  REFUND_LARGE("refund large amounts"),
  DESCRIBE_PAYMENT("change what is said of payments"),
  MAIL_RECEIPT("mail receipts"),
  MAKE_TEST_PAYMENT("make test payments"),
  ASSIGN_RECEIPTS("assign and return money from banks"),
  VIEW_CUSTOMERS("see customers"),
  EDIT_CUSTOMERS("change customers"),
  CHARGE_CUSTOMER("charge customers"),
  WRITE_NOTES("write notes"),
  DELETE_NOTES("delete the notes of others"),
  VIEW_CHECKOUT("see checkout sessions and payment links"),
  MANAGE_CHECKOUT("make payment links and end checkout sessions"),
  VIEW_EVENTS("see events"),
  RESEND_EVENTS("send events again"),
  VIEW_WEBHOOKS("see webhook endpoints"),
  MANAGE_WEBHOOKS("change webhook endpoints"),
  VIEW_CONNECTORS("see connectors"),
  MANAGE_CONNECTORS("change connectors"),
  VIEW_KEYS("see API keys"),
  MANAGE_TEST_KEYS("make and revoke test keys"),
  MANAGE_LIVE_KEYS("make and revoke live keys"),
  VIEW_REQUESTS("see the request log"),
  VIEW_TEAM("see the team"),
  MANAGE_TEAM("invite members and change roles"),
  MANAGE_OWNERS("make and remove owners"),
  VIEW_AUDIT("see the audit log"),
  VIEW_SETTINGS("see the settings"),
  MANAGE_SETTINGS("change the settings"),
  OWN_SECURITY("change how they sign in"),
  SWITCH_MODE("switch between test and live");

  private final String words;

  Act(String words) {
    this.words = words;
  }

  /** Completes the sentence "This role may …". */
  public String words() {
    return words;
  }
}
