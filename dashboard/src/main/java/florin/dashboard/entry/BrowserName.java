package florin.dashboard.entry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The name of a browser for people, such as `Firefox on Linux`. No decision depends on it. */
public final class BrowserName {
  /** The browsers, in this order, because they also name those that they imitate. */
  private static final Map<String, String> BROWSERS = new LinkedHashMap<>();

  private static final Map<String, String> SYSTEMS = new LinkedHashMap<>();

  static {
    BROWSERS.put("Edg", "Edge");
    BROWSERS.put("OPR/", "Opera");
    BROWSERS.put("Firefox/", "Firefox");
    BROWSERS.put("FxiOS/", "Firefox");
    BROWSERS.put("Chrome/", "Chrome");
    BROWSERS.put("CriOS/", "Chrome");
    BROWSERS.put("Safari/", "Safari");
    SYSTEMS.put("iPhone", "iPhone");
    SYSTEMS.put("iPad", "iPad");
    SYSTEMS.put("Android", "Android");
    SYSTEMS.put("Windows", "Windows");
    SYSTEMS.put("Mac OS X", "macOS");
    SYSTEMS.put("CrOS", "ChromeOS");
    SYSTEMS.put("Linux", "Linux");
  }

  private BrowserName() {}

  public static String of(String userAgent) {
    Optional<String> browser = first(BROWSERS, userAgent);
    if (browser.isEmpty()) {
      return "Unknown browser";
    }
    return browser.get() + first(SYSTEMS, userAgent).map(system -> " on " + system).orElse("");
  }

  private static Optional<String> first(Map<String, String> names, String userAgent) {
    return names.entrySet().stream()
        .filter(name -> userAgent.contains(name.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
