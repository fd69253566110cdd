package florin.dashboard.list;

import florin.dashboard.parts.DashboardRequest;
import florin.http.Form;
import florin.http.Query;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** The filters of a list in its address. */
public final class ListForm {
  private static final int SHOWN = 16;

  private ListForm() {}

  public static Form read(Query query, List<String> fields) {
    var values = new LinkedHashMap<String, String>();
    fields.forEach(name -> query.value(name).ifPresent(value -> values.put(name, value.strip())));
    return Form.of(values);
  }

  /** Returns whether a script requests a part of the page. It ignores error responses. */
  public static boolean isFragment(DashboardRequest visit) {
    return visit.exchange().header("HX-Request").isPresent();
  }

  static boolean isEmpty(Form form, List<String> fields) {
    return fields.stream().allMatch(name -> form.text(name).isEmpty());
  }

  /** Returns the filters in words, for the audit log. */
  public static String words(Form form, List<String> fields) {
    String asked =
        fields.stream()
            .filter(name -> !form.text(name).isEmpty())
            .map(name -> name + " " + form.text(name))
            .collect(Collectors.joining(", "));
    return asked.isEmpty() ? "all of them" : asked;
  }

  /** Returns the end of an id, which distinguishes it from others. */
  public static String shortened(String id) {
    return id.length() <= SHOWN ? id : id.substring(0, 6) + "…" + id.substring(id.length() - 6);
  }
}
