package florin.dashboard.bank;

import florin.bank.matching.ExpectedPayoutStore.PayoutName;
import florin.bank.matching.TransferBook;
import florin.connector.instance.Instances;
import florin.core.Id.ConnectorId;
import florin.core.Id.PayoutId;
import florin.core.Realm;
import florin.dashboard.parts.BankText;
import florin.dashboard.parts.CodeText;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The names of payouts on pages: the connector and the day on which the money arrives. */
public final class PayoutNames {
  private final TransferBook book;
  private final Instances connectors;

  public PayoutNames(TransferBook book, Instances connectors) {
    this.book = book;
    this.connectors = connectors;
  }

  String of(Realm realm, PayoutName payout) {
    String connector =
        ConnectorId.KIND
            .parse(payout.connector())
            .flatMap(id -> connectors.find(realm, id))
            .map(found -> found.instance().provider().name())
            .orElseGet(() -> CodeText.of(payout.connector()));
    return "Payout of %s, %s".formatted(connector, BankText.day(payout.arrivesOn()));
  }

  Map<PayoutId, String> of(Realm realm, Collection<PayoutId> payouts) {
    return book.listPayoutNames(realm, payouts).stream()
        .collect(Collectors.toMap(PayoutName::id, payout -> of(realm, payout)));
  }

  Optional<String> find(Realm realm, PayoutId payout) {
    return of(realm, Set.of(payout)).values().stream().findFirst();
  }
}
