package florin.dashboard;

import java.util.List;

/** The spans of days that a list can be narrowed to, for its page. */
public final class ListDates {
  public static final List<SelectOption> OPTIONS = DateFilter.options();

  /** Beside the visitor's own. */
  public static final List<SelectOption> ZONES = List.of(new SelectOption(DateFilter.UTC, "UTC"));

  private ListDates() {}
}
