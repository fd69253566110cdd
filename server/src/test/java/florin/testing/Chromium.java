package florin.testing;

import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.impl.driver.Driver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Finds the browser for tests: a Chromium on the PATH, or else Playwright's own, which is
 * downloaded first. Without either, the tests are skipped and a line in the output says so.
 */
final class Chromium {
  private static final List<String> NAMES =
      List.of(
          "chromium-headless-shell",
          "chromium",
          "chromium-browser",
          "google-chrome-stable",
          "google-chrome");

  private static final int FETCHED_WITHIN_MINUTES = 10;

  /**
   * The features that Playwright disables, since this list replaces its own, and two processes that
   * Chromium starts for each new window and that we never use: half of all that it starts.
   */
  private static final String TURNED_OFF =
      String.join(
          ",",
          "AvoidUnnecessaryBeforeUnloadCheckSync",
          "BoundaryEventDispatchTracksNodeRemoval",
          "DestroyProfileOnBrowserClose",
          "DialMediaRouteProvider",
          "GlobalMediaControls",
          "HttpsUpgrades",
          "LensOverlay",
          "MediaRouter",
          "OptimizationHints",
          "PaintHolding",
          "ThirdPartyStoragePartitioning",
          "Translate",
          "PreloadTopChromeWebUI",
          "SpareRendererForSitePerProcess");

  /** The program; empty for Playwright's own. */
  private final Optional<Path> program;

  private Chromium(Optional<Path> program) {
    this.program = program;
  }

  /** Searches once in each JVM. */
  private static final class Found {
    private static final Optional<Chromium> CHROMIUM = onPath().or(Chromium::fetch);
  }

  static Optional<Chromium> find() {
    return Found.CHROMIUM;
  }

  /** Starts a driver whose temporary files are in the build directory. */
  Playwright driver() {
    return Playwright.create(new Playwright.CreateOptions().setEnv(environment()));
  }

  BrowserType.LaunchOptions options() {
    var options =
        new BrowserType.LaunchOptions()
            .setArgs(
                List.of(
                    "--disable-gpu",
                    "--disable-features=" + TURNED_OFF,
                    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"));
    program.ifPresent(options::setExecutablePath);
    return options;
  }

  private static Optional<Chromium> onPath() {
    return Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(":"))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .map(path -> new Chromium(Optional.of(path)));
  }

  private static Optional<Chromium> fetch() {
    String why;
    try {
      ProcessBuilder installer =
          Driver.ensureDriverInstalled(environment(), false).createProcessBuilder();
      installer.command().addAll(List.of("install", "--only-shell", "chromium"));
      Process process =
          installer
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(FETCHED_WITHIN_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
      }
      if (process.waitFor() == 0) {
        return Optional.of(new Chromium(Optional.empty()));
      }
      why = "Playwright could not fetch its own";
    } catch (IOException | RuntimeException failed) {
      why = "Playwright could not fetch its own: " + failed.getMessage();
    } catch (InterruptedException interrupted) {
      throw new AssertionError("interrupted", interrupted);
    }
    System.err.println(
        "Skipped: all tests in a browser. There is no Chromium on the PATH, and " + why + ".");
    return Optional.empty();
  }

  private static Map<String, String> environment() {
    var environment = new HashMap<>(System.getenv());
    environment.put("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    environment.put("TMPDIR", folder().toString());
    return environment;
  }

  private static Path folder() {
    try {
      return Files.createDirectories(Path.of("target", "test-browsers")).toAbsolutePath();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
