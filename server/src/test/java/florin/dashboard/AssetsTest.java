package florin.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import florin.page.Pages;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class AssetsTest {
  @Test
  void htmx_is_the_file_that_its_note_says_it_is() throws Exception {
    byte[] script;
    try (InputStream in = Assets.class.getResourceAsStream("htmx.min.js")) {
      script = in.readAllBytes();
    }
    String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(script));

    assertThat(hash).isEqualTo("d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717");
    assertThat(Pages.read(Assets.class, "htmx.txt")).contains("SHA-256 " + hash);
  }

  @Test
  void a_page_with_all_that_it_loads_is_small() throws Exception {
    long bytes = 0;
    for (String name : new String[] {"dashboard.css", "dashboard.js", "htmx.min.js", "icon.svg"}) {
      try (InputStream in = Assets.class.getResourceAsStream(name)) {
        bytes += in.readAllBytes().length;
      }
    }
    assertThat(bytes).isLessThan(100_000);
  }
}
