package florin.connector;

import florin.core.Id.AttemptId;

/** Our own name for one operation at a network. Each has its own, never used again for another. */
public record OperationRef(AttemptId id) {
  @Override
  public String toString() {
    return id.text();
  }
}
