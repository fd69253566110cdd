package florin.app;

import florin.bank.imports.BankEntryStore;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.bank.outgoing.PaymentFileStore;
import florin.connector.instance.InstanceStore;
import florin.connector.instance.ProviderWebhookStore;
import florin.db.Db;
import florin.idempotency.SealedAnswers;
import florin.payment.evidence.EvidenceStore;
import florin.paymentmethod.SealedNumberStore;
import florin.team.SealedTeam;
import florin.vault.Keyring;
import florin.vault.SealedTextStore;
import florin.vault.SealedTextStore.SealedColumn;
import florin.vault.SealedThings;
import florin.vault.SecretSeal;
import florin.vault.Vault;
import florin.webhook.SealedSecretStore;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/** The list of all data that encryption keys encrypt, which a rotation processes. */
public final class SealedKinds {
  private SealedKinds() {}

  /**
   * Returns the list.
   *
   * @param keyring its current key encrypts
   */
  public static List<SealedThings> of(Db db, Keyring keyring) {
    var random = new SecureRandom();
    var seal = new SecretSeal(() -> keyring, random);
    int current = keyring.currentVersion();
    var all = new ArrayList<SealedThings>();
    all.add(new SealedNumberStore(db, new Vault(keyring, random), current));
    all.add(new SealedSecretStore(db, seal, current));
    all.add(SealedAnswers.of(db, seal, current));
    all.addAll(SealedTeam.of(db, seal, current));
    for (SealedColumn column :
        List.of(
            InstanceStore.SEALED,
            ProviderWebhookStore.SEALED,
            BankEntryStore.SEALED,
            OutgoingTransferStore.SEALED,
            PaymentFileStore.SEALED,
            EvidenceStore.SEALED)) {
      all.add(new SealedTextStore(db, seal, current, column));
    }
    return List.copyOf(all);
  }
}
