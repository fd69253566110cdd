package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests which cells of a {@link CrashMatrix} the usual run takes. */
class CrashMatrixCellsTest {
  private static final int TURNS = 12;
  private static final int PLACES = 5;
  private static final int CASES = 4;

  private record Cell(int place, int kind, After after) {}

  @Test
  void all_shards_together_have_every_cell_of_the_crash_matrix() {
    var all = new HashSet<Cell>();
    for (int turn = 0; turn < TURNS; turn++) {
      var cells = new HashSet<Cell>();
      for (int place = 0; place < PLACES; place++) {
        for (int kind = 0; kind < CASES; kind++) {
          for (After after : CrashMatrix.ways(place, kind, turn).toList()) {
            cells.add(new Cell(place, kind, after));
          }
        }
      }
      assertThat(cells).extracting(Cell::place).containsAll(upTo(PLACES));
      assertThat(cells).extracting(Cell::kind).containsAll(upTo(CASES));
      assertThat(cells).extracting(Cell::after).contains(After.values());
      all.addAll(cells);
    }
    assertThat(all).hasSize(PLACES * CASES * After.values().length);
  }

  private static Iterable<Integer> upTo(int bound) {
    return IntStream.range(0, bound).boxed().toList();
  }
}
