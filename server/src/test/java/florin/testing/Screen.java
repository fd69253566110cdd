package florin.testing;

import java.util.stream.Stream;

/** The window in which a test opens a page. */
public enum Screen {
  DESK(1280, 900),
  /** A wide desktop, in which lists have their most columns. */
  WIDE(1440, 900),
  /** A small laptop, in which the menu has only icons. */
  LAPTOP(1024, 768),
  PHONE(390, 844);

  private final int width;
  private final int height;

  Screen(int width, int height) {
    this.width = width;
    this.height = height;
  }

  /** Returns the desktop and the phone in the drills, and otherwise the desktop. */
  public static Stream<Screen> tried() {
    return Drills.areAsked() ? Stream.of(DESK, PHONE) : Stream.of(DESK);
  }

  /** Returns the screens for a look at each page: all in the drills, otherwise the desktop. */
  public static Stream<Screen> ofEachPage() {
    return Drills.areAsked() ? Stream.of(values()) : Stream.of(DESK);
  }

  public int width() {
    return width;
  }

  public int height() {
    return height;
  }
}
