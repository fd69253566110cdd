package florin.dashboard;

import java.util.List;

/** The spans of days that a list can be narrowed to, for its page. */
public final class ListDates {
  public static final List<SelectOption> OPTIONS = DateFilter.options();

  private ListDates() {}
}
