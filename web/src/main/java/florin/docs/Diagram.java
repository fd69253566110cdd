package florin.docs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Draws a state diagram or a flowchart of Mermaid as SVG. Every node is a column and every arrow is
 * a row, so that no label covers another. No layout search is needed.
 */
final class Diagram {
  private static final String END = "[*]";
  private static final String NODE =
      "(\\[\\*]|\\w+)(?:\\[\"?([^\\]\"]*)\"?]|\\{\"?([^}\"]*)\"?}|\\(+\"?([^)\"]*)\"?\\)+)?";

  private static final Pattern ARROW =
      Pattern.compile(
          NODE + "\\s*-+\\.?-*>\\s*(?:\\|\"?([^|\"]*)\"?\\|)?\\s*" + NODE + "(?:\\s*:\\s*(.*))?");

  private static final Pattern DECLARED = Pattern.compile("(?:subgraph\\s+)?" + NODE);

  private static final int WIDTH = 760;
  private static final int LEAST_COLUMN = 92;
  private static final int LINE = 15;
  private static final int ROW = 34;
  private static final int PER_LETTER = 7;
  private static final int MARGIN = 4;
  private static final int HEAD = 6;

  private final Map<String, String> names = new LinkedHashMap<>();
  private final Set<String> columns = new LinkedHashSet<>();
  private final Set<String> ends = new LinkedHashSet<>();
  private final List<Arrow> arrows = new ArrayList<>();

  private record Arrow(String from, String to, String label) {}

  private Diagram() {}

  static String svg(String mermaid) {
    var diagram = new Diagram();
    mermaid.lines().skip(1).map(String::strip).forEach(diagram::read);
    return diagram.drawn();
  }

  private void read(String line) {
    Matcher arrow = ARROW.matcher(line);
    Matcher declared = DECLARED.matcher(line);
    if (arrow.matches()) {
      String from = node(arrow, 1);
      String to = node(arrow, 6);
      String label = arrow.group(5) == null ? arrow.group(10) : arrow.group(5);
      if (to.equals(END)) {
        ends.add(from);
      } else {
        columns.add(from);
        columns.add(to);
        arrows.add(new Arrow(from, to, label == null ? "" : label.strip()));
      }
    } else if (declared.matches()) {
      node(declared, 1);
    }
  }

  /** Returns the id in a group of a match, and keeps the name that one of the next groups has. */
  private String node(Matcher match, int group) {
    String id = match.group(group);
    for (int i = group + 1; i <= group + 3; i++) {
      if (match.group(i) != null) {
        names.put(id, match.group(i).replace("<br/>", " "));
      }
    }
    return id;
  }

  private String name(String id) {
    return id.equals(END) ? "start" : names.getOrDefault(id, id);
  }

  private String drawn() {
    List<String> order = List.copyOf(columns);
    int column = Math.max(LEAST_COLUMN, WIDTH / Math.max(1, order.size()));
    List<List<String>> titles =
        order.stream().map(id -> wrapped(name(id), (column - 16) / PER_LETTER)).toList();
    int lines = titles.stream().mapToInt(List::size).max().orElse(1);
    int box = lines * LINE + 12;
    int width = column * order.size();
    int height = MARGIN + box + arrows.size() * ROW + ROW / 2;
    var svg = new StringBuilder();
    svg.append(
        "<figure class=\"diagram\" tabindex=\"0\"><svg role=\"img\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" aria-label=\"%s\">"
            .formatted(width, height, width, height, Html.escaped(said()).replace("\"", "&quot;")));
    for (int i = 0; i < order.size(); i++) {
      int middle = column * i + column / 2;
      svg.append(
          "<path class=\"life\" d=\"M%d %dV%d\"/>"
              .formatted(middle, MARGIN + box, height - MARGIN));
      svg.append(
          "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>"
              .formatted(
                  ends.contains(order.get(i)) ? "node end" : "node",
                  column * i + MARGIN,
                  MARGIN,
                  column - 2 * MARGIN,
                  box));
      List<String> title = titles.get(i);
      int top = MARGIN + (box - title.size() * LINE) / 2 + 12;
      for (int line = 0; line < title.size(); line++) {
        text(svg, "name", middle, top + line * LINE, title.get(line));
      }
    }
    for (int i = 0; i < arrows.size(); i++) {
      Arrow arrow = arrows.get(i);
      int y = MARGIN + box + (i + 1) * ROW;
      int from = column * order.indexOf(arrow.from()) + column / 2;
      int to = column * order.indexOf(arrow.to()) + column / 2;
      int back = to < from ? HEAD : -HEAD;
      svg.append("<path class=\"arrow\" d=\"M%d %dH%d\"/>".formatted(from, y, to));
      svg.append("<circle class=\"tail\" cx=\"%d\" cy=\"%d\" r=\"3\"/>".formatted(from, y));
      svg.append("<path class=\"head\" d=\"M%d %dl%d -4v8z\"/>".formatted(to, y, back));
      int half = arrow.label().length() * PER_LETTER / 2;
      int middle = Math.clamp((from + to) / 2, half, Math.max(half, width - half));
      text(svg, "label", middle, y - 7, arrow.label());
    }
    return svg.append("</svg></figure>").toString();
  }

  private static void text(StringBuilder svg, String type, int x, int y, String text) {
    svg.append(
        "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>".formatted(type, x, y, Html.escaped(text)));
  }

  /** Returns a description of the drawing for screen readers. */
  private String said() {
    return arrows.stream()
        .map(arrow ->
            name(arrow.from())
                + " to "
                + name(arrow.to())
                + (arrow.label().isEmpty() ? "" : ": " + arrow.label()))
        .collect(Collectors.joining("; ", "Diagram. ", "."));
  }

  private static List<String> wrapped(String text, int letters) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (String word : text.split("(?<=_)|\\s+")) {
      boolean joins = line.isEmpty() || line.charAt(line.length() - 1) == '_';
      if (!line.isEmpty() && line.length() + word.length() + 1 > letters) {
        lines.add(line.toString());
        line.setLength(0);
        joins = true;
      }
      line.append(joins ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
