package florin.testing;

/** What a page is looked at with: a window on a desk, or a phone. */
public enum Screen {
  DESK(1280, 900),
  PHONE(390, 844);

  private final int width;
  private final int height;

  Screen(int width, int height) {
    this.width = width;
    this.height = height;
  }

  public int width() {
    return width;
  }

  public int height() {
    return height;
  }
}
