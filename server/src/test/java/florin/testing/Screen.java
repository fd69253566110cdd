package florin.testing;

import java.util.stream.Stream;

/** The window in which a test opens a page: that of a desktop or a phone. */
public enum Screen {
  DESK(1280, 900),
  PHONE(390, 844);

  private final int width;
  private final int height;

  Screen(int width, int height) {
    this.width = width;
    this.height = height;
  }

  /** Returns all screens in the drills, and otherwise the widest. */
  public static Stream<Screen> tried() {
    return Drills.areAsked() ? Stream.of(values()) : Stream.of(DESK);
  }

  public int width() {
    return width;
  }

  public int height() {
    return height;
  }
}
