package florin.testing;

import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * In this test run threads die on purpose, of {@link SimulatedCrash}. Awaitility, which fails
 * whoever waits when a thread of somebody else dies, is told so, and the JVM does not print them.
 */
public final class CrashesAreMeant implements LauncherSessionListener {
  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.doNotCatchUncaughtExceptionsByDefault();
    Thread.setDefaultUncaughtExceptionHandler((thread, death) -> {
      if (!(death instanceof SimulatedCrash)) {
        System.err.println("The thread " + thread.getName() + " died.");
        death.printStackTrace();
      }
    });
  }
}
