package florin;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
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
import florin.projection.EventBatch;
import florin.projection.Projection;
import florin.team.AuditLog;
import florin.testing.ServiceClasses;
import florin.testing.Sources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The rules about dependencies that the compiler can't keep. An exception has the name of its class
 * and a reason.
 */
class ArchitectureTest {
  private static final JavaClasses CLASSES = ServiceClasses.ALL;

  /**
   * The modules, and in each its packages with those that they may use. The compiler keeps a module
   * from using a later one, and this list is closer: what isn't in it is forbidden. Two dots stand
   * for the packages inside.
   */
  private static final String ALLOWED =
      """
      base
        core:
        db: core
        # The right clock is that of the database.
        job: core db
        vault: core db job
        mail:
        postgres: core db
        backup: core db job vault postgres
      web
        page: core mail
        http: core vault
        docs: page http
      money
        account: core db job
        connector: core
        event: core db http
        projection: core db job event
        idempotency: core db job account vault http event
        connector.instance: core db job account vault http connector idempotency
        instrument: core vault http connector
        note: core db
        customer: core db vault http event idempotency note
        brake: core db job http event idempotency
        lists: core db job account http idempotency customer
        mandate: core db http connector event idempotency
        dispute: core db http connector event
        paymentmethod: core db job vault http connector event idempotency instrument customer
            mandate brake lists
        payment.machine: core connector event instrument mandate paymentmethod
        payment.store: core db http connector idempotency instrument mandate paymentmethod
            payment.machine
        payment.view: core http connector idempotency instrument mandate paymentmethod
            payment.machine brake lists
        payment.execution: core db connector event idempotency dispute instrument mandate paymentmethod
            payment.machine payment.store payment.view
        payment.evidence: core db account vault http connector idempotency dispute instrument customer
            mandate paymentmethod payment.machine payment.store
        payment.dispute: core db account job http payment.evidence connector idempotency event dispute payment.machine
            payment.store payment.execution
        payment.recovery: core db job connector idempotency dispute payment.machine payment.store
            payment.execution
        payment.retry: core db job vault connector event instrument mandate payment.machine
            payment.store payment.execution
        payment.engine: core db account connector idempotency payment.machine payment.store payment.view
            payment.execution payment.recovery
        payment: core db http connector idempotency instrument customer mandate paymentmethod
            payment.machine payment.store payment.view payment.execution payment.engine brake event
            payment.retry lists
        payment.refund: core db http connector idempotency payment.machine payment.store
            payment.view payment.execution payment.recovery payment.engine payment
        payment.challenge: core account page http connector idempotency paymentmethod
            payment.machine payment.store payment.view payment.execution payment
      bank
        bank: core page
        bank.statement: core
        bank.imports: core db job bank bank.statement vault http
        bank.outgoing: core db vault
        bank.account: core db bank bank.statement http idempotency
        bank.matching: core db job account bank http bank.imports bank.outgoing connector event idempotency
            instrument payment.machine payment.store bank.account payment.execution
        bank.order: core bank
        bank.ordering: core db job vault http bank.imports bank.outgoing connector idempotency
            instrument payment.machine payment.store bank.account bank.matching bank.order
            payment.refund
        bank.simulation: core bank http bank.imports bank.outgoing idempotency payment.machine
            payment.store bank.account bank.matching bank.ordering
        connector.bank: core db bank bank.outgoing connector bank.account
      books
        books: core db job account page vault books.fee books.file http connector connector.instance event idempotency
            projection dispute payment.machine payment.store payment.view
        books.file: core connector
        books.fee: core db vault http connector customer idempotency instrument payment.machine
            paymentmethod payment.view
      networks
        connector.simulator: core db connector
        connector.remote: core http connector
        connector.mollie: core connector connector.remote
        connector.stripe: core connector connector.remote
      merchant
        webhook: core db job vault http event idempotency
        # It asks the stores of others what needs a person.
        alert: core db job account page bank.imports bank.outgoing brake connector connector.instance
            mail payment.machine payment.store webhook dispute bank.account
        branding: core db http
        checkout: core db job account page bank http connector event idempotency instrument
            customer paymentmethod payment.machine payment.view payment.execution payment branding
            payment.challenge mandate brake vault lists
        cardfields: core account page http connector checkout
        # A mail is in the language of the page on which the payer paid.
        receipt: core db job account page http connector mail instrument payment.machine
            payment.view payment payment.refund branding checkout
        report: core db job vault projection customer payment.machine payment.store payment
            payment.refund
        team: core db account vault
        keys: core db http account idempotency vault
        sandbox: core db job account http event idempotency vault
      dashboard
        # Its packages make no cycles.
        dashboard..: core db account dispute payment.dispute payment.evidence page bank bank.statement books vault http bank.imports
            bank.outgoing connector event idempotency connector.instance mail instrument note
            customer mandate paymentmethod payment.machine payment.store webhook alert bank.account
            payment.view bank.matching payment payment.refund bank.ordering bank.simulation
            branding brake cardfields checkout receipt report team docs lists
      demo
        # It does what a merchant can do.
        demo: core connector idempotency customer paymentmethod payment.machine webhook
            payment.recovery payment payment.refund payment.challenge
            dispute payment.dispute payment.evidence
      server
        # It returns the PDF of evidence that the dashboard makes.
        api: dashboard.. core db dispute payment.evidence payment.dispute account vault http books bank.imports books.fee event connector.instance
            brake customer mandate paymentmethod webhook bank.account bank.matching payment
            payment.refund bank.ordering bank.simulation branding payment.challenge cardfields checkout docs receipt
            keys lists sandbox
        config: core db account vault http mail webhook team backup
        # It puts everything together.
        app: *
        # It asks the stores of others what an operator has to fix.
        doctor: core db job account vault http bank.imports connector.instance mail webhook alert
            bank.account backup config app
        cli: core db brake books account vault http connector event connector.instance payment.machine webhook
            payment.execution page docs report backup config team demo app doctor
      """;

