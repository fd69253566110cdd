package emulator.provider;

import java.util.List;
import java.util.Map;

/**
 * An object on the emulator's page.
 *
 * @param text the amount, and what else identifies the object to a person
 * @param page the address of the payer's page, or empty
 */
public record Item(String id, String text, String status, String page, List<Action> actions) {
  public Item {
    actions = List.copyOf(actions);
  }

  /**
   * A button that sends a command of {@link ControlApi}.
   *
   * @param path below `/emulator/`, for example `refunds/re_1/fail`
   * @param fields the parameters
   */
  public record Action(String label, String path, Map<String, String> fields) {
    public Action {
      fields = Map.copyOf(fields);
    }

    public Action(String label, String path) {
      this(label, path, Map.of());
    }
  }
}
