package florin.db;

/**
 * Thrown if Florin cannot start with this database or data folder. The message is for the operator:
 * what is wrong, where, and what to do. Print it without a stack trace and stop with exit code 1.
 */
public class StartFailure extends RuntimeException {
  public StartFailure(String message) {
    super(message);
  }

  public StartFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
