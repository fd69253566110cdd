package florin.testing;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.regex.Pattern;

/** The classes of the service, without those of tests. */
public final class ServiceClasses {
  /** Reading the classes takes seconds, so it happens once. */
  public static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(place -> !place.contains("/test-classes/"))
          .withImportOption(place -> !place.contains("-tests.jar"))
          .withImportOption(place -> !place.contains("/florin/client/")) // the client for Java
          .withImportOption(
              place -> !place.matches(Pattern.compile(".*/target/try/([^/]+/test|runner)/.*")))
          .importPackages("florin");

  private ServiceClasses() {}
}
