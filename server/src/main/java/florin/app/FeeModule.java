package florin.app;

import florin.api.Routes;
import florin.books.SettlementApi;
import florin.books.Settlements;
import florin.books.fee.FeeContractApi;
import florin.books.fee.FeeContractCommands;
import florin.books.fee.FeeContractStore;
import florin.core.Id.ConnectorId;
import florin.core.Realm;
import java.util.function.BiPredicate;

/** Fee contracts and settlement files. */
final class FeeModule {
  FeeModule(
      CoreServices core,
      RuntimeProfile profile,
      ConnectorModule connectors,
      Settlements settlements) {
    BiPredicate<Realm, ConnectorId> exists =
        (realm, id) -> connectors.instances.find(realm, id).isPresent();
    core.parts()
        .addRoutes(
            Routes.fees(
                new FeeContractApi(
                    new FeeContractCommands(
                        new FeeContractStore(core.db()),
                        exists,
                        profile.once(),
                        profile.ids(),
                        profile.clock()))));
    core.parts()
        .addRoutes(
            Routes.settlements(
                new SettlementApi(core.db(), settlements, exists, profile.ids(), profile.clock())));
  }
}
