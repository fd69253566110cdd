package florin.receipt;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.text.Bidi;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDNumberTreeNode;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDMarkInfo;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDMarkedContentReference;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDParentTreeValue;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDStructureElement;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDStructureNode;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDStructureTreeRoot;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.pdmodel.graphics.state.RenderingMode;
import org.apache.pdfbox.pdmodel.interactive.viewerpreferences.PDViewerPreferences;

/**
 * A tagged PDF (ISO 32000-1, section 14.8) that is written from the top to the bottom, on as many
 * pages as it needs. Lengths are in points.
 */
public final class PdfSheet implements AutoCloseable {
  /** The font that PDFBox contains; it has no glyphs of Chinese, Japanese, Korean or Arabic. */
  private static final String FONT = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";

  /** The glyph in place of one that the font lacks. */
  private static final String MISSING = "\u25a1";

  private static final float MARGIN = 64;
  static final float WIDTH = PDRectangle.A4.getWidth() - 2 * MARGIN;

  /** The most pages, more than the longest receipt has. */
  public static final int MAX_PAGES = 60;

  /** Pairs of brackets that mirror each other. */
  private static final String BRACKETS = "()[]{}<>«»‹›";

  private static final float LINE = 1.4f;
  private static final Color TEXT = new Color(0x16181d);
  private static final Color QUIET = new Color(0x596070);
  private static final Color RULE = new Color(0xcfd4dc);

  private final PDDocument document = new PDDocument();
  private final PDType0Font font;
  private final Locale locale;
  private final PDStructureElement root;
  private final PDStructureTreeRoot tree = new PDStructureTreeRoot();
  private final Map<Integer, PDParentTreeValue> parents = new HashMap<>();
  private final Map<Integer, Boolean> glyphs = new HashMap<>();
  private PDPage page;
  private PDPageContentStream content;
  private COSArray marks = new COSArray();
  private float y;

  /** The exception if the content needs more than {@value #MAX_PAGES} pages. */
  public static final class FullException extends IOException {
    FullException() {
      super("a PDF of more than " + MAX_PAGES + " pages");
    }
  }

  /** The appearance of a text. */
  public record Style(float size, boolean isBold, boolean isQuiet) {}

  /** A cell of a table's row. */
  public record Cell(String text, float x, float width, boolean isRight, Style style) {}

  public PdfSheet(String title, Locale locale, Color accent) throws IOException {
    this.locale = locale;
    try (InputStream file =
        Objects.requireNonNull(PDDocument.class.getResourceAsStream(FONT), "no font")) {
      this.font = PDType0Font.load(document, file, true);
    }
    var catalog = document.getDocumentCatalog();
    catalog.setLanguage(locale.toLanguageTag());
    catalog.setStructureTreeRoot(tree);
    var tagged = new PDMarkInfo();
    tagged.setMarked(true);
    catalog.setMarkInfo(tagged);
    var preferences = new PDViewerPreferences(new COSDictionary());
    preferences.setDisplayDocTitle(true);
    catalog.setViewerPreferences(preferences);
    document.getDocumentInformation().setTitle(title);
    this.root = new PDStructureElement("Document", tree);
    tree.appendKid(root);
    this.page = new PDPage(PDRectangle.A4);
    this.content = begin();
    fill(accent, 0, PDRectangle.A4.getHeight() - 6, PDRectangle.A4.getWidth(), 6);
  }

  /** Draws a picture, at most as large as its box. */
  void picture(BufferedImage image, float width, float height, String alternative)
      throws IOException {
    require(height);
    y -= height;
    PDStructureElement figure = element("Figure", root);
    figure.setAlternateDescription(alternative);
    begin(figure);
    content.drawImage(LosslessFactory.createFromImage(document, image), MARGIN, y, width, height);
    content.endMarkedContent();
  }

  public void space(float height) {
    y -= height;
  }

