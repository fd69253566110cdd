package florin.checkout;

import florin.core.Realm;
import java.util.Optional;

/** How a merchant's checkout pages look, in both modes. */
public final class Branding {
  private final BrandingStore store;

  public Branding(BrandingStore store) {
    this.store = store;
  }

  /** Empty where the merchant has chosen none. */
  public Optional<Accent> find(Realm realm) {
    return store.find(realm.accountNumber());
  }

  public void choose(Realm realm, Optional<Accent> accent) {
    store.save(realm.accountNumber(), accent);
  }
}
