package florin.dashboard.disputes;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.EvidenceFiles;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.apache.pdfbox.pdmodel.interactive.action.PDActionJavaScript;
import org.apache.pdfbox.pdmodel.interactive.action.PDActionURI;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationLink;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The preview of evidence as one PDF. */
@TestInstance(Lifecycle.PER_CLASS)
class EvidencePdfTest {
  private final TestApp florin = TestApp.open();
  private final DashboardClient viewer = DashboardClient.of(florin, Role.VIEWER);
  private String dispute = "";

  @BeforeEach
  void dispute() {
    String payment =
        florin.post("/v2/payments", TestApp.payment(5700, "4000000000002685")).text("/id");
    dispute = florin.get("/v2/disputes?payment=" + payment).text("/data/0/id");
  }

  @AfterAll
  void close() {
    viewer.close();
    florin.close();
  }

  @Test
  void the_texts_come_first_then_pictures_on_a4_and_the_pages_of_pdfs() throws IOException {
    change("Our story");
    upload("customer_communication", picture("jpg", 300, 200));
    upload("receipt", acting());
    upload("refund_policy", picture("png", 4000, 3000));
    upload("service_documentation", EvidenceFiles.PNG);

    try (PDDocument all = Loader.loadPDF(preview())) {
      assertThat(all.getNumberOfPages()).isEqualTo(1 + 1 + 2 + 1 + 1);
      assertThat(text(all, 1))
          .contains("Evidence", "Other text", "Our story", "Customer communication: 1 page")
          .contains("Receipt: 2 pages");
      assertThat(all.getPage(1).getMediaBox().getWidth())
          .as("a wide picture is on a wide page")
          .isEqualTo(PDRectangle.A4.getHeight());
      assertThat(text(all, 3)).contains("A page with a link");
      assertThat(all.getPage(3).getMediaBox().getHeight()).isEqualTo(300);
      assertThat(all.getPage(2).getAnnotations()).hasSize(1);
      assertThat(all.getPage(2).getAnnotations().getFirst().getCOSObject().containsKey(COSName.A))
          .as("a link does nothing")
          .isFalse();
      assertThat(all.getDocumentCatalog().getOpenAction()).isNull();
      assertThat(text(all, 6)).isBlank();
    }
  }

  /** The corner of the sensor is red, and is where the camera says. */
  @ParameterizedTest
  @CsvSource({
    "1, 60, 40, 10, 10", "2, 60, 40, 50, 10", "3, 60, 40, 50, 30", "4, 60, 40, 10, 30",
    "5, 40, 60, 10, 10", "6, 40, 60, 30, 10", "7, 40, 60, 30, 50", "8, 40, 60, 10, 50"
  })
  void a_picture_is_upright_as_the_camera_says(int orientation, int wide, int high, int x, int y)
      throws IOException {
    var image = new BufferedImage(60, 40, BufferedImage.TYPE_INT_RGB);
    image.createGraphics().fillRect(0, 0, 60, 40);
    for (int pixel = 0; pixel < 20 * 20; pixel++) {
      image.setRGB(pixel % 20, pixel / 20, 0xff0000);
    }
    upload("receipt", held(encoded(image, "jpg"), orientation));

    try (PDDocument all = Loader.loadPDF(preview())) {
      PDRectangle box = all.getPage(1).getMediaBox();
      assertThat(box.getWidth() > box.getHeight()).isEqualTo(wide > high);
      BufferedImage shown = new PDFRenderer(all).renderImage(1);
      int left = Math.round((box.getWidth() - wide) / 2);
      var red = new Color(shown.getRGB(left + x, 36 + y));
      assertThat(red.getRed()).isGreaterThan(200);
      assertThat(red.getGreen()).isLessThan(80);
      var other = new Color(shown.getRGB(left + wide - x, 36 + high - y));
      assertThat(other.getGreen()).isGreaterThan(200);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 9})
  void a_picture_with_broken_metadata_is_shown_as_it_is(int orientation) throws IOException {
    byte[] whole = held(picture("jpg", 60, 40), orientation);
    upload("receipt", whole);
    assertThat(JpegOrientation.of(whole)).isEqualTo(JpegOrientation.UPRIGHT);
    for (int end = 0; end < 40; end++) {
      assertThat(JpegOrientation.of(Arrays.copyOf(whole, end))).isEqualTo(JpegOrientation.UPRIGHT);
    }
    assertThat(preview()).isNotEmpty();
  }

  @Test
  void a_key_gets_the_same_pdf_and_a_failure_of_the_database_is_no_broken_file()
      throws IOException {
    upload("receipt", picture("png", 300, 200));

    Reply sent = florin.get("/v2/disputes/" + dispute + "/evidence.pdf");
    assertThat(sent.status()).isEqualTo(200);
    assertThat(sent.header("Content-Type")).hasValue("application/pdf");
    assertThat(sent.body()).startsWith("%PDF-");

    florin.update("UPDATE dispute_file SET sealed_key = 'broken'");
    assertThat(florin.get("/v2/disputes/" + dispute + "/evidence.pdf").status()).isEqualTo(500);
  }

