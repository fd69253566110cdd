package florin.dashboard.list;

import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Paging;
import florin.dashboard.parts.SelectOption;
import florin.http.Form;
import florin.http.Format;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The filters of a request for a list: their values, their errors, and their words. */
public final class ListRequest {
  private final ListSpec<?> spec;
  private final Form form;
  private final Map<String, String> words = new HashMap<>();
  private final Map<String, List<SelectOption>> offers = new HashMap<>();

  private ListRequest(ListSpec<?> spec, Form form) {
    this.spec = spec;
    this.form = form;
  }

  public static ListRequest of(DashboardRequest visit, ListSpec<?> spec) {
    return new ListRequest(spec, ListForm.read(visit.query(), spec.fields()));
  }

  public Form form() {
    return form;
  }

  public boolean isGood() {
    return form.isGood();
  }

  public String search() {
    return form.text(ListSpec.SEARCH);
  }

  /** Returns the meaning of the search; empty if it is blank or invalid. */
  public <T> Optional<T> search(Format<T> format) {
    return good(ListSpec.SEARCH, format);
  }

  /** Records an error of the search. */
  public void wrong(String sentence) {
    form.wrong(ListSpec.SEARCH, sentence);
  }

  public String text(ListField<?> field) {
    return form.text(field.name());
  }

  /** Returns the value of a field; empty if it is blank or invalid. */
  public <T> Optional<T> get(ListField<T> field) {
    return good(field.name(), field.format());
  }

  private <T> Optional<T> good(String name, Format<T> format) {
    return form.optional(name, format).filter(_ -> form.error(name).isEmpty());
  }

  /** Returns whether only these filters are set, or none. */
  public boolean hasOnly(ListFilter... free) {
    List<String> names = Stream.of(free).flatMap(filter -> filter.names().stream()).toList();
    return ListForm.isEmpty(
        form, spec.fields().stream().filter(name -> !names.contains(name)).toList());
  }

  /** Sets the words of a filter, if they are not those of its fields. */
  public void describe(ListFilter filter, String text) {
    words.put(filter.name(), text);
  }

  /** Sets the options of a choice that depend on the member. */
  public void offer(ListField<?> field, List<SelectOption> options) {
    offers.put(field.name(), options);
  }

  /** Returns the bar of filters. */
  public FilterBar bar(Paging paging) {
    return new FilterBar(form, chips(paging), paging.path(), paging.kept());
  }

  /** Returns the chips with the shown values. */
  List<FilterChip> chips(Paging paging) {
    return spec.filters().stream().map(filter -> chip(filter, paging)).toList();
  }

  private FilterChip chip(ListFilter filter, Paging paging) {
    boolean wrong = filter.names().stream().anyMatch(name -> form.error(name).isPresent());
    return new FilterChip(
        filter.name(),
        filter.label(),
        wrong ? "" : Optional.ofNullable(words.get(filter.name())).orElseGet(() -> words(filter)),
        filter.fields().stream().<ListField<?>>map(this::offered).toList(),
        paging.without(filter.names()),
        wrong);
  }

  private String words(ListFilter filter) {
    return filter.fields().stream()
        .filter(field -> !text(field).isEmpty())
        .map(field -> field.words().apply(text(field)))
        .collect(Collectors.joining(" "));
  }

  /** Returns the field with its options, which include the value in the address. */
  private <T> ListField<T> offered(ListField<T> field) {
    if (!field.control().isChoice()) {
      return field;
    }
    var options = new LinkedHashMap<String, SelectOption>();
    offers
        .getOrDefault(field.name(), field.control().options())
        .forEach(option -> options.put(option.value(), option));
    get(field)
        .map(_ -> text(field))
        .ifPresent(chosen ->
            options.putIfAbsent(chosen, new SelectOption(chosen, field.words().apply(chosen))));
    return field.offering(List.copyOf(options.values()));
  }
}
