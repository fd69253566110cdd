package florin.report;

import java.util.List;

/**
 * Payments that succeeded or failed, by what they were made with and by where they went; in each
 * list those with the most failures first. Nothing of it was counted before Florin knew how to: the
 * sums may be less than the figures.
 *
 * @param brands of cards; what is no card stands by its type
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
