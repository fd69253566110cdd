package florin.testing;

import java.util.Comparator;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;

/** Starts slow classes first, so that none runs alone at the end. */
public final class LongestFirst implements ClassOrderer {
  @Override
  public void orderClasses(ClassOrdererContext context) {
    context.getClassDescriptors().sort(Comparator.comparingInt(LongestFirst::place));
  }

  private static int place(ClassDescriptor test) {
    if (test.getTestClass().getPackageName().equals("florin.drill")) {
      return 1;
    }
    return test.findAnnotation(TakesLong.class).map(TakesLong::place).orElse(Integer.MAX_VALUE);
  }
}
