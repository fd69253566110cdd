package florin.dashboard.bank;

import florin.bank.matching.UnappliedFunds.Kind;
import florin.core.Page.Count;
import florin.dashboard.list.ListFrame;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.TabLink;
import java.util.List;
import java.util.Optional;

/** The tabs of bank transfers, with the numbers of open tasks. */
public final class BankTabs {
  private final BankTasks tasks;

  public BankTabs(BankTasks tasks) {
    this.tasks = tasks;
  }

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
  List<TabLink> of(DashboardRequest visit, String current) {
    Count unmatched = tasks.count(visit.realm(), Kind.UNMATCHED);
    Count credits = tasks.count(visit.realm(), Kind.CREDIT);
    return List.of(
        tab("To do", TodoPage.PATH, current, tasks.count(visit.realm(), unmatched, credits)),
        tab("Unmatched transfers", UnappliedFundsListPages.UNMATCHED.path(), current, unmatched),
        tab("Customer credits", UnappliedFundsListPages.CREDITS.path(), current, credits),
        TabLink.of("Statements", StatementPages.PATH, current.equals(StatementPages.PATH)),
        TabLink.of("Payment files", OrderPages.PATH, current.equals(OrderPages.PATH)));
  }

  private static TabLink tab(String label, String path, String current, Count count) {
    return new TabLink(label, path, Optional.of(count.text()), current.equals(path));
  }
}
