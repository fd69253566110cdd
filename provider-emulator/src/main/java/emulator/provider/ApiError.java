package emulator.provider;

/** An error in the format of a provider. */
public abstract class ApiError extends RuntimeException {
  protected ApiError(String message) {
    super(message, null, false, false);
  }

  public abstract Answer answer();
}
