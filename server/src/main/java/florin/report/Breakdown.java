package florin.report;

import java.util.List;

/**
 * Payments that succeeded or failed, by payment method and by connector, those with the most
 * failures first. Payments from before Florin counted these are missing: the sums may be lower than
 * the totals.
 *
 * @param brands card brands; other methods by their type
 * @param connectors by their ids
 */
public record Breakdown(List<Share> brands, List<Share> connectors) {
  public Breakdown {
    brands = List.copyOf(brands);
    connectors = List.copyOf(connectors);
  }

  public record Share(String code, long succeeded, long failed) {
    public long decided() {
      return succeeded + failed;
    }
  }
}
