package florin.dashboard.list;

import florin.core.AmountOrder;
import florin.dashboard.list.ListPage.ByAmount;
import florin.dashboard.list.ListTools.ColumnChoice;
import florin.dashboard.list.ListTools.SortLink;
import florin.dashboard.list.ListTools.ViewLink;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.LocalPath;
import florin.dashboard.parts.Paging;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.http.Form;
import florin.team.Permission;
import florin.team.SavedViews;
import florin.team.SavedViews.SavedView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The settings of lists that users keep: columns and saved views. */
public final class ListPages {
  public static final String COLUMNS_PATH = "/dashboard/lists/columns";
  public static final String VIEWS_PATH = "/dashboard/lists/views";
  public static final String DELETE_PATH = "/dashboard/lists/views/delete";

  /** A query string as {@link Paging} writes it. */
  private static final Pattern ASKED = Pattern.compile("[A-Za-z0-9_.~%&=+*-]*");

  static final String BUSY = "Florin is reading other lists. Try again in a few seconds.";

  /**
   * The most lists that this node adds up or sorts by amount at the same time, so that connections
   * remain.
   */
  private static final int MAX_SUMS = 2;

  private final Semaphore sums = new Semaphore(MAX_SUMS);
  private final SavedViews views;
  private final List<ListSpec<?>> lists;

  public ListPages(SavedViews views, List<ListSpec<?>> lists) {
    this.views = views;
    this.lists = List.copyOf(lists);
  }

  /** Returns the tools of a list for this user. */
  ListTools tools(
      DashboardRequest visit, ListSpec<?> list, Paging paging, Optional<String> export) {
    Optional<List<String>> chosen = views.findColumns(visit.session(), list.name());
    boolean oldestFirst = paging.isOldestFirst();
    String asked = paging.asked();
    return new ListTools(
        list.name(),
        asked,
        list.choices().stream()
            .map(column ->
                new ColumnChoice(
                    column.name(),
                    column.label(),
                    chosen.map(names -> names.contains(column.name())).orElse(column.isUsual())))
            .toList(),
        views.list(visit.session(), list.name()).stream()
            .map(view ->
                new ViewLink(view.name(), path(list, view.query()), view.query().equals(asked)))
            .toList(),
        export.filter(_ -> visit.may(Permission.EXPORT_PAYMENTS)),
        sorts(list, paging),
        oldestFirst);
  }

  private static Map<String, SortLink> sorts(ListSpec<?> list, Paging paging) {
    Optional<AmountOrder> order = paging.amountOrder();
    boolean oldestFirst = paging.isOldestFirst();
    var sorts = new HashMap<String, SortLink>();
    sorts.put(
        ListColumn.CREATED,
        new SortLink(
            paging.sorted(Optional.empty(), order.isEmpty() && !oldestFirst),
            order.isPresent() ? "none" : oldestFirst ? "ascending" : "descending"));
    if (list.isByAmount()) {
      boolean isDown = order.equals(Optional.of(AmountOrder.LARGEST_FIRST));
      sorts.put(
          ListColumn.BY_AMOUNT,
          new SortLink(
              paging.sorted(
                  Optional.of(isDown ? AmountOrder.SMALLEST_FIRST : AmountOrder.LARGEST_FIRST),
                  false),
              order.isEmpty() ? "none" : isDown ? "descending" : "ascending"));
    }
    return sorts;
  }

  /** Returns the number and the sum of a list's lines, unless too many are being read already. */
  <T> ListTotal total(ListSpec<?> list, ByAmount<T> lines, Paging paging) {
    return unlessBusy(() -> ListTotal.of(list, lines.sum().get(), paging.amountOrder().isPresent()))
        .orElseGet(() -> ListTotal.saying(BUSY));
  }

  /** Reads a list by amount; empty if too many are being read already. */
  <R> Optional<R> unlessBusy(Supplier<R> reading) {
    if (!sums.tryAcquire()) {
      return Optional.empty();
    }
    try {
      return Optional.of(reading.get());
    } finally {
      sums.release();
    }
  }

  public Response chooseColumns(DashboardRequest visit) {
    Optional<ListSpec<?>> list = list(visit);
    list.ifPresent(it ->
        views.chooseColumns(
            visit.session(),
            it.name(),
            it.choices().stream()
                .map(ListColumn::name)
                .filter(visit.form().texts("column")::contains)
                .toList()));
    return Done.to(back(list, visit.form()));
  }

  public Response save(DashboardRequest visit) {
    Optional<ListSpec<?>> list = list(visit);
    Form form = visit.form();
    String name = name(form.text("name"));
    Optional<String> query = asked(form);
    if (list.isEmpty() || query.isEmpty()) {
      return Done.to(back(list, form)).warning("This view cannot be saved.");
    }
    if (name.isEmpty()) {
      return Done.to(back(list, form)).warning("Enter a name for the view.");
    }
    visit.note(list.get().name() + ": " + name);
    return views.save(visit.session(), list.get().name(), new SavedView(name, query.get()))
        ? Done.to(back(list, form)).saying("View saved.")
        : Done.to(back(list, form))
            .warning("You already have " + SavedView.MAX_VIEWS + " views. Delete one first.");
  }

  public Response delete(DashboardRequest visit) {
    Optional<ListSpec<?>> list = list(visit);
    String name = visit.form().text("name");
    list.ifPresent(it -> views.delete(visit.session(), it.name(), name));
    return Done.to(back(list, visit.form())).saying("View deleted.");
  }

  private Optional<ListSpec<?>> list(DashboardRequest visit) {
    String name = visit.form().text("list");
    return lists.stream().filter(list -> list.name().equals(name)).findFirst();
  }

  /** Returns a name on one line, shortened to the width of a menu. */
  private static String name(String typed) {
    String line = typed.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    int end = Math.min(line.codePointCount(0, line.length()), SavedView.MAX_NAME);
    return line.substring(0, line.offsetByCodePoints(0, end)).strip();
  }

  private static Optional<String> asked(Form form) {
    return Optional.of(form.text("asked"))
        .filter(text -> text.length() <= SavedView.MAX_QUERY && ASKED.matcher(text).matches());
  }

  private static String back(Optional<ListSpec<?>> list, Form form) {
    return list.map(it -> path(it, asked(form).orElse(""))).orElse(LocalPath.HOME);
  }

  private static String path(ListSpec<?> list, String asked) {
    return asked.isEmpty() ? list.path() : list.path() + "?" + asked;
  }
}
