package florin.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks one of the slowest classes, which starts early. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface TakesLong {
  /** Classes with lower values start earlier. */
  int place() default 2;
}
