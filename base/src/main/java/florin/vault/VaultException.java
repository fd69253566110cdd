package florin.vault;

import florin.core.Id.PaymentMethodId;
import java.util.UUID;

/**
 * Thrown if a stored card number or secret can't be decrypted. The payer is not the cause: keys or
 * rows have been lost, mixed up or changed.
 */
public final class VaultException extends RuntimeException {
  public enum Reason {
    /** The keyring lacks the encryption key of the value. */
    KEY_MISSING,
    /** The value was encrypted for another realm, row or key version, or its bytes have changed. */
    NOT_AUTHENTIC
  }

  private final Reason reason;

  private VaultException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  static VaultException keyMissing(PaymentMethodId row, int version) {
    return new VaultException(
        Reason.KEY_MISSING,
        "The card number of %s is encrypted with vault.%d, which this node's keys file lacks"
            .formatted(row, version));
  }

  static VaultException notAuthentic(PaymentMethodId row, int version) {
    return new VaultException(
        Reason.NOT_AUTHENTIC,
        "The card number of %s can't be decrypted with vault.%d: it belongs to another row, realm or key, or was changed"
            .formatted(row, version));
  }

  static VaultException secretKeyMissing(UUID row, int version) {
    return new VaultException(
        Reason.KEY_MISSING,
        "The secret of %s is encrypted with vault.%d, which this node's keys file lacks"
            .formatted(row, version));
  }

  static VaultException secretNotAuthentic(UUID row, int version) {
    return new VaultException(
        Reason.NOT_AUTHENTIC,
        "The secret of %s can't be decrypted with vault.%d: it belongs to another row, realm or key, or was changed"
            .formatted(row, version));
  }
}
