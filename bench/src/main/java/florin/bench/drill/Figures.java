package florin.bench.drill;

import florin.db.PostgresAddress;
import java.util.List;

/** The dashboard's figures, held against the payments of the first account. */
public final class Figures implements AutoCloseable {
  private final Records records;

  public Figures(PostgresAddress database) {
    this.records = new Records(database);
  }

  /** Whether there are events that are not counted yet. */
  public boolean areBehind() {
    return records.areFiguresBehind();
  }

  /** In words. */
  public List<String> thatAreOff() {
    return records.figuresThatAreOff();
  }

  public long count() {
    return records.countFigures();
  }

  @Override
  public void close() {
    records.close();
  }
}
