package florin.testing;

import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Awaitility fails whoever waits when a thread of somebody else dies of an exception. In this test
 * run threads die on purpose: {@link SimulatedCrash}.
 */
public final class CrashesAreMeant implements LauncherSessionListener {
  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.doNotCatchUncaughtExceptionsByDefault();
  }
}