  /** Writes a paragraph or a heading: `P`, `H1` or `H2`. */
  public void paragraph(String type, String text, Style style) throws IOException {
    row(List.of(element(type, root)), List.of(new Cell(text, 0, WIDTH, false, style)));
  }

  /** Writes a table with a line above each row; the first cell of a row is its header. */
  void table(List<List<Cell>> rows) throws IOException {
    PDStructureElement table = element("Table", root);
    for (List<Cell> cells : rows) {
      PDStructureElement row = element("TR", table);
      var elements = new ArrayList<PDStructureElement>();
      for (int i = 0; i < cells.size(); i++) {
        elements.add(element(i == 0 ? "TH" : "TD", row));
      }
      require(24);
      fill(RULE, MARGIN, y, WIDTH, 0.5f);
      space(5);
      row(elements, cells);
      space(6);
    }
  }

  /** Writes cells beside each other, line by line, so that any of them may continue on a page. */
  private void row(List<PDStructureElement> elements, List<Cell> cells) throws IOException {
    var lines = new ArrayList<List<String>>();
    int most = 0;
    float height = 0;
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = cells.get(i);
      String shown = shown(cell.text());
      List<String> wrapped = wrapped(shown, cell.width(), cell.style().size());
      lines.add(wrapped);
      most = Math.max(most, wrapped.size());
      height = Math.max(height, cell.style().size() * LINE);
      if (!shown.equals(cell.text()) || Bidi.requiresBidi(shown.toCharArray(), 0, shown.length())) {
        elements.get(i).setActualText(cell.text());
      }
    }
    for (int i = 0; i < most; i++) {
      require(height);
      y -= height;
      for (int c = 0; c < cells.size(); c++) {
        if (i < lines.get(c).size()) {
          write(elements.get(c), cells.get(c), visual(lines.get(c).get(i)));
        }
      }
    }
  }

  private void write(PDStructureElement element, Cell cell, String line) throws IOException {
    Style style = cell.style();
    float left =
        MARGIN + cell.x() + (cell.isRight() ? cell.width() - width(line, style.size()) : 0);
    Color color = style.isQuiet() ? QUIET : TEXT;
    begin(element);
    content.beginText();
    content.setFont(font, style.size());
    content.setNonStrokingColor(color);
    content.setStrokingColor(color);
    // The font has no bold face.
    content.setRenderingMode(style.isBold() ? RenderingMode.FILL_STROKE : RenderingMode.FILL);
    content.setLineWidth(style.size() * 0.03f);
    content.newLineAtOffset(left, y + style.size() * 0.3f);
    content.showText(line);
    content.endText();
    content.endMarkedContent();
  }

  /** Returns the text with the glyphs that the font has, and without control characters. */
  private String shown(String text) {
    var shown = new StringBuilder();
    text.codePoints()
        .filter(c -> c == '\n' || !isInvisible(c))
        .forEach(c -> shown.append(c == '\n' || hasGlyph(c) ? Character.toString(c) : MISSING));
    return shown.toString();
  }

  private static boolean isInvisible(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.UNASSIGNED -> true;
      default -> false;
    };
  }

  private boolean hasGlyph(int c) {
    return glyphs.computeIfAbsent(
        c,
        _ -> {
          try {
            return font.encode(Character.toString(c)).length > 0;
          } catch (IOException | IllegalArgumentException missing) {
            return false;
          }
        });
  }

  /** Returns the lines of a text; a word that is wider than the column is broken. */
  private List<String> wrapped(String text, float width, float size) throws IOException {
    var lines = new ArrayList<String>();
    for (String paragraph : text.split("\n", -1)) {
      var line = new StringBuilder();
      BreakIterator breaks = BreakIterator.getLineInstance(locale);
      breaks.setText(paragraph);
      int start = breaks.first();
      for (int end = breaks.next(); end != BreakIterator.DONE; start = end, end = breaks.next()) {
        append(lines, line, paragraph.substring(start, end), width, size);
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  private void append(List<String> lines, StringBuilder line, String word, float width, float size)
      throws IOException {
    if (width(line + word.stripTrailing(), size) <= width) {
      line.append(word);
      return;
    }
    if (!line.isEmpty()) {
      lines.add(line.toString().stripTrailing());
      line.setLength(0);
    }
    for (int c : word.codePoints().toArray()) {
      if (width(line.toString() + Character.toString(c), size) > width && !line.isEmpty()) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.appendCodePoint(c);
    }
  }

  /** Returns a line in the order in which its characters are drawn, from left to right. */
  private static String visual(String line) {
    if (!Bidi.requiresBidi(line.toCharArray(), 0, line.length())) {
      return line;
    }
    var bidi = new Bidi(line, Bidi.DIRECTION_DEFAULT_LEFT_TO_RIGHT);
    var levels = new byte[bidi.getRunCount()];
    var runs = new String[levels.length];
    for (int i = 0; i < levels.length; i++) {
      levels[i] = (byte) bidi.getRunLevel(i);
      String run = line.substring(bidi.getRunStart(i), bidi.getRunLimit(i));
      runs[i] = levels[i] % 2 == 0 ? run : mirrored(run);
    }
    Bidi.reorderVisually(levels, 0, runs, 0, runs.length);
    return String.join("", runs);
  }

  /** Returns a run from right to left; its brackets then open on the right. */
  private static String mirrored(String run) {
    var mirrored = new StringBuilder(run).reverse();
    for (int i = 0; i < mirrored.length(); i++) {
      int at = BRACKETS.indexOf(mirrored.charAt(i));
      if (at >= 0) {
        mirrored.setCharAt(i, BRACKETS.charAt(at ^ 1));
      }
    }
    return mirrored.toString();
  }

  private float width(String text, float size) throws IOException {
    return font.getStringWidth(text) / 1000 * size;
  }

  /** Begins another page unless this one has space left. */
  private void require(float height) throws IOException {
    if (y - height < MARGIN) {
      end();
      page = new PDPage(PDRectangle.A4);
      content = begin();
    }
  }

  private PDPageContentStream begin() throws IOException {
    if (document.getNumberOfPages() >= MAX_PAGES) {
      throw new FullException();
    }
    page.setStructParents(document.getNumberOfPages());
    document.addPage(page);
    marks = new COSArray();
    y = PDRectangle.A4.getHeight() - MARGIN;
    return new PDPageContentStream(document, page);
  }

  private void end() throws IOException {
    content.close();
    parents.put(page.getStructParents(), new PDParentTreeValue(marks));
  }

  private PDStructureElement element(String type, PDStructureNode in) {
    var element = new PDStructureElement(type, in);
    in.appendKid(element);
    return element;
  }

  /** Begins content that belongs to an element. */
  private void begin(PDStructureElement element) throws IOException {
    var reference = new PDMarkedContentReference();
    reference.setPage(page);
    reference.setMCID(marks.size());
    element.setPage(page);
    element.appendKid(reference);
    content.beginMarkedContent(COSName.getPDFName(element.getStructureType()), marks.size());
    marks.add(element.getCOSObject());
  }

  /** Fills a rectangle, which is no content. */
  private void fill(Color color, float x, float bottom, float width, float height)
      throws IOException {
    content.beginMarkedContent(COSName.ARTIFACT);
    content.setNonStrokingColor(color);
    content.addRect(x, bottom, width, height);
    content.fill();
    content.endMarkedContent();
  }

  /** Returns the file, after which nothing more can be written. */
  public byte[] bytes() throws IOException {
    end();
    var numbers = new PDNumberTreeNode(PDParentTreeValue.class);
    numbers.setNumbers(parents);
    tree.setParentTree(numbers);
    tree.setParentTreeNextKey(parents.size());
    var out = new ByteArrayOutputStream();
    document.save(out);
    return out.toByteArray();
  }

  @Override
  public void close() throws IOException {
    document.close();
  }
}
