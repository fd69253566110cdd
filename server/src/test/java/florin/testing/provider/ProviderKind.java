package florin.testing.provider;

import florin.connector.CheckReport;
import florin.connector.CheckReport.CheckResult;
import florin.connector.CheckReport.CheckStep;
import florin.connector.Connector;
import florin.connector.ConnectorForm;
import florin.connector.ConnectorForm.FormField;
import florin.connector.ConnectorKind;
import florin.connector.ConnectorKind.ConnectorSetupException;
import florin.connector.ConnectorSetup;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.Deadline;
import florin.connector.Exchanges;
import florin.connector.SettlementListing;
import florin.testing.provider.Line.Answer;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The kind of connectors to {@link Provider}. It has the setting `address` and the secrets `key`
 * and `webhooks`.
 *
 * @param onCheck runs during a connector check
 * @param settlements returns the page after a cursor of what the provider reports about its money
 */
public record ProviderKind(
    InstantSource clock,
    Runnable onCheck,
    Function<Optional<String>, SettlementListing> settlements)
    implements ConnectorKind {
  public static final String KIND = "test_provider";

  public ProviderKind(InstantSource clock) {
    this(clock, () -> {});
  }

  public ProviderKind(InstantSource clock, Runnable onCheck) {
    this(clock, onCheck, _ -> new SettlementListing.Unsupported());
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public ConnectorForm form() {
    Pattern any = Pattern.compile(".+");
    return new ConnectorForm(
        "Test provider",
        URI.create("https://provider.example/docs"),
        "This provider is a test double.",
        List.of(
            new FormField("address", "Address", false, true, any, 200, "an address"),
            new FormField("hosted", "Hosted", false, false, any, 10, "yes, or nothing"),
            new FormField("saves", "Saves", false, false, any, 10, "yes, or nothing"),
            new FormField("takes_no_cards", "No cards", false, false, any, 10, "yes, or nothing"),
            new FormField("deadline", "Deadline", false, false, any, 20, "as PT25S"),
            new FormField("stand_in", "Stand-in", false, false, any, 10, "yes, or nothing"),
            new FormField("key", "Key", true, true, any, 100, "the key"),
            new FormField(
                "webhooks", "ProviderWebhooks", true, false, any, 100, "what signs webhooks")));
  }

  @Override
  public boolean isGenuine(ConnectorSetup setup) {
    return !setup.settings().containsKey("stand_in");
  }

  @Override
  public CheckReport check(ConnectorSetup setup, Exchanges exchanges, Deadline deadline) {
    onCheck.run();
    boolean known = new Line(setup).get("/account", deadline) instanceof Answer.Done;
    return new CheckReport(
        List.of(
            new CheckStep(
                "The key is known",
                known ? CheckResult.PASSED : CheckResult.FAILED,
                known ? "The account is open." : "The provider does not know the key.")));
  }

  @Override
  public ProviderSecrets subscribe(ConnectorSetup setup, URI address, Deadline deadline) {
    Answer answer =
        new Line(setup)
            .post(
                "/subscriptions",
                UUID.randomUUID().toString(),
                Fields.of("address", address.toString()),
                deadline);
    if (answer instanceof Answer.Done(Fields subscribed)) {
      return new ProviderSecrets(Map.of("webhooks", subscribed.get("secret")));
    }
    throw new ConnectorSetupException("The key may not do that. Give it the right to.");
  }

  @Override
  public Connector open(ConnectorSetup setup, Exchanges exchanges) {
    return new ProviderConnector(setup, exchanges, clock, settlements);
  }
}