  @Test
  void a_file_that_no_bank_can_open_is_rejected_when_it_is_added() throws IOException {
    assertThat(upload("receipt", encrypted()).body())
        .contains("encrypted, empty or longer than 200 pages");
    assertThat(upload("receipt", new byte[] {(byte) 0xff, (byte) 0xd8, (byte) 0xff}).body())
        .contains("The picture can't be read.");
    byte[] huge = EvidenceFiles.PNG.clone();
    huge[16] = 0x7f; // the width
    assertThat(upload("receipt", huge).text("/error/code")).isEqualTo("evidence_file_invalid");
    assertThat(florin.get("/v2/disputes/" + dispute + "/evidence").texts("/files", "id")).isEmpty();
  }

  @Test
  void a_pdf_that_decompresses_to_a_multiple_is_rejected() throws IOException {
    assertThat(upload("receipt", withObjects(1 << 10, "")).number("/pages")).isEqualTo(1);
    assertThat(upload("receipt", withObjects(17 << 20, "")).body())
        .contains("The PDF can't be read.");
  }

  /** The two values of the pages are in a stream that doesn't pass the check. */
  @Test
  void a_stream_that_was_rejected_is_not_read_for_its_next_object() throws IOException {
    List<String> plain =
        List.of(
            "<</Type/Catalog/Pages 3 0 R>>",
            "<</Type 5 0 R/Kids[4 0 R]/Count 6 0 R>>",
            "<</Type/Page/Parent 3 0 R/MediaBox[0 0 9 9]>>");
    List<String> packed = List.of("/Pages", "1");
    assertThat(upload("receipt", pdf(plain, packed, 1 << 10, "")).number("/pages")).isEqualTo(1);

    Reply rejected = upload("receipt", pdf(plain, packed, 17 << 20, ""));

    assertThat(rejected.text("/error/code")).as(rejected.body()).isEqualTo("evidence_file_invalid");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/DecodeParms<</Predictor 2/Columns 0>>",
        "/DecodeParms<</Predictor 2/Colors 0>>",
        "/DecodeParms<</Predictor 12/Columns 65536/Colors 32/BitsPerComponent 16>>",
        "/DecodeParms<</Columns 4>>/DP<</Predictor 2/Columns 0>>",
        "/DecodeParms 4 0 R"
      })
  void parameters_that_never_end_or_fill_the_memory_are_rejected(String parameters)
      throws IOException {
    assertThat(upload("receipt", withObjects(1 << 10, parameters)).body())
        .contains("The PDF can't be read.");
  }

  /** Returns a PDF with all objects in a compressed stream. */
  private static byte[] withObjects(int spaces, String parameters) throws IOException {
    return pdf(
        List.of(),
        List.of(
            "<</Type/Catalog/Pages 3 0 R>>",
            "<</Type/Pages/Kids[4 0 R]/Count 1>>",
            "<</Type/Page/Parent 3 0 R/MediaBox[0 0 9 9]>>"),
        spaces,
        parameters);
  }

  /**
   * Returns a PDF with the objects from 2 on, the first of which is the catalog.
   *
   * @param objects those in a compressed stream (ISO 32000-1, 7.5.7)
   * @param parameters of that stream
   */
  private static byte[] pdf(List<String> plain, List<String> objects, int spaces, String parameters)
      throws IOException {
    var head = new StringBuilder();
    var body = new StringBuilder();
    for (int i = 0; i < objects.size(); i++) {
      head.append(i + 2 + plain.size()).append(' ').append(body.length()).append(' ');
      body.append(objects.get(i)).append(' ');
    }
    var packed = new ByteArrayOutputStream();
    try (var deflater = new DeflaterOutputStream(packed)) {
      deflater.write((head.toString() + body).getBytes(StandardCharsets.ISO_8859_1));
      var space = new byte[1024];
      Arrays.fill(space, (byte) ' ');
      for (int i = 0; i < spaces; i += space.length) {
        deflater.write(space);
      }
    }
    var file = new ByteArrayOutputStream();
    write(file, "%PDF-1.5\n");
    int first = file.size();
    write(
        file,
        "1 0 obj\n<</Type/ObjStm/N %d/First %d/Filter/FlateDecode%s/Length %d>>stream\n"
            .formatted(objects.size(), head.length(), parameters, packed.size()));
    packed.writeTo(file);
    write(file, "\nendstream\nendobj\n");
    var entries = new ArrayList<int[]>();
    entries.add(new int[] {0, 0, 0});
    entries.add(new int[] {1, first, 0});
    for (String object : plain) {
      entries.add(new int[] {1, file.size(), 0});
      write(file, "%d 0 obj\n%s\nendobj\n".formatted(entries.size() - 1, object));
    }
    for (int i = 0; i < objects.size(); i++) {
      entries.add(new int[] {2, 1, i});
    }
    int table = file.size();
    entries.add(new int[] {1, table, 0});
    write(
        file,
        "%d 0 obj\n<</Type/XRef/Size %d/W[1 4 1]/Root 2 0 R/Length %d>>stream\n"
            .formatted(entries.size() - 1, entries.size(), 6 * entries.size()));
    for (int[] entry : entries) {
      file.writeBytes(
          ByteBuffer.allocate(6)
              .put((byte) entry[0])
              .putInt(entry[1])
              .put((byte) entry[2])
              .array());
    }
    write(file, "\nendstream\nendobj\nstartxref\n" + table + "\n%%EOF\n");
    return file.toByteArray();
  }

  private static void write(ByteArrayOutputStream file, String text) {
    file.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void a_picture_that_is_torn_is_named() throws IOException {
    byte[] whole = picture("png", 300, 300);
    upload("receipt", Arrays.copyOf(whole, 60));

    assertThat(Jsoup.parse(viewer.get(path()).body()).text())
        .contains("The file “Receipt” can't be read. Remove it, or save it anew and add it again.");
  }

  @Test
  void files_that_are_too_large_and_texts_that_are_too_long_are_explained() throws IOException {
    upload("receipt", EvidenceFiles.PNG);
    florin.update("UPDATE dispute_file SET bytes = 4500000");
    upload("refund_policy", EvidenceFiles.PNG);
    assertThat(Jsoup.parse(viewer.get(path()).body()).text())
        .contains("The files together are larger than the provider accepts.");

    florin.update("UPDATE dispute_file SET bytes = 1");
    change("a\\n".repeat(9_000));
    assertThat(Jsoup.parse(viewer.get(path()).body()).text())
        .contains("The texts have more than 60 pages.");
  }

  private String path() {
    return DisputeListPages.PATH + "/" + dispute + "/evidence.pdf";
  }

  private byte[] preview() {
    try (var client = java.net.http.HttpClient.newHttpClient()) {
      var reply = client.send(viewer.request(path()).build(), BodyHandlers.ofByteArray());
      assertThat(reply.statusCode()).isEqualTo(200);
      assertThat(reply.headers().firstValue("Content-Disposition").orElseThrow())
          .startsWith("attachment");
      return reply.body();
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(failed);
    }
  }

  private void change(String text) {
    Reply changed =
        florin.post(
            "/v2/disputes/" + dispute + "/evidence",
            "{\"uncategorized_text\": \"%s\"}".formatted(text));
    assertThat(changed.status()).as(changed.body()).isEqualTo(200);
  }

  private Reply upload(String kind, byte[] content) {
    return florin
        .client()
        .send(
            florin
                .client()
                .request("/v2/disputes/" + dispute + "/evidence/files?kind=" + kind)
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofByteArray(content))
                .build());
  }

  private static String text(PDDocument document, int page) throws IOException {
    var stripper = new PDFTextStripper();
    stripper.setStartPage(page);
    stripper.setEndPage(page);
    return stripper.getText(document);
  }

  private static byte[] picture(String format, int width, int height) throws IOException {
    return encoded(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), format);
  }

  private static byte[] encoded(BufferedImage image, String format) throws IOException {
    var out = new ByteArrayOutputStream();
    ImageIO.write(image, format, out);
    return out.toByteArray();
  }

  /** Returns a JPEG with the orientation of the camera in its metadata. */
  private static byte[] held(byte[] jpeg, int orientation) {
    var out = new ByteArrayOutputStream();
    out.write(jpeg, 0, 2);
    out.writeBytes(
        HexFormat.of()
            .parseHex(
                "ffe10022457869660000"
                    + "4d4d002a00000008"
                    + "0001"
                    + "01120003000000010001000000000000"));
    out.write(jpeg, 2, jpeg.length - 2);
    byte[] held = out.toByteArray();
    held[2 + 10 + 8 + 2 + 9] = (byte) orientation;
    return held;
  }

  /** Returns a PDF of two pages with a link and a script. */
  private static byte[] acting() throws IOException {
    try (var document = new PDDocument()) {
      var first = new PDPage();
      var link = new PDAnnotationLink();
      var action = new PDActionURI();
      action.setURI("https://example.com/");
      link.setAction(action);
      link.setRectangle(new PDRectangle(10, 10, 100, 20));
      link.setPage(first);
      first.getAnnotations().add(link);
      document.addPage(first);
      try (var content = new PDPageContentStream(document, first)) {
        content.beginText();
        content.setFont(new PDType1Font(FontName.HELVETICA), 12);
        content.newLineAtOffset(20, 20);
        content.showText("A page with a link");
        content.endText();
      }
      document.addPage(new PDPage(new PDRectangle(200, 300)));
      document.getDocumentCatalog().setOpenAction(new PDActionJavaScript("app.alert(1)"));
      return saved(document);
    }
  }

  private static byte[] encrypted() throws IOException {
    try (var document = new PDDocument()) {
      document.addPage(new PDPage());
      document.protect(new StandardProtectionPolicy("owner", "", new AccessPermission()));
      return saved(document);
    }
  }

  private static byte[] saved(PDDocument document) throws IOException {
    var out = new ByteArrayOutputStream();
    document.save(out);
    return out.toByteArray();
  }
}
