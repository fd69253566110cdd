package florin.team;

/** All actions in the dashboard. {@link RolePermissions} defines the roles that may do them. */
public enum Permission {
  VIEW_HOME("view the metrics"),
  OWN_VIEWS("save list views and subscribe to deadlines"),
  VIEW_PAYMENTS("see payments"),
  EXPORT_PAYMENTS("export payments"),
  CAPTURE_PAYMENT("capture payments"),
  CANCEL_PAYMENT("cancel payments"),
  REFUND_PAYMENT("refund payments"),
  SEND_LARGE("send large refunds, or refunds to a manually entered bank account"),
  DESCRIBE_PAYMENT("edit the description and metadata of payments"),
  MAIL_RECEIPT("email receipts"),
  MAKE_TEST_PAYMENT("create test payments"),
  ASSIGN_RECEIPTS("assign and return bank transfers"),
  ORDER_TRANSFERS("create and download payment files"),
  REJECT_ORDERS("record that the bank rejected a payment file"),
  OPEN_ORDERS("let API keys download payment files"),
  UPLOAD_STATEMENTS("upload bank statements"),
  RESPOND_TO_DISPUTES("respond to disputes"),
  MANAGE_PAYOUTS("read settlements, mark payouts as received and close months"),
  VIEW_CUSTOMERS("see customers"),
  EDIT_CUSTOMERS("edit customers"),
  DELETE_CUSTOMERS("delete customers"),
  CHARGE_CUSTOMER("charge customers"),
  WRITE_NOTES("write notes"),
  DELETE_NOTES("delete notes of other members"),
  VIEW_CHECKOUT("view checkout sessions and payment links"),
  MANAGE_CHECKOUT("create payment links, request cards and expire checkout sessions"),
  RELEASE_BRAKES("release brakes on card testing"),
  MANAGE_LISTS("change the block and allow lists"),
  VIEW_EVENTS("see events"),
  RESEND_EVENTS("resend events"),
  VIEW_WEBHOOKS("view webhook endpoints"),
  MANAGE_WEBHOOKS("add and edit webhook endpoints"),
  VIEW_CONNECTORS("see connectors"),
  MANAGE_CONNECTORS("add and edit connectors"),
  VIEW_BANKS("view bank accounts"),
  MANAGE_BANKS("add, enable and disable bank accounts"),
  ALLOW_UPLOADS("let API keys upload live bank statements"),
  VIEW_KEYS("see API keys"),
  MANAGE_TEST_KEYS("create and revoke test keys"),
  MANAGE_LIVE_KEYS("create and revoke live keys"),
  OPEN_LIVE_SETTINGS("let API keys change live settings"),
  VIEW_REQUESTS("see logs"),
  VIEW_TEAM("see the team"),
  MANAGE_TEAM("invite members and change roles"),
  MANAGE_OWNERS("add and remove owners"),
  VIEW_AUDIT("view the audit log"),
  VIEW_SETTINGS("view the settings"),
  MANAGE_SETTINGS("change the settings"),
  OWN_SECURITY("change their own sign-in settings"),
  SWITCH_MODE("switch between test and live");

  private final String words;

  Permission(String words) {
    this.words = words;
  }

  /** Returns words that complete the sentence "This role may …". */
  public String words() {
    return words;
  }
}
