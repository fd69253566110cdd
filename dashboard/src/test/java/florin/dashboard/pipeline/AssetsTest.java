package florin.dashboard.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class AssetsTest {
  private static final int LIMIT = 200_000;

  private final Assets assets = new Assets();

  @Test
  void a_page_with_everything_it_loads_is_small() throws IOException {
    long bytes = 0;
    for (String name :
        new String[] {
          "dashboard.css",
          "dashboard.js",
          "htmx.min.js",
          "icon.svg",
          "inter-latin-400-normal.woff2",
          "inter-latin-500-normal.woff2"
        }) {
      bytes += name.endsWith(".woff2") ? body(name).length : compressed(body(name));
    }
    assertThat(bytes).as("size without the page itself").isLessThan(LIMIT - 60_000);
  }

  @Test
  void the_style_sheet_loads_only_existing_files() {
    String style = new String(body("dashboard.css"), StandardCharsets.UTF_8);
    var urls = Pattern.compile("url\\(\"([^\"#]+)\"\\)").matcher(style);
    int found = 0;
    while (urls.find()) {
      assertThat(body(urls.group(1))).isNotEmpty();
      found++;
    }
    assertThat(found).isEqualTo(4);
  }

  @Test
  void every_variable_of_the_style_sheet_has_a_value() {
    String style = new String(body("dashboard.css"), StandardCharsets.UTF_8);
    var used = Pattern.compile("var\\((--[a-z0-9-]+)").matcher(style);
    while (used.find()) {
      assertThat(style).contains(used.group(1) + ":");
    }
  }

  private static int compressed(byte[] body) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(body);
    }
    return out.size();
  }

  private byte[] body(String name) {
    return assets.file(name).orElseThrow().body();
  }
}
