package florin.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import florin.core.Bic;
import florin.core.Currency;
import florin.core.Iban;
import florin.core.Money;
import florin.page.QrCode;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EpcCodeTest {
  private static final Iban IBAN = new Iban("DE89370400440532013000");
  private static final CreditorReference REFERENCE = CreditorReference.of(17);
  private static final Pattern MODULE = Pattern.compile("M([0-9]+),([0-9]+)h1v1h-1z");

  @Test
  void has_the_fields_that_a_banking_app_fills_in() {
    assertThat(code("Rosenhof GmbH", 1_000).text())
        .isEqualTo(
            """
            BCD
            002
            1
            SCT
            COBADEFFXXX
            Rosenhof GmbH
            DE89370400440532013000
            EUR10.00

            %s\
            """
                .formatted(REFERENCE.text()));
    assertThat(
            EpcCode.of(Optional.empty(), "Rosenhof", IBAN, euro(1), REFERENCE)
                .text()
                .lines()
                .skip(4))
        .startsWith("", "Rosenhof")
        .contains("EUR0.01");
  }

  @Test
  void is_short_enough_for_every_name() {
    assertThat(
            code("Żółć 商店 ".repeat(100), 99_999_999_999L).text().getBytes(StandardCharsets.UTF_8))
        .hasSizeLessThanOrEqualTo(EpcCode.MAX_BYTES);
    assertThatThrownBy(() -> code("Rosenhof", 0)).isInstanceOf(IllegalArgumentException.class);
    assertThat(EpcCode.carries(new Money(100, Currency.get("chf")))).isFalse();
    assertThat(EpcCode.carries(euro(100_000_000_000L))).isFalse();
  }

  @Test
  void a_code_is_for_euro_amounts_and_has_a_limited_length() {
    assertThat(EpcCode.carries(euro(0))).isFalse();
    assertThat(EpcCode.carries(euro(1))).isTrue();
    assertThat(EpcCode.carries(euro(99_999_999_999L))).isTrue();
    assertThat(new EpcCode("a".repeat(EpcCode.MAX_BYTES)).text()).hasSize(EpcCode.MAX_BYTES);
    assertThatThrownBy(() -> new EpcCode("a".repeat(EpcCode.MAX_BYTES + 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new EpcCode("é".repeat(EpcCode.MAX_BYTES / 2 + 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "DE, Jürgen Groß & Söhne, Juergen Gross + Soehne",
    "FI, Päivi Mäkinen Öy, Paivi Makinen Oy",
    "FR, Élan Vital – Œuvre, Elan Vital - OEuvre",
    "PL, Łódź Żabka, Lodz Zabka",
    "GR, Αθήνα ΟΕ, Athina OE",
    "BG, Магазин Щастие ЕООД, Magazin Shtastie EOOD",
    "DE, 'Tab\tand  blanks', Tab and blanks",
    "DE, 商店 GmbH, .. GmbH",
    "DE, ﬁne ½, fine 1.2"
  })
  void names_are_written_in_letters_that_every_bank_accepts(
      String country, String name, String expected) {
    assertThat(SepaText.of(name, country, 70)).isEqualTo(expected);
  }

  @Test
  void a_name_is_cut_where_the_field_ends() {
    assertThat(SepaText.of("ß".repeat(200), "DE", 70)).hasSize(70);
    assertThat(SepaText.of("a".repeat(69) + " b", "DE", 70)).hasSize(69);
  }

  @Test
  void a_camera_reads_its_content(@TempDir Path folder) throws Exception {
    EpcCode code = code("Jürgen Groß & Söhne", 1_234_56);
    Path picture = folder.resolve("code.png");
    draw(code.svg(), picture);

    assertThat(code.svg()).startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    assertThat(read(picture)).isEqualTo(code.text());
  }

  /**
   * Draws the code as a browser does: a white background, and a black square for each step of the
   * path.
   */
  private static void draw(String svg, Path picture) throws IOException {
    int module = 6;
    int size = QrCode.of(code("Jürgen Groß & Söhne", 1_234_56).text()).size();
    assertThat(svg).contains("viewBox=\"0 0 %d %d\"".formatted(size, size));
    var image = new BufferedImage(size * module, size * module, BufferedImage.TYPE_BYTE_GRAY);
    var graphics = image.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
    graphics.setColor(Color.BLACK);
    var modules = MODULE.matcher(svg);
    while (modules.find()) {
      graphics.fillRect(
          Integer.parseInt(modules.group(1)) * module,
          Integer.parseInt(modules.group(2)) * module,
          module,
          module);
    }
    ImageIO.write(image, "png", picture.toFile());
  }

  private static String read(Path picture) throws Exception {
    Process zbar;
    try {
      zbar =
          new ProcessBuilder("zbarimg", "--raw", "-q", "-Sbinary", picture.toString())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException missing) {
      assumeThat(false).as("zbarimg is not installed, so the code is not scanned").isTrue();
      throw missing;
    }
    String text = new String(zbar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(zbar.waitFor()).isZero();
    return text;
  }

  private static EpcCode code(String holder, long cents) {
    return EpcCode.of(Optional.of(new Bic("COBADEFFXXX")), holder, IBAN, euro(cents), REFERENCE);
  }

  private static Money euro(long cents) {
    return new Money(cents, Currency.get("eur"));
  }
}
