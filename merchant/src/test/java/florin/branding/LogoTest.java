package florin.branding;

import static org.assertj.core.api.Assertions.assertThat;

import florin.branding.Branding.LogoResult;
import florin.branding.Branding.LogoResult.Kept;
import florin.branding.Branding.LogoResult.NoPicture;
import florin.branding.Branding.LogoResult.OtherSize;
import florin.branding.Branding.LogoResult.TooLarge;
import florin.branding.Logo.MediaType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A file is accepted as a logo for its first bytes and its header. */
class LogoTest {
  @Test
  void png_and_jpeg_are_recognized_by_content() {
    assertThat(logo(Pictures.png(300, 80)))
        .extracting(Logo::type, Logo::width, Logo::height)
        .containsExactly(MediaType.PNG, 300, 80);
    assertThat(logo(Pictures.jpeg(80, 300)))
        .extracting(Logo::type, Logo::width, Logo::height)
        .containsExactly(MediaType.JPEG, 80, 300);
    assertThat(logo(Pictures.png(1024, 1))).isNotNull();
  }

  @Test
  void it_is_shown_at_most_in_its_size_and_within_the_head_of_a_page() {
    assertThat(logo(Pictures.png(300, 100)))
        .extracting(Logo::shownWidth, Logo::shownHeight)
        .containsExactly(144, 48);
    assertThat(logo(Pictures.png(1000, 10)))
        .extracting(Logo::shownWidth, Logo::shownHeight)
        .containsExactly(240, 2);
    assertThat(logo(Pictures.png(16, 16)))
        .extracting(Logo::shownWidth, Logo::shownHeight)
        .containsExactly(16, 16);
    assertThat(logo(Pictures.png(1, 1024)).shownWidth()).isEqualTo(1);
  }

  @Test
  void too_many_pixels_or_none_are_rejected_from_the_header_alone() {
    assertThat(Branding.check(Pictures.png(1025, 1))).isEqualTo(new OtherSize(1025, 1));
    assertThat(Branding.check(Pictures.jpeg(1, 1025))).isEqualTo(new OtherSize(1, 1025));
    assertThat(Branding.check(withWidth(0))).isInstanceOf(OtherSize.class);
    assertThat(Branding.check(withWidth(-1))).isInstanceOf(OtherSize.class);
    assertThat(Branding.check(withWidth(Integer.MAX_VALUE))).isInstanceOf(OtherSize.class);
  }

  @Test
  void too_many_bytes_are_rejected() {
    assertThat(Branding.check(new byte[Logo.MAX_BYTES + 1])).isInstanceOf(TooLarge.class);
    byte[] png = Pictures.png(8, 8);
    byte[] full = new byte[Logo.MAX_BYTES];
    System.arraycopy(png, 0, full, 0, png.length - 12);
    System.arraycopy(png, png.length - 12, full, full.length - 12, 12);
    assertThat(Branding.check(full)).isInstanceOf(Kept.class);
  }

  @Test
  void any_other_format_is_rejected_regardless_of_its_declared_type() {
    assertThat(Branding.check(new byte[0])).isInstanceOf(NoPicture.class);
    assertThat(Branding.check(Pictures.gif())).isInstanceOf(NoPicture.class);
    assertThat(refused("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"))
        .isTrue();
    assertThat(refused("<!doctype html><title>no</title>")).isTrue();
    assertThat(refused("RIFF\0\0\0\0WEBPVP8 ")).isTrue();
    assertThat(refused("\u00ff\u00d8\u00ff\u00d9")).isTrue();
    assertThat(refused("\u00ff\u00d8\u00ff\u00e0\0\0\0\0\0\0\0\0\u00ff\u00d9")).isTrue();
  }

  /** Browsers would show only a part of a truncated file. */
  @Test
  void a_truncated_file_is_rejected_at_any_position() {
    for (byte[] whole : new byte[][] {Pictures.png(40, 40), Pictures.jpeg(40, 40)}) {
      for (int length = 0; length < whole.length; length++) {
        assertThat(Branding.check(Arrays.copyOf(whole, length)))
            .as("the first %d bytes of %d", length, whole.length)
            .isInstanceOf(NoPicture.class);
      }
    }
  }

  @Test
  void no_input_makes_it_throw() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    byte[][] whole = {Pictures.png(9, 9), Pictures.jpeg(9, 9)};
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = whole[i % 2].clone();
      for (int changes = random.nextInt(8); changes >= 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      assertThat(Branding.check(bytes)).as("seed %d", seed).isNotNull();
    }
  }

  private static byte[] withWidth(int width) {
    byte[] png = Pictures.png(8, 8);
    for (int i = 0; i < 4; i++) {
      png[16 + i] = (byte) (width >> (24 - 8 * i));
    }
    return png;
  }

  private static Logo logo(byte[] content) {
    LogoResult result = Branding.check(content);
    assertThat(result).isInstanceOf(Kept.class);
    return ((Kept) result).logo();
  }

  private static boolean refused(String text) {
    return Branding.check(text.getBytes(StandardCharsets.ISO_8859_1)) instanceof NoPicture;
  }
}
