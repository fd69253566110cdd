package florin.dashboard;

import florin.dashboard.ListTools.ColumnChoice;
import florin.dashboard.ListTools.ViewLink;
import florin.dashboard.Response.Done;
import florin.http.Form;
import florin.team.Act;
import florin.team.SavedViews;
import florin.team.SavedViews.SavedView;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The settings of lists that users keep: columns and saved views. */
public final class ListPages {
  static final String COLUMNS_PATH = "/dashboard/lists/columns";
  static final String VIEWS_PATH = "/dashboard/lists/views";
  static final String DELETE_PATH = "/dashboard/lists/views/delete";

  /** A query string as {@link Paging} writes it. */
  private static final Pattern ASKED = Pattern.compile("[A-Za-z0-9_.~%&=+*-]*");

  private final SavedViews views;

  public ListPages(SavedViews views) {
    this.views = views;
  }

  /** Returns the tools of a list for this user. */
  ListTools tools(Visit visit, ListKind kind, Paging paging, Optional<String> export) {
    Optional<List<String>> chosen = views.findColumns(visit.session(), kind.text());
    boolean oldestFirst = paging.isOldestFirst();
    String asked = paging.asked();
    return new ListTools(
        kind.text(),
        asked,
        kind.columns().stream()
            .map(column ->
                new ColumnChoice(
                    column.name(),
                    column.label(),
                    chosen.map(names -> names.contains(column.name())).orElse(column.usual())))
            .toList(),
        views.list(visit.session(), kind.text()).stream()
            .map(view ->
                new ViewLink(view.name(), path(kind, view.query()), view.query().equals(asked)))
            .toList(),
        export.filter(_ -> visit.may(Act.EXPORT_PAYMENTS)),
        paging.with(Paging.ORDER, oldestFirst ? "" : Paging.OLDEST),
        oldestFirst);
  }

  Response chooseColumns(Visit visit) {
    Optional<ListKind> kind = kind(visit);
    kind.ifPresent(list ->
        views.chooseColumns(
            visit.session(),
            list.text(),
            list.columns().stream()
                .map(ListKind.ListColumn::name)
                .filter(visit.form().texts("column")::contains)
                .toList()));
    return Done.to(back(kind, visit.form()));
  }

  Response save(Visit visit) {
    Optional<ListKind> kind = kind(visit);
    Form form = visit.form();
    String name = name(form.text("name"));
    Optional<String> query = asked(form);
    if (kind.isEmpty() || query.isEmpty()) {
      return Done.to(back(kind, form)).warning("This view cannot be saved.");
    }
    if (name.isEmpty()) {
      return Done.to(back(kind, form)).warning("Enter a name for the view.");
    }
    visit.note(kind.get().text() + ": " + name);
    return views.save(visit.session(), kind.get().text(), new SavedView(name, query.get()))
        ? Done.to(back(kind, form)).saying("View saved.")
        : Done.to(back(kind, form))
            .warning("You already have " + SavedView.MAX_VIEWS + " views. Delete one first.");
  }

  Response delete(Visit visit) {
    Optional<ListKind> kind = kind(visit);
    String name = visit.form().text("name");
    kind.ifPresent(list -> views.delete(visit.session(), list.text(), name));
    return Done.to(back(kind, visit.form())).saying("View deleted.");
  }

  private static Optional<ListKind> kind(Visit visit) {
    return ListKind.parse(visit.form().text("list"));
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

  private static String back(Optional<ListKind> kind, Form form) {
    return kind.map(list -> path(list, asked(form).orElse(""))).orElse(LocalPath.HOME);
  }

  private static String path(ListKind kind, String asked) {
    return asked.isEmpty() ? kind.path() : kind.path() + "?" + asked;
  }
}
