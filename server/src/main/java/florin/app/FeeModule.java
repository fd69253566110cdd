package florin.app;

import florin.api.Routes;
import florin.books.fee.FeeContractApi;
import florin.books.fee.FeeContractCommands;
import florin.books.fee.FeeContractStore;

/** Fee contracts. */
final class FeeModule {
  FeeModule(CoreServices core, RuntimeProfile profile, ConnectorModule connectors) {
    core.parts()
        .addRoutes(
            Routes.fees(
                new FeeContractApi(
                    new FeeContractCommands(
                        new FeeContractStore(core.db()),
                        (realm, id) -> connectors.instances.find(realm, id).isPresent(),
                        profile.once(),
                        profile.ids(),
                        profile.clock()))));
  }
}
