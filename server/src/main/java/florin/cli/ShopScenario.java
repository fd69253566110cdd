package florin.cli;

/** What happens to one order of {@link ShopDrill}. */
enum ShopScenario {
  PLAIN("The payer pays and returns, then the webhooks arrive"),
  WEBHOOKS_FIRST("The webhooks arrive before the payer returns"),
  TAB_CLOSED("The payer pays and closes the tab"),
  REPEATED("Each webhook arrives twice"),
  AT_ONCE("Each webhook arrives three times at the same moment"),
  REVERSED("The webhooks arrive in reverse order"),
  STALE("The first webhooks arrive again after a refund"),
  DECLINED_FIRST("A card is declined, then the payer uses another one"),
  DECLINED("A card is declined, and the payer opens the success page"),
  EXPIRED("The payer leaves, and the session expires"),
  FORGED("A webhook has a wrong signature"),
  DOUBLE_CLICK("The buyer starts to pay twice at the same moment"),
  REFUNDED("The payment is refunded in the dashboard");

  private final String title;

  ShopScenario(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
