package florin.bench.crash;

import florin.bench.provider.HostedProvider;
import florin.core.Realm;

/**
 * An account that sells at a provider.
 *
 * @param key its secret key
 */
record HostedAccount(Realm realm, String key, HostedProvider provider) {
  /** Returns the prefix of the names of its payments. */
  String prefix() {
    return "hosted-" + provider.kind() + "-";
  }
}
