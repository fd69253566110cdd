package emulator.provider;

/** The faults that can be injected into one webhook. */
public enum WebhookFault implements Plan.Injected {
  NONE("Delivers the webhook."),
  BEFORE_ANSWER("Delivers the webhook before the response to the request that caused it."),
  LATE("Delivers the webhook a while later."),
  TWICE("Delivers the webhook twice."),
  AFTER_THE_NEXT("Holds the webhook back until the next one is delivered."),
  NEVER("Never delivers the webhook.");

  private final String effect;

  WebhookFault(String effect) {
    this.effect = effect;
  }

  @Override
  public String effect() {
    return effect;
  }
}
