package florin.core;

/** Carries a {@link Problem} to the door. It has no stack trace: a refusal is an answer. */
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
