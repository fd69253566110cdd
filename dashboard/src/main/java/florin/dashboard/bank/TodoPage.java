package florin.dashboard.bank;

import florin.dashboard.bank.BankTasks.BankTask;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.TabLink;
import florin.dashboard.parts.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** `/dashboard/bank`: the queue of the open tasks at bank transfers, the oldest first. */
public final class TodoPage {
  public static final String PATH = "/dashboard/bank";

  /** The age from which a task is highlighted. */
  private static final Duration LATE = Duration.ofDays(7);

  private final BankTasks tasks;
  private final BankTabs tabs;
  private final InstantSource clock;

  public TodoPage(BankTasks tasks, BankTabs tabs, InstantSource clock) {
    this.tasks = tasks;
    this.tabs = tabs;
    this.clock = clock;
  }

  /**
   * The page.
   *
   * @param mostOfAKind if the queue may have more tasks of a kind than the page, their number on
   *     the page; otherwise 0
   * @param sections the tabs to the lists of bank transfers
   */
  public record TodoView(List<TodoRow> rows, int mostOfAKind, List<TabLink> sections) {
    public TodoView {
      rows = List.copyOf(rows);
      sections = List.copyOf(sections);
    }
  }

  /** A task, with its age. */
  public record TodoRow(BankTask task, String age, boolean isLate) {
    private static TodoRow of(BankTask task, Instant now) {
      Duration age = Duration.between(task.since(), now);
      return new TodoRow(task, TimeText.age(age), age.compareTo(LATE) >= 0);
    }
  }

  public Response show(DashboardRequest visit) {
    Instant now = clock.instant();
    List<TodoRow> rows =
        tasks.list(visit.realm()).stream().map(task -> TodoRow.of(task, now)).toList();
    return Response.Page.of(
        "bank-todo",
        "Bank transfers",
        new TodoView(
            rows, rows.size() < BankTasks.MOST ? 0 : BankTasks.MOST, tabs.of(visit, PATH)));
  }
}
