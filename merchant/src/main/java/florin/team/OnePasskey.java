package florin.team;

import com.yubico.webauthn.CredentialRepository;
import com.yubico.webauthn.RegisteredCredential;
import com.yubico.webauthn.data.ByteArray;
import com.yubico.webauthn.data.PublicKeyCredentialDescriptor;
import florin.team.PasskeyStore.StoredPasskey;
import java.util.Optional;
import java.util.Set;

/**
 * The repository that the library sees during a check: the one named passkey, or none. It was read
 * before, so the check makes no queries.
 */
record OnePasskey(Optional<StoredPasskey> passkey) implements CredentialRepository {
  @Override
  public Set<PublicKeyCredentialDescriptor> getCredentialIdsForUsername(String username) {
    return Set.of();
  }

  @Override
  public Optional<ByteArray> getUserHandleForUsername(String username) {
    return passkey.filter(one -> username(one).equals(username)).map(OnePasskey::handle);
  }

  @Override
  public Optional<String> getUsernameForUserHandle(ByteArray handle) {
    return passkey.filter(one -> handle(one).equals(handle)).map(OnePasskey::username);
  }

  @Override
  public Optional<RegisteredCredential> lookup(ByteArray credentialId, ByteArray handle) {
    return find(credentialId).filter(found -> found.getUserHandle().equals(handle));
  }

  @Override
  public Set<RegisteredCredential> lookupAll(ByteArray credentialId) {
    return find(credentialId).map(Set::of).orElse(Set.of());
  }

  private Optional<RegisteredCredential> find(ByteArray credentialId) {
    return passkey
        .filter(one -> new ByteArray(one.credentialId()).equals(credentialId))
        .map(one ->
            RegisteredCredential.builder()
                .credentialId(credentialId)
                .userHandle(handle(one))
                .publicKeyCose(new ByteArray(one.publicKey()))
                .signatureCount(one.signCount())
                .build());
  }

  private static String username(StoredPasskey one) {
    return one.member().user().id().text();
  }

  private static ByteArray handle(StoredPasskey one) {
    return Ceremonies.handle(one.member().user());
  }
}
