package florin.core;

/**
 * An exception that carries a {@link Problem} to the HTTP layer. It has no stack trace, because a
 * rejection is an expected result.
 */
public final class Refusal extends RuntimeException {
  private final transient Problem problem;

  Refusal(Problem problem) {
    super(problem.code().text() + ": " + problem.message(), null, false, false);
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}
