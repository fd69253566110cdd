package florin.testing;

import java.util.Comparator;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;

/** What takes long is begun first, so that nothing is waited for alone in the end. */
public final class LongestFirst implements ClassOrderer {
  @Override
  public void orderClasses(ClassOrdererContext context) {
    context.getClassDescriptors().sort(Comparator.comparingInt(LongestFirst::place));
  }

  private static int place(ClassDescriptor test) {
    if (test.isAnnotated(NeedsBrowser.class)) {
      return 0;
    }
    if (test.getTestClass().getPackageName().equals("florin.drill")) {
      return 1;
    }
    return test.isAnnotated(TakesLong.class) ? 2 : 3;
  }
}
