package florin;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import florin.account.Accounts;
import florin.app.Database;
import florin.app.LiveKeys;
import florin.connector.simulator.Audit;
import florin.connector.simulator.Simulator;
import florin.db.IdTime;
import florin.event.EventFeed;
import florin.event.EventLog;
import florin.http.BoundedTransport;
import florin.http.Json;
import florin.http.JsonFields;
import florin.http.OutgoingBudgets;
import florin.http.ResponseLimitException;
import florin.idempotency.Idempotency;
import florin.team.AuditLog;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Who may know whom. The list of arrows is a whitelist: what does not stand in it is forbidden. An
 * exception is named with its class and its reason, or it is a mistake.
 */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("florin");

  /** A package, or with two dots a package with those inside, and all of ours that it may use. */
  private record Arrows(String from, Set<String> to) {
    static Arrows of(String from, String... to) {
      return new Arrows(from, Set.of(to));
    }
  }

  private static final List<Arrows> ALLOWED =
      List.of(
          Arrows.of("core"),
          Arrows.of("db", "core"),
          Arrows.of("http", "core", "vault"),
          Arrows.of("connector", "core"),
          Arrows.of("job", "db"), // the clock that is right is the database's
          Arrows.of("event", "core", "db", "http"),
          Arrows.of("postgres", "core", "db"),
          Arrows.of("backup", "core", "db", "job", "vault", "postgres"),
          Arrows.of("idempotency", "core", "db", "http", "job", "event", "vault"),
          Arrows.of("account", "core", "db", "job"),
          Arrows.of("vault", "core", "db", "job"),
          Arrows.of("instrument", "core", "http", "vault", "connector"),
          Arrows.of(
              "paymentmethod",
              "core",
              "db",
              "http",
              "job",
              "event",
              "idempotency",
              "vault",
              "connector",
              "instrument",
              "customer"),
          Arrows.of("note", "core", "db"),
          Arrows.of("customer", "core", "db", "http", "event", "idempotency", "vault", "note"),
          Arrows.of("connector.simulator", "core", "db", "connector"),
          Arrows.of("connector.stripe", "core", "http", "connector"),
          Arrows.of(
              "connector.instance",
              "core",
              "db",
              "http",
              "job",
              "idempotency",
              "account",
              "vault",
              "connector"),
          Arrows.of("payment.machine", "core", "event", "connector", "instrument", "paymentmethod"),
          Arrows.of(
              "payment.store",
              "core",
              "db",
              "http",
              "event",
              "idempotency",
              "connector",
              "instrument",
              "paymentmethod",
              "payment.machine"),
          Arrows.of(
              "payment.view",
              "core",
              "http",
              "idempotency",
              "connector",
              "instrument",
              "paymentmethod",
              "payment.machine"),
          Arrows.of(
              "payment.execution",
              "core",
              "db",
              "job",
              "event",
              "idempotency",
              "connector",
              "instrument",
              "paymentmethod",
              "payment.machine",
              "payment.store",
              "payment.view"),
          Arrows.of(
              "payment.recovery",
              "core",
              "db",
              "job",
              "idempotency",
              "connector",
              "payment.machine",
              "payment.store",
              "payment.execution"),
          Arrows.of(
              "payment.engine",
              "core",
              "db",
              "idempotency",
              "connector",
              "payment.machine",
              "payment.store",
              "payment.view",
              "payment.execution",
              "payment.recovery"),
          Arrows.of(
              "payment",
              "core",
              "db",
              "http",
              "idempotency",
              "vault",
              "customer",
              "connector",
              "instrument",
              "paymentmethod",
              "payment.machine",
              "payment.store",
              "payment.view",
              "payment.execution",
              "payment.engine"),
          Arrows.of(
              "payment.refund",
              "core",
              "db",
              "http",
              "idempotency",
              "vault",
              "connector",
              "payment.machine",
              "payment.store",
              "payment.view",
              "payment.execution",
              "payment.recovery",
              "payment.engine",
              "payment"),
          Arrows.of(
              "payment.challenge",
              "core",
              "db",
              "http",
              "idempotency",
              "account",
              "connector",
              "paymentmethod",
              "page",
              "payment.machine",
              "payment.store",
              "payment.view",
              "payment.execution",
              "payment"),
          Arrows.of("bank.intake", "core", "db", "http", "job", "vault", "bank", "bank.statement"),
          Arrows.of(
              "bank.matching",
              "core",
              "db",
              "http",
              "job",
              "event",
              "idempotency",
              "connector",
              "instrument",
              "bank",
              "bank.account",
              "bank.intake",
              "bank.outgoing",
              "payment.machine",
              "payment.store",
              "payment.execution"),
          Arrows.of(
              "bank.simulation",
              "core",
              "http",
              "idempotency",
              "bank",
              "bank.account",
              "bank.intake",
              "bank.ordering",
              "bank.outgoing",
              "payment.machine",
              "payment.store"),
          Arrows.of("branding", "core", "db", "http"),
          Arrows.of("mail", "core"),
          Arrows.of(
              "alert", // it asks the stores of others what needs a person
              "core",
              "db",
              "job",
              "account",
              "bank.intake",
              "bank.outgoing",
              "connector",
              "connector.instance",
              "mail",
              "payment.store",
              "webhook"),
          Arrows.of(
              "receipt",
              "core",
              "db",
              "http",
              "job",
              "account",
              "branding",
              "checkout", // a mail is in the language of the page on which the payer paid
              "connector",
              "instrument",
              "mail",
              "payment",
              "payment.machine",
              "payment.refund",
              "payment.view",
              "page"),
          Arrows.of(
              "checkout",
              "core",
              "db",
              "http",
              "job",
              "event",
              "idempotency",
              "account",
              "branding",
              "vault",
              "connector",
              "instrument",
              "customer",
              "paymentmethod",
              "bank",
              "page",
              "payment.machine",
              "payment.view",
              "payment.execution",
              "payment",
              "payment.challenge"),
          Arrows.of("webhook", "core", "db", "http", "job", "event", "idempotency", "vault"),
          Arrows.of(
              "report",
              "core",
              "db",
              "job",
              "event",
              "customer",
              "payment",
              "payment.machine",
              "payment.refund",
              "payment.store",
              "vault"),
          Arrows.of(
              "demo", // what a merchant can do
              "core",
              "idempotency",
              "connector", // the card that is typed in
              "customer",
              "paymentmethod",
              "payment",
              "payment.challenge",
              "payment.machine",
              "payment.recovery",
              "payment.refund",
              "webhook"),
          Arrows.of("page", "core"),
          Arrows.of("bank", "core", "page"),
          Arrows.of("bank.statement", "core", "bank"),
          Arrows.of(
              "bank.account",
              "core",
              "db",
              "http",
              "idempotency",
              "vault",
              "bank",
              "bank.statement"),
          Arrows.of(
              "connector.bank", "core", "db", "connector", "bank", "bank.account", "bank.outgoing"),
          Arrows.of("bank.outgoing", "core", "db", "vault"),
          Arrows.of(
              "bank.ordering",
              "core",
              "db",
              "http",
              "job",
              "idempotency",
              "vault",
              "connector",
              "instrument",
              "bank",
              "bank.account",
              "bank.intake",
              "bank.matching",
              "bank.order",
              "bank.outgoing",
              "payment.machine",
              "payment.store",
              "payment.refund"),
          Arrows.of("bank.order", "core", "bank"),
          Arrows.of("docs", "core", "http", "page"),
          Arrows.of("team", "core", "db", "account", "vault"),
          Arrows.of(
              "dashboard..", // its packages make no cycles either: see below
              "core",
              "db", // see below: hardly anything
              "http",
              "account",
              "branding",
              "alert",
              "idempotency",
              "vault",
              "bank",
              "bank.account",
              "bank.statement",
              "connector",
              "connector.instance",
              "instrument",
              "bank.intake",
              "bank.matching",
              "bank.ordering",
              "bank.outgoing",
              "bank.simulation",
              "event",
              "customer",
              "paymentmethod",
              "payment",
              "payment.machine",
              "payment.refund",
              "payment.store",
              "payment.view",
              "report",
              "webhook",
              "team",
              "note",
              "receipt",
              "checkout",
              "mail",
              "page"),
          Arrows.of(
              "api",
              "core",
              "db",
              "http",
              "docs",
              "account",
              "branding",
              "vault",
              "event",
              "customer",
              "paymentmethod",
              "payment",
              "payment.challenge",
              "payment.refund",
              "checkout",
              "receipt",
              "connector.instance",
              "bank.account",
              "bank.intake",
              "bank.matching",
              "bank.ordering",
              "bank.simulation",
              "webhook"),
          Arrows.of("config", "core", "db", "http", "account", "backup", "mail", "webhook"),
          Arrows.of(
              "app", // it puts them together: all but the commands
              "core",
              "db",
              "postgres",
              "http",
              "job",
              "event",
              "idempotency",
              "account",
              "branding",
              "vault",
              "note",
              "customer",
              "paymentmethod",
              "connector",
              "connector.simulator",
              "connector.stripe",
              "connector.instance",
              "connector.bank",
              "bank",
              "bank.account",
              "bank.intake",
              "bank.matching",
              "bank.ordering",
              "bank.outgoing",
              "bank.simulation",
              "payment",
              "payment.challenge",
              "payment.engine",
              "payment.machine",
              "payment.recovery",
              "payment.refund",
              "payment.execution",
              "payment.store",
              "payment.view",
              "alert",
              "backup",
              "mail",
              "checkout",
              "receipt",
              "webhook",
              "report",
              "team",
              "dashboard..",
              "demo",
              "docs",
              "api",
              "config"),
          Arrows.of(
              "doctor", // it asks the stores of others what an operator has to fix
              "core",
              "db",
              "http",
              "job",
              "account",
              "alert",
              "bank.account",
              "bank.intake",
              "connector.instance",
              "vault",
              "backup",
              "mail",
              "webhook",
              "config",
              "app"),
          Arrows.of(
              "cli",
              "doctor",
              "core",
              "db",
              "http",
              "event",
              "account",
              "vault",
              "backup",
              "connector",
              "connector.instance",
              "payment.machine",
              "payment.execution",
              "webhook",
              "team",
              "demo",
              "config",
              "app"));

  private static final int MOST_ARGUMENTS = 8;

  /** Where the program begins, what is typed and set, what looks at it, what puts it together. */
  private static final String[] PROGRAM = {
    "florin", "florin.cli", "florin.doctor", "florin.app", "florin.config"
  };

  @TestFactory
  Stream<DynamicTest> a_package_uses_only_what_stands_beside_it_in_the_list() {
    return ALLOWED.stream()
        .map(arrows ->
            DynamicTest.dynamicTest(
                arrows.from + " → " + arrows.to.stream().sorted().collect(joining(" ")),
                () -> usesOnly(arrows).check(CLASSES)));
  }

  @Test
  void the_list_has_every_package() {
    var packages = new TreeSet<String>();
    CLASSES.stream()
        .map(JavaClass::getPackageName)
        .filter(name -> name.startsWith("florin."))
        .map(name -> name.substring("florin.".length()).replaceFirst("^dashboard.*", "dashboard.."))
        .forEach(packages::add);

    assertThat(packages)
        .containsExactlyInAnyOrderElementsOf(ALLOWED.stream().map(Arrows::from).toList());
  }

  @Test
  void packages_make_no_cycles() {
    slices().matching("florin.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void the_program_itself_is_used_by_no_feature() {
    noClasses()
        .that(not(resideInAnyPackage(PROGRAM)))
        .should()
        .dependOnClassesThat(resideInAnyPackage(PROGRAM))
        .check(CLASSES);
  }

  @Test
  void the_program_begins_with_its_commands() {
    noClasses()
        .that(resideInAPackage("florin"))
        .should()
        .dependOnClassesThat(
            resideInAPackage("florin..").and(not(resideInAnyPackage("florin", "florin.cli"))))
        .check(CLASSES);
  }

  @Test
  void the_routes_depend_only_on_the_apis_of_features() {
    noClasses()
        .that(resideInAPackage("florin.api"))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("florin.event", "florin.payment..", "florin.webhook")
                .and(not(named(".*Api"))))
        .check(CLASSES);
  }

  @Test
  void the_pipelines_depend_on_the_database_only_for_its_failure_and_on_time_spans() {
    noClasses()
        .that(resideInAnyPackage("florin.api", "florin.dashboard.."))
        .should()
        .dependOnClassesThat(
            resideInAPackage("florin.db")
                .and(not(named(".*Exception")))
                .and(not(oneOf(IdTime.class))))
        .check(CLASSES);
  }

  @Test
  void only_stores_use_jdbc() {
    noClasses()
        .that(not(resideInAnyPackage("florin.db", "florin.postgres")))
        .and(not(named(".*(Store|Table)")))
        .and(
            not(
                oneOf(
                    EventLog.class,
                    EventFeed.class,
                    Idempotency.class,
                    AuditLog.class))) // stores by other names
        .and(not(oneOf(Audit.class).or(named("florin.connector.simulator.Book")))) // the network's
        .and(not(oneOf(Database.class, LiveKeys.class))) // they look at the server, not at rows
        .and(not(oneOf(Accounts.class))) // several stores' steps in one transaction
        .should()
        .dependOnClassesThat(resideInAPackage("java.sql"))
        .check(CLASSES);
  }

  @Test
  void http_stays_at_the_door() {
    noClasses()
        .that(not(resideInAnyPackage(PROGRAM)))
        .and(not(resideInAnyPackage("florin.http", "florin.api", "florin.dashboard..")))
        .and(not(named(".*Api")))
        .and(not(named(".*(Views?|Formats)")))
        .should()
        .dependOnClassesThat(
            resideInAPackage("florin.http")
                .and(not(oneOf(Json.class, JsonFields.class)))
                // What the clients of others read is bounded in one place.
                .and(
                    not(
                        oneOf(
                            BoundedTransport.class,
                            OutgoingBudgets.class,
                            ResponseLimitException.class))))
        .check(CLASSES);
  }

  /** JSON is stored too: events as they are sent, metadata as it came. */
  @Test
  void only_views_and_stores_write_json() {
    noClasses()
        .that(not(resideInAPackage("florin.http")))
        .and(not(named(".*(Api|Views?|Store|Table)")))
        .and(not(oneOf(EventLog.class)))
        // They read what a service answers.
        .and(
            not(
                named(
                    "florin.cli.(RestClient|(Payments|Refunds|Connectors|BankAccounts|PaymentFiles|Trigger)Command)")))
        .and(not(named("florin.connector.stripe.StripeObject"))) // what a provider answers
        .should()
        .dependOnClassesThat(equivalentTo(Json.class))
        .check(CLASSES);
  }

  @Test
  void jetty_and_jackson_stay_in_http() {
    noClasses()
        .that(not(resideInAPackage("florin.http")))
        // It is the other side of HTTP, and Jetty has both: see docs/decisions/015.
        .and(not(named("florin.webhook.(Sender|AnswerReader)")))
        .and(not(named("florin.connector.stripe.StripeHttp.*")))
        // The library of passkeys declares its exceptions.
        .and(not(named("florin.team.Ceremonies")))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("org.eclipse.jetty..", "tools.jackson..", "com.fasterxml.."))
        .check(CLASSES);
  }

  @Test
  void machines_are_pure() {
    noClasses()
        .that(named(".*Machine"))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "florin.db..",
                    "florin.http..",
                    "florin.job..",
                    "java.sql..",
                    "java.io..",
                    "java.nio.file..",
                    "java.net..",
                    "org.slf4j..",
                    "java.util.concurrent..")
                .or(named("java\\.time\\.(Clock|InstantSource)"))
                .or(named("java\\.util\\.Random|java\\.security\\.SecureRandom"))
                .or(named("florin\\.core\\.IdSource")))
        .orShould()
        .callMethod(java.time.Instant.class, "now")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(java.util.UUID.class, "randomUUID")
        .check(CLASSES);
  }

  @Test
  void payments_depend_on_connectors_only_through_the_port() {
    noClasses()
        .that(not(resideInAnyPackage("florin.connector.simulator", "florin.app")))
        .should()
        .dependOnClassesThat(resideInAPackage(Simulator.class.getPackageName()))
        .check(CLASSES);
  }

  /** Time comes as an argument or from a source that was passed in. */
  @Test
  void only_the_program_and_the_clocks_read_the_wall_clock() {
    noClasses()
        .that(not(resideInAnyPackage("florin.app", "florin.cli", "florin.job")))
        .should()
        .callMethod(java.time.Instant.class, "now")
        .orShould()
        .callMethod(java.time.Clock.class, "systemUTC")
        .check(CLASSES);
  }

  @Test
  void only_the_program_ends_the_process_or_prints() {
    noClasses()
        .that(not(resideInAnyPackage(PROGRAM)))
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .orShould()
        .callMethod(Runtime.class, "exit", int.class)
        .orShould()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(CLASSES);
  }

  /**
   * A part with more is two parts, or a record groups what belongs together. Rows may be wide, and
   * a module takes what its parts use.
   */
  @Test
  void no_method_has_more_than_eight_parameters() {
    assertThat(
            CLASSES.stream()
                .filter(type -> !type.isRecord() && !type.isEnum() && !type.isAnonymousClass())
                .filter(type -> !type.getSimpleName().matches(".*(Module|Wiring)"))
                .flatMap(type -> type.getConstructors().stream())
                .filter(constructor -> constructor.getRawParameterTypes().size() > MOST_ARGUMENTS)
                .map(constructor -> constructor.getOwner().getSimpleName()))
        .isEmpty();
  }

  private static ArchRule usesOnly(Arrows arrows) {
    String self = "florin." + arrows.from;
    String[] known =
        Stream.concat(Stream.of(self), arrows.to.stream().map(name -> "florin." + name))
            .toArray(String[]::new);
    return noClasses()
        .that(resideInAPackage(self))
        .should()
        .dependOnClassesThat(resideInAPackage("florin..").and(not(resideInAnyPackage(known))));
  }

  private static DescribedPredicate<JavaClass> not(DescribedPredicate<? super JavaClass> other) {
    return DescribedPredicate.not(other).forSubtype();
  }

  private static DescribedPredicate<JavaClass> oneOf(Class<?>... types) {
    return DescribedPredicate.describe(
        "one of " + List.of(types),
        type -> Stream.of(types).anyMatch(t -> outermost(type).isEquivalentTo(t)));
  }

  /** By the full name of the outermost class. */
  private static DescribedPredicate<JavaClass> named(String regex) {
    return DescribedPredicate.describe(
        "named " + regex, type -> outermost(type).getName().matches(regex));
  }

  private static JavaClass outermost(JavaClass type) {
    JavaClass outer = type;
    while (outer.getEnclosingClass().isPresent()) {
      outer = outer.getEnclosingClass().get();
    }
    return outer;
  }
}
