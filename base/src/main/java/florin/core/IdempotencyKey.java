package florin.core;

/** The header `Idempotency-Key`: 1 to 255 printable ASCII characters of the caller's choice. */
public record IdempotencyKey(String text) {
  public static final int MAX_LENGTH = 255;

  public IdempotencyKey {
    if (text.isEmpty()
        || text.length() > MAX_LENGTH
        || !text.chars().allMatch(c -> c >= 0x20 && c <= 0x7E)) {
      throw new Problem.BadRequest(
              ErrorCode.IDEMPOTENCY_KEY_INVALID,
              "Idempotency-Key must be 1 to 255 printable ASCII characters, for example a UUID.")
          .refusal();
    }
  }
}
