package florin.bench.books;

import static org.assertj.core.api.Assertions.assertThat;

import florin.bench.books.BooksDrill.Plan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Makes one sale of each kind on a day; `./florin drill books` makes two. */
@Tag("drill")
class BooksDrillTest {
  @Test
  void all_ledgers_agree_and_each_planted_fault_is_found() throws Exception {
    var said = new ArrayList<String>();
    var plants = EnumSet.allOf(PlantedDifference.class);

    assertThat(BooksDrill.run(new Plan(1, 7, Path.of("target"), plants), said::add))
        .as("%s", said)
        .isEmpty();
    assertThat(said).anyMatch(line -> line.startsWith("doubled-leg: verification found DERIVED"));
  }
}
