package florin.db;

import florin.core.AmountOrder;
import florin.core.AmountSums;
import florin.core.AmountSums.CurrencySum;
import florin.core.Currency;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The newest rows of several queries, up to a limit, for sums and for an order by amount. An index
 * on realm, amount and id would make both exact for any number of rows, and would cost each payment
 * a write. People rarely need either, so PostgreSQL reads the rows and sorts them.
 */
public final class NewestRows {
  private final Realm realm;
  private final List<ListQuery> any;

  /**
   * Creates the rows.
   *
   * @param any queries of `id`, `amount` and `currency`; a row that several of them find counts
   *     once
   */
  public NewestRows(Realm realm, List<ListQuery> any) {
    this.realm = realm;
    this.any = List.copyOf(any);
  }

  /**
   * Returns the sums; empty if reading the rows takes longer than {@link AmountSums#MAX_DURATION}.
   */
  public Optional<AmountSums> sum(Db db) {
    if (any.isEmpty()) {
      return Optional.of(new AmountSums(List.of(), true));
    }
    String sql =
        "SELECT currency, count(*) AS found, sum(amount)::bigint AS amount FROM ("
            + rows()
            + ") AS newest\n GROUP BY currency\n ORDER BY found DESC, currency";
    return db.listWithin(
            AmountSums.MAX_DURATION,
            sql,
            row ->
                new CurrencySum(
                    Currency.get(row.getString("currency")),
                    row.getLong("found"),
                    row.getLong("amount")),
            parameters().toArray())
        .map(each ->
            new AmountSums(
                each, each.stream().mapToLong(CurrencySum::count).sum() <= AmountSums.MOST));
  }

  /**
   * Returns a page of ids ordered by amount; empty if reading the rows takes longer than {@link
   * AmountSums#MAX_DURATION}.
   */
  public Optional<Page<UUID>> page(Db db, PageRequest page, AmountOrder order) {
    if (any.isEmpty()) {
      return Optional.of(new Page<>(List.of(), false));
    }
    boolean isDown = (order == AmountOrder.LARGEST_FIRST) != page.isBackwards();
    Optional<UUID> cursor = page.startingAfter().or(page::endingBefore);
    List<@Nullable Object> parameters = parameters();
    cursor.ifPresent(id -> parameters.addAll(List.of(realm.id(), id)));
    String sql =
        "SELECT id FROM ("
            + rows()
            + ") AS newest"
            + cursor.map(_ -> beyond(isDown)).orElse("")
            + "\n ORDER BY amount%1$s, id%1$s\n LIMIT ".formatted(isDown ? " DESC" : "")
            + (page.limit() + 1);
    return db.listWithin(
            AmountSums.MAX_DURATION,
            sql,
            row -> row.getObject("id", UUID.class),
            parameters.toArray())
        .map(ids -> Page.of(page, ids));
  }

  private String beyond(boolean isDown) {
    return "\n WHERE (amount, id) %s (SELECT amount, id FROM (%s) AS beyond)"
        .formatted(isDown ? "<" : ">", any.getFirst().one());
  }

  private String rows() {
    return any.stream()
        .map(query -> "(" + query.newest(AmountSums.MOST + 1) + ")")
        .collect(Collectors.joining("\n UNION "));
  }

  private List<@Nullable Object> parameters() {
    var all = new ArrayList<@Nullable Object>();
    any.forEach(query -> all.addAll(query.parameters()));
    return all;
  }
}
