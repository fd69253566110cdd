package florin.connector.mollie;

import florin.connector.CheckReport;
import florin.connector.CheckReport.CheckResult;
import florin.connector.CheckReport.CheckStep;
import florin.connector.Deadline;
import florin.connector.mollie.MolliePayment.PaymentState;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteClient;
import florin.connector.remote.RemoteLine;
import florin.connector.remote.RemoteObject;
import florin.connector.remote.RemoteRequest;
import florin.connector.remote.RemoteUnusableException;
import florin.core.Currency;
import florin.core.Money;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The test of a connector's API keys. With the test key, it creates a payment and reads it; the
 * payment expires. With the live key, it only reads.
 */
final class MollieCheck {
  private static final URI NOWHERE = URI.create("https://example.com/florin-check");
  private static final Money AMOUNT = new Money(1000, Currency.get("eur"));

  private final String connector;
  private final RemoteClient<MollieError> client;
  private final MollieSettings settings;
  private final Optional<RemoteLine<MollieError>> organization;
  private final List<CheckStep> steps = new ArrayList<>();

  /**
   * Creates the check.
   *
   * @param organization the connection with the organization token
   */
  MollieCheck(
      String connector,
      RemoteClient<MollieError> client,
      MollieSettings settings,
      Optional<RemoteLine<MollieError>> organization) {
    this.connector = connector;
    this.client = client;
    this.settings = settings;
    this.organization = organization;
  }

  CheckReport run(Deadline deadline) {
    if (settings.testKey().isEmpty()) {
      failed(
          "Test mode: a payment can be created",
          "A live connector is checked with a test key. Add the test API key, which begins with test_.");
    }
    Optional<RemoteObject> tested =
        settings
            .testKey()
            .flatMap(key -> tryTest(new RemoteLine<>(connector, client, key, false), deadline));
    if (settings.live()) {
      tryKey("Live", new RemoteLine<>(connector, client, settings.key(), true), deadline)
          .ifPresent(profile -> {
            tested.ifPresent(test -> compare(test, profile));
            boolean isVerified = profile.text("status").equals(Optional.of("verified"));
            add(
                "Live: the profile can accept payments",
                isVerified,
                isVerified
                    ? "Mollie has verified the website profile."
                    : "Mollie has not verified the website profile. Finish its activation in Mollie's dashboard.");
          });
    }
    trySettlements(deadline);
    return new CheckReport(steps);
  }

  /** Tests the organization token. Payments don't need it. */
  private void trySettlements(Deadline deadline) {
    String title = "Fees and payouts can be read";
    if (organization.isEmpty()) {
      if (settings.live() || settings.organizationToken().isPresent()) {
        steps.add(
            new CheckStep(
                title,
                CheckResult.SKIPPED,
                settings.live()
                    ? "There is no organization token, so Florin reads no fees and payouts of Mollie. Create one with the permissions balances.read and settlements.read in Mollie's dashboard."
                    : "Mollie has no settlements in test mode. A live connector uses the organization token."));
      }
      return;
    }
    try {
      for (RemoteRequest request :
          List.of(MollieRequests.balance(settings.live()), MollieRequests.settlements(1))) {
        MollieSettlements.read(organization.get(), request, deadline);
      }
      add(title, true, "The organization token can read the balance and the settlements.");
    } catch (RemoteUnusableException unusable) {
      failed(title, String.valueOf(unusable.getMessage()));
    }
  }

  /** Compares the profiles of both keys, because each profile has its own payment methods. */
  private void compare(RemoteObject test, RemoteObject live) {
    boolean isSame = test.text("id").isPresent() && test.text("id").equals(live.text("id"));
    add(
        "Live: both keys belong to the same profile",
        isSame,
        isSame
            ? "The test key tests what the live key uses."
            : "The test key belongs to the website profile %s, the live key to %s. Use the keys of one profile."
                .formatted(name(test), name(live)));
  }

  private static String name(RemoteObject profile) {
    return profile.text("id").orElse("without an id");
  }

