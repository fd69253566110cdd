package florin.connector;

import florin.core.Id.AttemptId;

/**
 * Florin's reference of one operation at a network. Each operation has its own, which is never used
 * again.
 */
public record OperationRef(AttemptId id) {
  @Override
  public String toString() {
    return id.text();
  }
}
