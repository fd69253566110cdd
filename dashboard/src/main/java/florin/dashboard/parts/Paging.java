package florin.dashboard.parts;

import florin.core.AmountOrder;
import florin.core.Id;
import florin.core.Page;
import florin.core.PageRequest;
import florin.http.Query;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The pages of a list: the requested one, and the links to the previous and next one. A page is
 * bounded by ids, so it stays the same when new objects are created. A list with the parameter
 * `order` can start with the oldest, one with `sort` can be ordered by amount, and one with `limit`
 * can have more rows on a page.
 *
 * @param path of the list
 * @param filters the parameters that links keep, in their order
 */
public record Paging(String path, Query query, List<String> filters) {
  public static final int ROWS = 25;

  /** The numbers of rows that a list with the parameter `limit` offers. */
  public static final List<Integer> SIZES = List.of(ROWS, 50, 100);

  public static final String LIMIT = "limit";

  /** The order by amount: `amount` for the smallest first, `-amount` for the largest first. */
  public static final String SORT = "sort";

  public static final String SMALLEST = "amount";
  public static final String LARGEST = "-amount";

  public static final String ORDER = "order";
  public static final String OLDEST = "oldest";

  /** The id before all others. */
  private static final UUID LOWEST = new UUID(0, 0);

  private static final String AFTER = "starting_after";
  private static final String BEFORE = "ending_before";

  public boolean isOldestFirst() {
    return amountOrder().isEmpty()
        && filters.contains(ORDER)
        && query.value(ORDER).filter(OLDEST::equals).isPresent();
  }

  public boolean isNewestFirst() {
    return amountOrder().isEmpty() && !isOldestFirst();
  }

  /** Returns the requested order by amount; empty for the order by time. */
  public Optional<AmountOrder> amountOrder() {
    return query
        .value(SORT)
        .filter(_ -> filters.contains(SORT))
        .flatMap(text ->
            switch (text) {
              case LARGEST -> Optional.of(AmountOrder.LARGEST_FIRST);
              case SMALLEST -> Optional.of(AmountOrder.SMALLEST_FIRST);
              default -> Optional.empty();
            });
  }

  /** Returns the parameters that a form of filters keeps, with their values. */
  public Map<String, String> kept() {
    var kept = new LinkedHashMap<String, String>();
    if (rows() != ROWS) {
      kept.put(LIMIT, Integer.toString(rows()));
    }
    if (isOldestFirst()) {
      kept.put(ORDER, OLDEST);
    }
    amountOrder().ifPresent(order -> kept.put(SORT, text(order)));
    return kept;
  }

  private static String text(AmountOrder order) {
    return switch (order) {
      case LARGEST_FIRST -> LARGEST;
      case SMALLEST_FIRST -> SMALLEST;
    };
  }

  /** Returns the address of the list in another order; empty for the newest first. */
  public String sorted(Optional<AmountOrder> order, boolean isOldestFirst) {
    String asked =
        order
            .map(by -> parameter(SORT, text(by)))
            .orElse(isOldestFirst ? parameter(ORDER, OLDEST) : "");
    return path(
        filters.stream().filter(name -> !name.equals(ORDER) && !name.equals(SORT)).toList(), asked);
  }

  /** Returns the requested number of rows on a page; any other number requests the default. */
  public int rows() {
    return filters.contains(LIMIT)
        ? query
            .value(LIMIT)
            .flatMap(text ->
                SIZES.stream().filter(size -> Integer.toString(size).equals(text)).findFirst())
            .orElse(ROWS)
        : ROWS;
  }

  /** Returns the links to the list with each number of rows on a page. */
  public List<TabLink> sizes() {
    return SIZES.stream()
        .map(size ->
            TabLink.of(
                Integer.toString(size),
                with(LIMIT, size == ROWS ? "" : Integer.toString(size)),
                size == rows()))
        .toList();
  }

  /** Returns the requested page. An invalid id requests the first page. */
  public <T extends Id> PageRequest request(Id.Kind<T> kind) {
    Optional<UUID> after = query.value(AFTER).flatMap(kind::parse).map(Id::uuid);
    Optional<UUID> before =
        after.isPresent()
            ? Optional.empty()
            : query.value(BEFORE).flatMap(kind::parse).map(Id::uuid);
    if (!isOldestFirst()) {
      return new PageRequest(rows(), after, before);
    }
    return before.isPresent()
        ? new PageRequest(rows(), before, Optional.empty())
        : new PageRequest(rows(), Optional.empty(), after.or(() -> Optional.of(LOWEST)));
  }

  /** Returns the lines of a page in display order. */
  public <R> List<R> shown(Page<R> page) {
    return isOldestFirst() ? page.data().reversed() : page.data();
  }

  public <R> Pager pager(PageRequest asked, Page<R> page, Function<R, Id> id) {
    boolean oldestFirst = isOldestFirst();
    boolean isByAmount = amountOrder().isPresent();
    if (page.data().isEmpty()) {
      return new Pager(Optional.empty(), Optional.empty(), oldestFirst, isByAmount);
    }
    boolean newer = asked.isBackwards() ? page.hasMore() : asked.startingAfter().isPresent();
    boolean older =
        asked.isBackwards() ? !asked.endingBefore().equals(Optional.of(LOWEST)) : page.hasMore();
    Id newest = id.apply(page.data().getFirst());
    Id oldest = id.apply(page.data().getLast());
    return new Pager(
        newer ? Optional.of(way(oldestFirst ? AFTER : BEFORE, newest)) : Optional.empty(),
        older ? Optional.of(way(oldestFirst ? BEFORE : AFTER, oldest)) : Optional.empty(),
        oldestFirst,
        isByAmount);
  }

  /** Returns the link to the objects beyond an id, in the requested direction. */
  public String beyond(PageRequest asked, Id last) {
    return way(asked.isBackwards() ? BEFORE : AFTER, last);
  }

  /** Returns the address of the list without a page and without these parameters. */
  public String without(List<String> fields) {
    return path(filters.stream().filter(name -> !fields.contains(name)).toList(), "");
  }

  /**
   * Returns the address of the list without a page and with another value of a parameter; an empty
   * value removes it.
   */
  public String with(String name, String value) {
    return path(
        filters.stream().filter(other -> !other.equals(name)).toList(),
        value.isEmpty() ? "" : parameter(name, value));
  }

  private String path(List<String> names, String more) {
    String all = kept(names) + more;
    String asked = all.endsWith("&") ? all.substring(0, all.length() - 1) : all;
    return asked.isEmpty() ? path : path + "?" + asked;
  }

  /** Returns the query string without the page; empty if there is none. */
  public String asked() {
    String all = kept(filters);
    return all.isEmpty() ? "" : all.substring(0, all.length() - 1);
  }

  /** Returns another path with this query string, without the page. */
  public String whole(String other) {
    String all = asked();
    return all.isEmpty() ? other : other + "?" + all;
  }

  private String way(String direction, Id id) {
    return path + "?" + kept(filters) + parameter(direction, id.text());
  }

  /** Returns the kept parameters. The text ends with `&` unless it is empty. */
  private String kept(List<String> names) {
    return names.stream()
        .flatMap(name ->
            query.value(name).filter(value -> !value.isBlank()).stream()
                .map(value -> parameter(name, value) + "&"))
        .collect(Collectors.joining());
  }

  private static String parameter(String name, String value) {
    return encoded(name) + "=" + encoded(value);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
