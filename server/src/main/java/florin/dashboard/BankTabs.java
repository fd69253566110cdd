package florin.dashboard;

import florin.bank.matching.HoldingStore.HoldingFilter;
import florin.bank.matching.Holdings;
import florin.bank.matching.UnappliedFunds.Kind;
import florin.bank.matching.UnappliedFunds.Status;
import java.util.List;
import java.util.Optional;

/** The tabs of bank transfers, each with its number of open items. */
final class BankTabs {
  private BankTabs() {}

  /**
   * Returns the tabs.
   *
   * @param current the path of the current one
   */
  static List<TabLink> of(Visit visit, Holdings holdings, String current) {
    return List.of(
        tab(visit, holdings, "Unmatched transfers", ListKind.UNMATCHED, Kind.UNMATCHED, current),
        tab(visit, holdings, "Customer credits", ListKind.CREDITS, Kind.CREDIT, current),
        TabLink.of(
            "Statements", ListKind.STATEMENTS.path(), current.equals(ListKind.STATEMENTS.path())),
        TabLink.of("Payment files", OrderPages.PATH, current.equals(OrderPages.PATH)));
  }

  private static TabLink tab(
      Visit visit, Holdings holdings, String label, ListKind list, Kind kind, String current) {
    return new TabLink(
        label,
        list.path(),
        Optional.of(holdings.count(visit.realm(), HoldingFilter.of(kind, Status.OPEN)).text()),
        current.equals(list.path()));
  }
}
