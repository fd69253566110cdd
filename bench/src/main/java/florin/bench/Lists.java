package florin.bench;

import florin.bench.rows.Stock;
import florin.core.Id;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * The measured lists: one for each filter, with values that match. Filters without an index are
 * also measured with a value that matches nothing, which is their worst case.
 */
final class Lists {
  private static final String ALL = "/v2/payments?limit=10";
  private static final int TIMES = 100;

  private Lists() {}

  /** Returns the lists. Their titles contain the number of payments. */
  static List<GetScenario> of(Stock stock) {
    String of = String.format(Locale.ROOT, "%,d stored, list: ", stock.size());
    return all(stock).stream()
        .map(list -> new GetScenario(of + list.title(), list.paths()))
        .toList();
  }

  private static List<GetScenario> all(Stock stock) {
    var lists = new ArrayList<GetScenario>();
    lists.add(list("no filter", List.of(ALL)));
    lists.add(
        list(
            "customer",
            stock.customers().stream().map(Id::text).map(id -> ALL + "&customer=" + id).toList()));
    lists.add(one("status=succeeded"));
    lists.add(one("status=failed"));
    lists.add(one("status=requires_action"));
    lists.add(list("created[gte]", times(stock, "&created[gte]=%1$d")));
    lists.add(
        list("created[gte], created[lt]", times(stock, "&created[gte]=%1$d&created[lt]=%2$d")));
    lists.add(one("payment_method_type=card"));
    lists.add(one("currency=jpy"));
    lists.add(one("currency=isk"));
    lists.add(one("amount[gte]=49000"));
    lists.add(one("amount[gte]=900000000"));
    lists.add(one("last4=0505"));
    lists.add(one("last4=9999"));
    lists.add(list("metadata[order]", orders(stock)));
    lists.add(one("metadata[order]=none"));
    return lists;
  }

  private static GetScenario one(String filter) {
    return list(filter, List.of(ALL + "&" + filter));
  }

  private static GetScenario list(String what, List<String> paths) {
    return new GetScenario(what, paths.stream().map(Lists::escaped).toList());
  }

  private static String escaped(String path) {
    return path.replace("[", "%5B").replace("]", "%5D");
  }

  private static List<String> times(Stock stock, String filter) {
    return spread(stock)
        .mapToObj(number -> {
          long second = stock.made(number).getEpochSecond();
          return ALL + filter.formatted(second, second + 86_400);
        })
        .toList();
  }

  private static List<String> orders(Stock stock) {
    return spread(stock).mapToObj(number -> ALL + "&metadata[order]=order-" + number).toList();
  }

  private static LongStream spread(Stock stock) {
    return LongStream.range(0, TIMES).map(i -> i * stock.size() / TIMES);
  }
}
