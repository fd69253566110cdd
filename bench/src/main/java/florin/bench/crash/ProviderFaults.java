package florin.bench.crash;

import emulator.provider.Emulator;
import emulator.provider.Fault;
import emulator.provider.WebhookFault;
import java.util.Map;

/** The random faults at the provider during a drill. */
final class ProviderFaults {
  /** Calls with each fault, out of each thousand. */
  private static final Map<Fault, Integer> FAULTS =
      Map.ofEntries(
          Map.entry(Fault.LOST_BEFORE, 8),
          Map.entry(Fault.RESET_BEFORE, 4),
          Map.entry(Fault.LATE, 4),
          Map.entry(Fault.LOST_AFTER, 10),
          Map.entry(Fault.RESET_AFTER, 6),
          Map.entry(Fault.CUT, 6),
          Map.entry(Fault.SLOW, 8),
          Map.entry(Fault.TWICE, 20),
          Map.entry(Fault.CONFLICT, 6),
          Map.entry(Fault.TOO_MANY, 8),
          Map.entry(Fault.ERROR_BEFORE, 5),
          Map.entry(Fault.ERROR_AFTER, 5),
          Map.entry(Fault.ENDLESS, 6));

  /** Webhooks with a fault, out of each thousand. */
  private static final Map<WebhookFault, Integer> WEBHOOK_FAULTS =
      Map.of(
          WebhookFault.BEFORE_ANSWER, 100,
          WebhookFault.LATE, 100,
          WebhookFault.TWICE, 100,
          WebhookFault.AFTER_THE_NEXT, 100,
          WebhookFault.NEVER, 150);

  private ProviderFaults() {}

  static void begin(Emulator provider) {
    provider.faults().mix(FAULTS);
    provider.webhookFaults().mix(WEBHOOK_FAULTS);
  }
}
