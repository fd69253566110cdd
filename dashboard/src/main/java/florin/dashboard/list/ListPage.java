package florin.dashboard.list;

import florin.core.AmountOrder;
import florin.core.AmountSums;
import florin.core.Id;
import florin.core.Page;
import florin.core.Page.Findings;
import florin.core.PageRequest;
import florin.dashboard.list.ListFrame.Further;
import florin.dashboard.list.ListFrame.ListLine;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.FigureText;
import florin.dashboard.parts.Pager;
import florin.dashboard.parts.Paging;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.Response.Raw;
import florin.dashboard.parts.TabLink;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A list with pages, filters and a CSV export.
 *
 * @param <T> the objects that are found and exported
 * @param <L> their lines on the page
 * @param ids the kind of the listed ids
 */
public record ListPage<T, L>(
    ListSpec<L> spec,
    Id.Kind<?> ids,
    Function<T, Id> id,
    ListPages lists,
    Optional<CsvFile<T>> file) {
  /** A parameter that the links of every list keep. */
  private static final List<String> ALSO_KEPT =
      List.of("for", Paging.ORDER, Paging.SORT, Paging.LIMIT);

  /**
   * A search.
   *
   * @param find called only without errors
   * @param news the types of the events that announce new lines, if the newest come first; empty if
   *     no event announces them
   * @param byAmount the same objects by amount; empty if they have none
   */
  public record ListInquiry<T>(
      ListRequest request,
      Function<PageRequest, Findings<T>> find,
      String news,
      Optional<ByAmount<T>> byAmount) {
    public ListInquiry(ListRequest request, Function<PageRequest, Findings<T>> find, String news) {
      this(request, find, news, Optional.empty());
    }

    /** Returns this search with the amounts of its objects. */
    public ListInquiry<T> summed(
        Supplier<Optional<AmountSums>> sum,
        BiFunction<AmountOrder, PageRequest, Optional<Page<T>>> sorted) {
      return new ListInquiry<>(request, find, news, Optional.of(new ByAmount<>(sum, sorted)));
    }
  }

  /** The sum of the found objects, and their order by amount; empty if there are too many. */
  public record ByAmount<T>(
      Supplier<Optional<AmountSums>> sum,
      BiFunction<AmountOrder, PageRequest, Optional<Page<T>>> sorted) {}

  /** The format of a CSV export. */
  public record CsvFile<T>(CsvExport exports, CsvExport.Columns<T> columns) {}

  /**
   * Shows a page of the list.
   *
   * @param lines returns the lines of the found objects
   * @param view creates the template's view
   */
  public Response show(
      DashboardRequest visit,
      ListInquiry<T> inquiry,
      List<TabLink> tabs,
      Function<List<T>, List<L>> lines,
      Function<ListFrame, Object> view) {
    Paging paging = paging(visit);
    boolean isGood = inquiry.request().isGood();
    PageRequest request = paging.request(ids);
    Reading<T> read =
        isGood
            ? find(inquiry, paging, request)
            : new Reading.Found<>(Findings.of(new Page<>(List.of(), false)));
    Findings<T> found;
    switch (read) {
      case Reading.Found<T>(Findings<T> findings) -> found = findings;
      case Reading.Unsorted<T>(String why) -> {
        return Done.to(paging.sorted(Optional.empty(), false)).warning(why);
      }
    }
    Pager pager = paging.pager(request, found.page(), id);
    ListTools tools = lists.tools(visit, spec, paging, export(paging, found));
    List<ListColumn<L>> columns = columns(tools);
    Object shown =
        view.apply(
            new ListFrame(
                inquiry.request().bar(paging),
                tabs,
                tools,
                List.copyOf(columns),
                lines.apply(paging.shown(found.page())).stream()
                    .map(line -> line(line, columns))
                    .toList(),
                pager,
                pager.isNeeded() || paging.rows() > Paging.ROWS ? paging.sizes() : List.of(),
                pager.isFirst() && paging.isNewestFirst() ? inquiry.news() : "",
                found.stop().map(stop -> further(paging, request, stop)),
                total(inquiry, paging, found)));
    return isGood || ListForm.isFragment(visit)
        ? Response.Page.of(spec.name(), spec.title(), shown)
        : Response.Page.again(spec.name(), spec.title(), shown);
  }

  /** Shows a page of a list whose template gets nothing else. */
  public Response show(
      DashboardRequest visit,
      ListInquiry<T> inquiry,
      List<TabLink> tabs,
      Function<List<T>, List<L>> lines) {
    return show(visit, inquiry, tabs, lines, frame -> frame);
  }

  /** The requested page, or the reason why it can't be sorted by amount. */
  private sealed interface Reading<T> {
    record Found<T>(Findings<T> findings) implements Reading<T> {}

    record Unsorted<T>(String why) implements Reading<T> {}
  }

  private Reading<T> find(ListInquiry<T> inquiry, Paging paging, PageRequest request) {
    Optional<AmountOrder> order = paging.amountOrder();
    return order.isPresent() && inquiry.byAmount().isPresent()
        ? lists
            .unlessBusy(() -> sorted(inquiry.byAmount().get(), order.get(), request))
            .orElseGet(() -> new Reading.Unsorted<>(ListPages.BUSY))
        : new Reading.Found<>(inquiry.find().apply(request));
  }

  private Reading<T> sorted(ByAmount<T> lines, AmountOrder order, PageRequest request) {
    return lines
        .sorted()
        .apply(order, request)
        .<Reading<T>>map(page -> new Reading.Found<>(Findings.of(page)))
        .orElseGet(() ->
            new Reading.Unsorted<>(
                "There are too many %s to sort within %d seconds. Choose a shorter period."
                    .formatted(spec.noun(), AmountSums.MAX_DURATION.toSeconds())));
  }

  private Optional<String> total(ListInquiry<T> inquiry, Paging paging, Findings<T> found) {
    boolean isNeeded = !inquiry.request().hasOnly() || paging.amountOrder().isPresent();
    return Optional.of(paging.whole(spec.totalPath()))
        .filter(_ -> isNeeded && inquiry.byAmount().isPresent() && !found.page().data().isEmpty());
  }

  /** Shows the number and the sum of all lines of the list, as a part of its page or alone. */
  public Response total(DashboardRequest visit, ListInquiry<T> inquiry) {
    Paging paging = paging(visit);
    return inquiry.request().isGood()
        ? Response.Page.of(
            ListForm.isFragment(visit) ? "total-part" : "total",
            spec.title(),
            new TotalView(
                lists.total(spec, inquiry.byAmount().orElseThrow(), paging),
                spec.title(),
                paging.whole(spec.path())))
        : Done.to(paging.whole(spec.path()));
  }

  /** The total of a list, and the way back to it. */
  public record TotalView(ListTotal total, String title, String list) {}

  private Optional<String> export(Paging paging, Findings<T> found) {
    return Optional.of(paging.whole(spec.csvPath()))
        .filter(_ -> file.isPresent() && !found.page().data().isEmpty());
  }

  private List<ListColumn<L>> columns(ListTools tools) {
    List<String> chosen =
        tools.choices().stream()
            .filter(ListTools.ColumnChoice::shown)
            .map(ListTools.ColumnChoice::name)
            .toList();
    return spec.columns().stream()
        .filter(column -> column.isAlways() || chosen.contains(column.name()))
        .toList();
  }

  private ListLine line(L line, List<ListColumn<L>> columns) {
    return new ListLine(
        spec.linePath().apply(line),
        columns.stream().map(column -> column.cell().apply(line)).toList());
  }

  private Further further(Paging paging, PageRequest request, Findings.Stop stop) {
    Id last = ids.of().apply(stop.last());
    return new Further(
        paging.beyond(request, last),
        FigureText.count(stop.looked()) + " " + spec.noun(),
        last.made());
  }

  /**
   * Returns a tab for all objects, and one for each value of a filter. They have counts if no other
   * filter is set except the days.
   *
   * @param text the text of a value in the address
   * @param count returns the number of the objects with a value, or of all, as text
   */
  public <V> List<TabLink> tabs(
      DashboardRequest visit,
      ListRequest request,
      ListField<?> field,
      List<V> values,
      Function<V, String> text,
      Function<Optional<V>, String> count) {
    boolean counts = request.isGood() && request.hasOnly(field.alone(), DateFilter.FILTER);
    return Stream.concat(Stream.of(Optional.<V>empty()), values.stream().map(Optional::of))
        .map(value ->
            tab(
                visit,
                request,
                field,
                value.map(text).orElse(""),
                value.map(text).map(field.words()).orElse("All"),
                counts ? Optional.of(count.apply(value)) : Optional.empty()))
        .toList();
  }

  /**
   * Returns a tab.
   *
   * @param value of the field; empty for all objects
   */
  public TabLink tab(
      DashboardRequest visit,
      ListRequest request,
      ListField<?> field,
      String value,
      String label,
      Optional<String> count) {
    return new TabLink(
        label, paging(visit).with(field.name(), value), count, request.text(field).equals(value));
  }

  /** Exports the filtered list as CSV, without pages. */
  public Response export(DashboardRequest visit, ListInquiry<T> inquiry) {
    CsvFile<T> csv = file.orElseThrow();
    Paging paging = paging(visit);
    visit.note(ListForm.words(inquiry.request().form(), spec.fields()));
    if (!inquiry.request().isGood()) {
      return Done.to(paging.whole(spec.path()));
    }
    return csv.exports().isBusy()
        ? Done.to(paging.whole(spec.path())).warning(CsvExport.BUSY)
        : new Raw(
            csv.exports()
                .of(
                    new CsvExport.Sheet<>(
                        spec.name() + ".csv",
                        csv.columns(),
                        inquiry.find(),
                        row -> id.apply(row).uuid()),
                    paging.isOldestFirst()));
  }

  public Paging paging(DashboardRequest visit) {
    return new Paging(
        spec.path(),
        visit.query(),
        Stream.concat(
                spec.fields().stream(),
                ALSO_KEPT.stream().filter(name -> !name.equals(Paging.SORT) || spec.isByAmount()))
            .toList());
  }
}