  private static final int MOST_ARGUMENTS = 8;

  /** Where the program begins, what is typed and set, what looks at it, what puts it together. */
  private static final String[] PROGRAM = {
    "florin", "florin.cli", "florin.doctor", "florin.app", "florin.config"
  };

  @TestFactory
  Stream<DynamicTest> a_package_uses_only_what_stands_beside_it_in_the_list() {
    return allowed().entrySet().stream()
        .filter(arrows -> !arrows.getValue().contains("*"))
        .map(arrows ->
            DynamicTest.dynamicTest(
                arrows.getKey() + " → " + String.join(" ", arrows.getValue()),
                () -> usesOnly(arrows.getKey(), arrows.getValue()).check(CLASSES)));
  }

  @Test
  void the_list_has_every_package_of_every_module() throws IOException {
    var sources = new TreeSet<String>();
    for (Path source : Sources.java()) {
      String name = Sources.className(source);
      if (name.chars().filter(c -> c == '.').count() > 1) {
        sources.add(
            source.getName(1)
                + " "
                + name.substring("florin.".length(), name.lastIndexOf('.'))
                    .replaceFirst("^dashboard.*", "dashboard.."));
      }
    }
    var listed = new TreeSet<String>();
    String module = "";
    for (String line : lines()) {
      if (line.contains(":")) {
        listed.add(module + " " + line.substring(0, line.indexOf(':')));
      } else {
        module = line;
      }
    }

    assertThat(listed).isEqualTo(sources);
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
        .and(
            not(
                oneOf(Audit.class)
                    .or(named("florin.connector.simulator.SimulatorLedger")))) // the network's
        .and(not(oneOf(Database.class, LiveKeys.class))) // they look at the server, not at rows
        .and(not(oneOf(EventBatch.class).or(assignableTo(Projection.class)))) // in a follower's
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
                    "florin.cli.(RestClient|Shop|ShopDrill|(Payments|Refunds|Connectors|BankAccounts|PaymentFiles|Sandbox|Settlements|Trigger)Command)")))
        .and(not(named("florin.connector.remote.RemoteObject"))) // what a provider answers
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
        .and(not(named("florin.connector.remote.Remote(Http|Body).*")))
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
   * A part with more is two parts, or a record groups what belongs together. Rows may be wide, a
   * module takes what its parts use, and a page what it shows.
   */
  @Test
  void no_method_has_more_than_eight_parameters() {
    assertThat(
            CLASSES.stream()
                .filter(type -> !type.isRecord() && !type.isEnum() && !type.isAnonymousClass())
                .filter(type -> !type.getSimpleName().matches(".*(Module|Pages?)"))
                .flatMap(type -> type.getConstructors().stream())
                .filter(constructor -> constructor.getRawParameterTypes().size() > MOST_ARGUMENTS)
                .map(constructor -> constructor.getOwner().getSimpleName()))
        .isEmpty();
  }

  /** Returns the lines of the list, without comments and with continued lines joined. */
  private static List<String> lines() {
    return ALLOWED
        .replaceAll("(?m)^ *#.*\n", "")
        .replaceAll("\n {4,}", " ")
        .lines()
        .map(String::strip)
        .toList();
  }

  /** Returns the packages that each package may use. */
  private static Map<String, List<String>> allowed() {
    var allowed = new TreeMap<String, List<String>>();
    for (String line : lines()) {
      if (line.contains(":")) {
        allowed.put(
            line.substring(0, line.indexOf(':')),
            List.of(line.substring(line.indexOf(':') + 1).strip().split(" +")));
      }
    }
    return allowed;
  }

  private static ArchRule usesOnly(String from, List<String> to) {
    String self = "florin." + from;
    String[] known =
        Stream.concat(Stream.of(self), to.stream().map(name -> "florin." + name))
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
