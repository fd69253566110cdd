package florin.dashboard;

import florin.core.Id;
import florin.core.Page;
import florin.core.Page.Findings;
import florin.core.PageRequest;
import florin.dashboard.ListFrame.Further;
import florin.dashboard.Response.Done;
import florin.dashboard.Response.Raw;
import florin.http.Form;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A list with pages, filters and a CSV export. Its template and its file have the name of its kind.
 *
 * @param ids the kind of the listed ids
 * @param fields the filters in its address
 */
record ListPage<T>(
    ListKind kind,
    Id.Kind<?> ids,
    Function<T, Id> id,
    List<String> fields,
    ListPages lists,
    Optional<CsvFile<T>> file) {
  /**
   * A request for a list.
   *
   * @param form the filters with their errors
   * @param find the search; called only without errors
   * @param news the types of the events that announce new lines, if the newest come first; empty if
   *     no event announces them
   */
  record ListInquiry<T>(
      Form form, List<FilterChip> chips, Function<PageRequest, Findings<T>> find, String news) {
    ListInquiry {
      chips = List.copyOf(chips);
    }
  }

  /** The format of a CSV export. */
  record CsvFile<T>(CsvExport exports, List<String> head, Function<T, List<String>> line) {}

  /**
   * Shows a page of the list.
   *
   * @param view creates the template's view from the frame and the lines
   */
  Response show(Visit visit, ListInquiry<T> inquiry, BiFunction<ListFrame, List<T>, Object> view) {
    Paging paging = paging(visit);
    boolean isGood = inquiry.form().isGood();
    PageRequest request = paging.request(ids);
    Findings<T> found =
        isGood ? inquiry.find().apply(request) : Findings.of(new Page<>(List.of(), false));
    Object shown = view.apply(frame(visit, inquiry, request, found), paging.shown(found.page()));
    return isGood || ListForm.isFragment(visit)
        ? Response.Page.of(kind.text(), kind.title(), shown)
        : Response.Page.again(kind.text(), kind.title(), shown);
  }

  private ListFrame frame(
      Visit visit, ListInquiry<T> inquiry, PageRequest request, Findings<T> found) {
    Paging paging = paging(visit);
    Pager pager = paging.pager(request, found.page(), id);
    return new ListFrame(
        FilterBar.of(inquiry.form(), inquiry.chips(), paging),
        pager,
        lists.tools(
            visit,
            kind,
            paging,
            Optional.of(paging.whole(csvPath()))
                .filter(_ -> file.isPresent() && !found.page().data().isEmpty())),
        pager.isFirst() && !paging.isOldestFirst() ? inquiry.news() : "",
        found
            .stop()
            .map(stop -> {
              Id last = ids.of().apply(stop.last());
              return new Further(
                  paging.beyond(request, last),
                  FigureText.count(stop.looked()) + " " + kind.noun(),
                  last.made());
            }));
  }

  /** Exports the filtered list as CSV, without pages. */
  Response export(Visit visit, ListInquiry<T> inquiry) {
    CsvFile<T> csv = file.orElseThrow();
    Paging paging = paging(visit);
    visit.note(ListForm.words(inquiry.form(), fields));
    if (!inquiry.form().isGood()) {
      return Done.to(paging.whole(kind.path()));
    }
    return csv.exports().isBusy()
        ? Done.to(paging.whole(kind.path())).warning(CsvExport.BUSY)
        : new Raw(
            csv.exports()
                .of(
                    new CsvExport.Sheet<>(
                        kind.text() + ".csv",
                        csv.head(),
                        inquiry.find(),
                        row -> id.apply(row).uuid(),
                        csv.line()),
                    paging.isOldestFirst()));
  }

  Paging paging(Visit visit) {
    return new Paging(
        kind.path(),
        visit.query(),
        Stream.concat(fields.stream(), Stream.of(Paging.ORDER)).toList());
  }

  private String csvPath() {
    return kind.path() + ".csv";
  }
}
