package florin.connector.stripe;

import florin.connector.AuthorizeRequest.Capture;
import florin.connector.CheckReport;
import florin.connector.CheckReport.CheckResult;
import florin.connector.CheckReport.CheckStep;
import florin.connector.Deadline;
import florin.connector.OperationRef;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteClient;
import florin.connector.remote.RemoteLine;
import florin.connector.remote.RemoteObject;
import florin.connector.remote.RemoteRequest;
import florin.connector.stripe.StripeRequests.PageEnd;
import florin.connector.stripe.StripeRequests.StripeItem;
import florin.connector.stripe.StripeRequests.StripePage;
import florin.connector.stripe.StripeSession.PageState;
import florin.core.Id.AttemptId;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The test of a connector's API keys. With the sandbox key, it creates, reads and expires a page.
 * With the live key, it creates nothing.
 */
final class StripeCheck {
  private static final URI NOWHERE = URI.create("https://example.com/florin-check");

  /**
   * The amount of the test page, in Stripe's units: high enough for each currency's minimum. It is
   * never paid.
   */
  private static final long AMOUNT = 100_000;

  private final String connector;
  private final RemoteClient<StripeError> client;
  private final StripeSettings settings;
  private final List<CheckStep> steps = new ArrayList<>();

  StripeCheck(String connector, RemoteClient<StripeError> client, StripeSettings settings) {
    this.connector = connector;
    this.client = client;
    this.settings = settings;
  }

  CheckReport run(Deadline deadline) {
    settings.testKey().ifPresentOrElse(key -> trySandbox(key, deadline), this::withoutSandbox);
    if (settings.live()) {
      tryLive(deadline);
    }
    if (settings.signingSecrets().isEmpty()) {
      add(
          "Webhooks are signed",
          CheckResult.SKIPPED,
          "There is no signing secret yet. Florin registers for webhooks when the connector is enabled; until then, it polls Stripe.");
    }
    return new CheckReport(steps);
  }

  private void withoutSandbox() {
    add(
        "A payment page can be created in the sandbox",
        CheckResult.FAILED,
        "A live connector is checked with the key of a sandbox. Add the sandbox secret key, which begins with sk_test_.");
  }

  private void trySandbox(String key, Deadline deadline) {
    var line = new RemoteLine<>(connector, client, key, false);
    Optional<RemoteObject> account = tryKey("Sandbox", line, deadline);
    if (account.isEmpty()) {
      return;
    }
    String currency = account.get().text("default_currency").orElse("usd");
    var reference = new OperationRef(new AttemptId(UUID.randomUUID()));
    Optional<RemoteObject> made =
        ask(
            "A payment page can be created in the sandbox",
            line,
            page(reference, currency),
            deadline);
    Optional<String> id = made.flatMap(it -> it.text("id"));
    if (id.isEmpty()) {
      return;
    }
    add(
        "A payment page can be created in the sandbox",
        CheckResult.PASSED,
        "Stripe made " + id.get() + ".");
    see("The payment page is open", line, id.get(), PageState.OPEN, deadline);
    ask(
            "The payment page can be expired",
            line,
            StripeRequests.expire(id.get(), reference),
            deadline)
        .ifPresent(
            _ -> see("The payment page can be expired", line, id.get(), PageState.GONE, deadline));
  }

  private RemoteRequest page(OperationRef reference, String currency) {
    return StripeRequests.create(
        new StripePage(
            reference.toString(),
            List.of(new StripeItem("Check of a connector", AMOUNT, 1)),
            currency,
            settings.methods(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Capture.AUTOMATIC,
            false,
            new PageEnd(NOWHERE, Optional.empty())));
  }

  private void see(
      String title,
      RemoteLine<StripeError> line,
      String id,
      PageState expected,
      Deadline deadline) {
    ask(title, line, StripeRequests.session(id), deadline)
        .ifPresent(found -> {
          boolean isSo = new StripeSession(found).state() == expected;
          add(
              title,
              isSo ? CheckResult.PASSED : CheckResult.FAILED,
              isSo ? "Read back from Stripe." : "Stripe returns different data.");
        });
  }

  private void tryLive(Deadline deadline) {
    var line = new RemoteLine<>(connector, client, settings.key(), true);
    tryKey("Live", line, deadline)
        .ifPresent(account -> {
          boolean may = account.is("charges_enabled");
          add(
              "Live: the account can accept payments",
              may ? CheckResult.PASSED : CheckResult.FAILED,
              may
                  ? "Its default currency is %s."
                      .formatted(account.text("default_currency").orElse("not said"))
                  : "Stripe has not activated the account. Finish its activation in Stripe's dashboard.");
        });
  }

  /** Tests a key. Returns empty, with a failed step, if the key can't be used. */
  private Optional<RemoteObject> tryKey(
      String which, RemoteLine<StripeError> line, Deadline deadline) {
    String title = which + ": the key is valid";
    Optional<RemoteObject> balance = ask(title, line, StripeRequests.balance(), deadline);
    if (balance.isEmpty()) {
      return Optional.empty();
    }
    Optional<RemoteObject> account = ask(title, line, StripeRequests.account(), deadline);
    account.ifPresent(found ->
        add(
            title,
            CheckResult.PASSED,
            "The key belongs to the account %s."
                .formatted(found.text("id").orElse("without a name"))));
    return account;
  }

  /** Sends a request. Returns empty, with a failed step, if it did not succeed. */
  private Optional<RemoteObject> ask(
      String title, RemoteLine<StripeError> line, RemoteRequest request, Deadline deadline) {
    return switch (line.send(request, deadline)) {
      case RemoteAnswer.Done(RemoteObject object) -> Optional.of(object);
      case RemoteAnswer.KeyRefused(String detail) ->
          failed(
              title,
              "Stripe rejected the key (%s). A restricted key needs read access to Balance and Account, and write access to Checkout Sessions, PaymentIntents and Refunds. To save cards, it also needs write access to Customers, PaymentMethods and SetupIntents."
                  .formatted(detail));
      case RemoteAnswer.Refused(StripeError error, _) ->
          failed(title, "Stripe rejected the request: %s.".formatted(error));
      case RemoteAnswer.NotSent(String detail) ->
          failed(title, "Stripe could not be reached: %s.".formatted(detail));
      case RemoteAnswer.Lost(String detail, _) ->
          failed(title, "Stripe returned an unexpected response: %s.".formatted(detail));
    };
  }

  private Optional<RemoteObject> failed(String title, String detail) {
    add(title, CheckResult.FAILED, detail);
    return Optional.empty();
  }

  private void add(String title, CheckResult result, String detail) {
    steps.add(new CheckStep(title, result, detail));
  }
}
