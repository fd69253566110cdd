package florin.bench;

import florin.bench.rows.Stock;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Compares every list with few and with many stored payments. */
record ListComparison(List<Measurement> few, List<Measurement> many) {
  ListComparison {
    few = List.copyOf(few);
    many = List.copyOf(many);
  }

  /** Fills the service's empty database and measures the lists. The database stays full. */
  static ListComparison take(ServiceProcess service, Plan plan, Consumer<String> progress)
      throws IOException, SQLException {
    Stock stock = Stock.of(service, plan.many());
    return new ListComparison(
        measure(service, stock, plan, plan.few(), progress),
        measure(service, stock, plan, plan.many(), progress));
  }

  /** Warms all lists before measuring the first one, since they share nearly all code. */
  private static List<Measurement> measure(
      ServiceProcess service, Stock stock, Plan plan, long size, Consumer<String> progress)
      throws IOException, SQLException {
    progress.accept(String.format(Locale.ROOT, "lists of %,d payments", size));
    stock.fillTo(size);
    List<GetScenario> lists = Lists.of(stock);
    for (GetScenario list : lists) {
      list.run(service, plan.listLoad());
    }
    var measured = new ArrayList<Measurement>();
    for (GetScenario list : lists) {
      measured.add(Measurement.take(list, service, plan.listLoad()).requireNoErrors());
    }
    return measured;
  }

  List<Measurement> lines() {
    var lines = new ArrayList<>(few);
    lines.addAll(many);
    return lines;
  }

  List<Goal> goals() {
    var goals = new ArrayList<Goal>();
    for (int i = 0; i < few.size(); i++) {
      goals.add(Goal.flat(many.get(i), few.get(i), 1.5));
    }
    return goals;
  }
}
