package florin.client;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the records of a union. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OneOf {
  /** The field that names the type of an object. */
  String field();

  /** The values of the field, in the order of {@link #types}. */
  String[] values();

  Class<?>[] types();

  /** The record of any other object; its only component has all fields. */
  Class<?> otherwise();
}