  /** Tests the test key with a payment. Returns the profile, if the key can be used. */
  private Optional<RemoteObject> tryTest(RemoteLine<MollieError> line, Deadline deadline) {
    Optional<RemoteObject> profile = tryKey("Test mode", line, deadline);
    if (profile.isPresent()) {
      tryPayment(line, deadline);
    }
    return profile;
  }

  private void tryPayment(RemoteLine<MollieError> line, Deadline deadline) {
    String title = "Test mode: a payment can be created";
    RemoteRequest create = MollieRequests.check(AMOUNT, NOWHERE, "check " + UUID.randomUUID());
    ask(title, line, create, deadline)
        .map(MolliePayment::new)
        .flatMap(MolliePayment::id)
        .ifPresent(id -> {
          add(title, true, "Mollie made " + id + ". It expires without being paid.");
          see("Test mode: the payment can be read", line, id, deadline);
        });
  }

  private void see(String title, RemoteLine<MollieError> line, String id, Deadline deadline) {
    ask(title, line, MollieRequests.payment(id), deadline)
        .map(MolliePayment::new)
        .ifPresent(found -> {
          boolean isSame =
              found.state() == PaymentState.OPEN && found.amount().equals(Optional.of(AMOUNT));
          add(title, isSame, isSame ? "Read back from Mollie." : "Mollie returns different data.");
        });
  }

  /** Tests a key. Returns the profile; empty, with a failed step, if the key can't be used. */
  private Optional<RemoteObject> tryKey(
      String which, RemoteLine<MollieError> line, Deadline deadline) {
    String title = which + ": the key is valid";
    Optional<RemoteObject> profile = ask(title, line, MollieRequests.profile(), deadline);
    profile.ifPresent(found ->
        add(title, true, "The key belongs to the website profile %s.".formatted(name(found))));
    return profile.filter(_ -> tryMethods(which, line, deadline));
  }

  private boolean tryMethods(String which, RemoteLine<MollieError> line, Deadline deadline) {
    String title = which + ": the payment methods are enabled";
    Optional<List<String>> enabled =
        ask(title, line, MollieRequests.methods(), deadline).map(MollieMethods::list);
    List<String> impossible = MollieMethods.impossible(settings.methods());
    if (!impossible.isEmpty()) {
      failed(
          title,
          "Remove %s: Mollie requires order lines, which Florin doesn't send."
              .formatted(String.join(", ", impossible)));
      return false;
    }
    enabled.ifPresent(methods -> {
      String missing =
          settings.methods().stream()
              .filter(method -> !methods.contains(method))
              .collect(Collectors.joining(", "));
      boolean isComplete = missing.isEmpty() && !methods.isEmpty();
      add(
          title,
          isComplete,
          isComplete
              ? "Enabled at Mollie: " + String.join(", ", methods) + "."
              : "Enable %s for the website profile in Mollie's dashboard."
                  .formatted(missing.isEmpty() ? "a payment method" : missing));
    });
    return enabled.isPresent();
  }

  /** Sends a request. Returns empty, with a failed step, if it did not succeed. */
  private Optional<RemoteObject> ask(
      String title, RemoteLine<MollieError> line, RemoteRequest request, Deadline deadline) {
    return switch (line.send(request, deadline)) {
      case RemoteAnswer.Done(RemoteObject object) -> Optional.of(object);
      case RemoteAnswer.KeyRefused(String detail) ->
          failed(
              title,
              "Mollie rejected the key (%s). Copy it again from Developers, API keys in Mollie's dashboard."
                  .formatted(detail));
      case RemoteAnswer.Refused(MollieError error, _) ->
          failed(title, "Mollie rejected the request: %s.".formatted(error));
      case RemoteAnswer.NotSent(String detail) ->
          failed(title, "Mollie could not be reached: %s.".formatted(detail));
      case RemoteAnswer.Lost(String detail, _) ->
          failed(title, "Mollie returned an unexpected response: %s.".formatted(detail));
    };
  }

  private Optional<RemoteObject> failed(String title, String detail) {
    add(title, false, detail);
    return Optional.empty();
  }

  private void add(String title, boolean isPassed, String detail) {
    steps.add(new CheckStep(title, isPassed ? CheckResult.PASSED : CheckResult.FAILED, detail));
  }
}
