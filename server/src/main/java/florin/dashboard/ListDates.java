package florin.dashboard;

import java.util.List;

/** The date ranges by which a list can be filtered. */
public final class ListDates {
  public static final List<SelectOption> OPTIONS = DateFilter.options();

  /** The time zones besides the visitor's own. */
  public static final List<SelectOption> ZONES = List.of(new SelectOption(DateFilter.UTC, "UTC"));

  private ListDates() {}
}
