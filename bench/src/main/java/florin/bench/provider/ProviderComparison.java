package florin.bench.provider;

import emulator.provider.Ledger.Names;
import emulator.provider.Ledger.Standing;
import florin.bench.provider.ProviderRecords.Row;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** Compares the service's records with the provider's ledger. It has no side effects. */
public final class ProviderComparison {
  private static final Set<String> OVER = Set.of("succeeded", "failed", "canceled");

  private final Map<UUID, Held> held = new HashMap<>();
  private final List<String> differences = new ArrayList<>();

  private ProviderComparison() {}

  /** The totals at the provider for one payment. */
  private record Held(int charges, long captured, long refunded, long held) {
    static final Held NOTHING = new Held(0, 0, 0, 0);

    Held plus(Standing standing) {
      boolean charged = standing.captured() > 0 || standing.held() > 0;
      return new Held(
          charges + (charged ? 1 : 0),
          captured + standing.captured(),
          refunded + standing.refunded(),
          held + standing.held());
    }
  }

  /**
   * Describes the differences.
   *
   * @param names payment of each name that the provider may use
   * @return a sentence for each difference
   */
  public static List<String> differences(
      Collection<Row> payments, Map<String, UUID> names, Collection<Standing> standings) {
    var comparison = new ProviderComparison();
    standings.forEach(standing -> comparison.add(standing, names));
    payments.forEach(comparison::compare);
    return comparison.differences;
  }

  private void add(Standing standing, Map<String, UUID> names) {
    Optional<UUID> payment =
        names(standing.names()).map(names::get).flatMap(Stream::ofNullable).findFirst();
    if (payment.isPresent()) {
      held.merge(payment.get(), Held.NOTHING.plus(standing), (one, _) -> one.plus(standing));
    } else if (standing.net() != 0 || standing.held() != 0) {
      differences.add("the provider has " + standing + ", which Florin never requested");
    }
  }

  private static Stream<String> names(Names names) {
    return Stream.concat(
        Stream.of(names.page(), names.payment(), names.reference()),
        names.metadata().values().stream());
  }

  private void compare(Row row) {
    Held at = held.getOrDefault(row.id(), Held.NOTHING);
    if (at.charges() > 1) {
      differences.add(row.text() + " is charged " + at.charges() + " times: " + at);
    }
    if (at.captured() != row.captured() || at.refunded() != row.refunded()) {
      differences.add("the provider has " + at + " of " + row);
    }
    long holds = row.status().equals("requires_capture") ? row.amount() : 0;
    if ((OVER.contains(row.status()) || holds > 0) && at.held() != holds) {
      differences.add("the provider still holds " + at.held() + " of " + row);
    }
  }
}
