package florin.app;

import florin.api.Routes;
import florin.docs.DocsApi;
import florin.http.Endpoint;
import java.net.URI;
import java.util.List;

/**
 * The documentation at `/docs`.
 *
 * @param base the address of this service, for examples
 */
record DocsModule(URI base) implements FeatureModule {
  @Override
  public List<Endpoint> pages() {
    return Routes.documentation(new DocsApi(base));
  }
}
