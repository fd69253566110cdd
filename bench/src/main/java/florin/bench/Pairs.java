package florin.bench;

import florin.bench.load.HttpLoad.Limits;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Two scenarios measured alternately, so that a change of the machine's speed affects both. */
record Pairs(List<Measurement> ours, List<Measurement> others) {
  Pairs {
    ours = List.copyOf(ours);
    others = List.copyOf(others);
    if (ours.isEmpty() || ours.size() != others.size()) {
      throw new IllegalArgumentException("both sides need the same number of measurements");
    }
  }

  /** One side of a pair. */
  record Side(Scenario scenario, ServiceProcess service, Limits limits) {
    private Measurement take() throws IOException, SQLException {
      return Measurement.take(scenario, service, limits).requireNoErrors();
    }
  }

  /**
   * Measures both sides alternately, and every second time the other one first, because the tables
   * grow. Both must already be warm.
   */
  static Pairs take(int count, Side our, Side other) throws IOException, SQLException {
    var ours = new ArrayList<Measurement>();
    var others = new ArrayList<Measurement>();
    for (int i = 0; i < count; i++) {
      if (i % 2 == 0) {
        ours.add(our.take());
        others.add(other.take());
      } else {
        others.add(other.take());
        ours.add(our.take());
      }
    }
    return new Pairs(ours, others);
  }

  /** Returns the median of the pairs' ratios. */
  double ratio(ToDoubleFunction<Measurement> of) {
    return median(ratios(of));
  }

  /** Returns the ratio of each pair. */
  List<Double> ratios(ToDoubleFunction<Measurement> of) {
    return IntStream.range(0, ours.size())
        .mapToDouble(i -> of.applyAsDouble(ours.get(i)) / of.applyAsDouble(others.get(i)))
        .boxed()
        .toList();
  }

  double our(ToDoubleFunction<Measurement> of) {
    return median(ours.stream().map(of::applyAsDouble).toList());
  }

  double other(ToDoubleFunction<Measurement> of) {
    return median(others.stream().map(of::applyAsDouble).toList());
  }

  /** Returns the median; of an even number, the mean of the middle two. */
  static double median(List<Double> figures) {
    List<Double> sorted = figures.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
