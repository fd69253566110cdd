package florin.dashboard.bank;

import florin.bank.matching.UnappliedFunds.Kind;
import florin.bank.matching.UnappliedFunds.Status;
import florin.bank.matching.UnappliedFundsCommands;
import florin.bank.matching.UnappliedFundsStore.UnappliedFundsFilter;
import florin.dashboard.list.ListFrame;
import florin.dashboard.list.ListSpec;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.TabLink;
import java.util.List;
import java.util.Optional;

/** The tabs of bank transfers, each with its number of open items. */
public final class BankTabs {
  private BankTabs() {}

  /**
   * A list of bank transfers.
   *
   * @param sections the tabs to the other lists
   */
  public record ListView(ListFrame frame, List<TabLink> sections) {
    public ListView {
      sections = List.copyOf(sections);
    }
  }

  /**
   * Returns the tabs.
   *
   * @param current the path of the current one
   */
  static List<TabLink> of(DashboardRequest visit, UnappliedFundsCommands funds, String current) {
    return List.of(
        tab(
            visit,
            funds,
            "Unmatched transfers",
            UnappliedFundsListPages.UNMATCHED,
            Kind.UNMATCHED,
            current),
        tab(
            visit,
            funds,
            "Customer credits",
            UnappliedFundsListPages.CREDITS,
            Kind.CREDIT,
            current),
        TabLink.of("Statements", StatementPages.PATH, current.equals(StatementPages.PATH)),
        TabLink.of("Payment files", OrderPages.PATH, current.equals(OrderPages.PATH)));
  }

  private static TabLink tab(
      DashboardRequest visit,
      UnappliedFundsCommands funds,
      String label,
      ListSpec<?> list,
      Kind kind,
      String current) {
    return new TabLink(
        label,
        list.path(),
        Optional.of(funds.count(visit.realm(), UnappliedFundsFilter.of(kind, Status.OPEN)).text()),
        current.equals(list.path()));
  }
}
