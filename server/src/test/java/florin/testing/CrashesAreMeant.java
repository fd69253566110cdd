package florin.testing;

import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Allows threads to die of {@link SimulatedCrash}. By default, Awaitility fails a waiting test when
 * any thread dies, and the JVM prints the stack trace. This listener turns both off.
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
