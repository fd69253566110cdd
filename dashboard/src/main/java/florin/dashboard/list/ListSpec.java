package florin.dashboard.list;

import florin.dashboard.list.ListColumn.Style;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.FigureText;
import florin.dashboard.parts.Paging;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The declaration of a list: each filter and each column once. The page, the settings that users
 * keep, and the addresses follow from it.
 *
 * @param name of its template, of its file, and in the settings that users keep
 * @param noun the plural noun for the lines
 * @param linePath the page to which a line leads
 * @param filters the chips, in their order
 */
public record ListSpec<T>(
    String name,
    String path,
    String title,
    String noun,
    boolean isSearchable,
    Function<T, String> linePath,
    List<ListFilter> filters,
    List<ListColumn<T>> columns) {
  /** The field of the search. */
  public static final String SEARCH = "q";

  /** Returns a list without columns, whose lines have its name. */
  public static <T> ListSpec<T> of(
      String name,
      String path,
      String title,
      Function<T, String> linePath,
      List<ListFilter> filters) {
    return new ListSpec<>(name, path, title, name, false, linePath, filters, List.of());
  }

  public ListSpec<T> searchable() {
    return new ListSpec<>(name, path, title, noun, true, linePath, filters, columns);
  }

  public ListSpec<T> listing(String lines) {
    return new ListSpec<>(name, path, title, lines, isSearchable, linePath, filters, columns);
  }

  ListSpec<T> with(ListColumn<T> column) {
    List<ListColumn<T>> all = Stream.concat(columns.stream(), Stream.of(column)).toList();
    return new ListSpec<>(name, path, title, noun, isSearchable, linePath, filters, all);
  }

  /** Adds a column that users can't remove. */
  public ListSpec<T> always(String label, Style style, String place, Function<T, Cell> cell) {
    return with(new ListColumn<>("", label, true, style, place, "", cell));
  }

  /** Adds the column of the amount, by which the list can be sorted and summed. */
  public ListSpec<T> amount(Function<T, Cell> cell) {
    return with(
        new ListColumn<>("", "Amount", true, Style.AMOUNT, "amount", ListColumn.BY_AMOUNT, cell));
  }

  public ListSpec<T> usual(
      String column, String label, Style style, String place, Function<T, Cell> cell) {
    return with(new ListColumn<>(column, label, true, style, place, "", cell));
  }

  /** Adds a column that narrow screens don't show. */
  public ListSpec<T> usual(String column, String label, Style style, Function<T, Cell> cell) {
    return usual(column, label, style, "", cell);
  }

  /** Adds a column that users can add. */
  public ListSpec<T> optional(String column, String label, Style style, Function<T, Cell> cell) {
    return with(new ListColumn<>(column, label, false, style, "", "", cell));
  }

  /** Adds the column by which the list is sorted. */
  public ListSpec<T> created(String label, String place, Function<T, Instant> created) {
    return with(
        new ListColumn<>(
            ListColumn.CREATED,
            label,
            true,
            Style.LINE,
            place,
            ListColumn.CREATED,
            line -> new Cell.Time(created.apply(line))));
  }

  public ListSpec<T> id(Function<T, String> id) {
    return optional("id", "ID", Style.LINE, line -> Cell.code(id.apply(line)));
  }

  /** Returns the names of the parameters that filter the list. */
  List<String> fields() {
    return Stream.concat(
            isSearchable ? Stream.of(SEARCH) : Stream.empty(),
            filters.stream().flatMap(filter -> filter.names().stream()))
        .toList();
  }

  /** Returns the columns from which users choose. */
  List<ListColumn<T>> choices() {
    return columns.stream().filter(column -> !column.isAlways()).toList();
  }

  /** Returns the pages of the list, whose links keep its filters. */
  public Paging paging(DashboardRequest visit) {
    return new Paging(path, visit.query(), fields());
  }

  boolean isByAmount() {
    return columns.stream().anyMatch(column -> column.sort().equals(ListColumn.BY_AMOUNT));
  }

  /** Returns the path of the number and the sum of the lines. */
  public String totalPath() {
    return path + "/total";
  }

  /** Returns the number of lines in words: `1 payment`. */
  String counted(long count) {
    return FigureText.count(count)
        + " "
        + (count == 1 && noun.endsWith("s") ? noun.substring(0, noun.length() - 1) : noun);
  }

  /** Returns the path of the list as a file. */
  public String csvPath() {
    return path + ".csv";
  }
}
