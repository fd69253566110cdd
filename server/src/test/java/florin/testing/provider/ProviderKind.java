package florin.testing.provider;

import florin.connector.CheckReport;
import florin.connector.CheckReport.CheckResult;
import florin.connector.CheckReport.CheckStep;
import florin.connector.Connector;
import florin.connector.ConnectorForm;
import florin.connector.ConnectorForm.FormField;
import florin.connector.ConnectorKind;
import florin.connector.ConnectorSetup;
import florin.connector.Deadline;
import florin.connector.Exchanges;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.regex.Pattern;

/** Connectors to {@link Provider}: the setting `address`, the secrets `key` and `notices`. */
public record ProviderKind(InstantSource clock) implements ConnectorKind {
  public static final String KIND = "test_provider";

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
        List.of(
            new FormField("address", "Address", false, true, any, 200, "an address"),
            new FormField("hosted", "Hosted", false, false, any, 10, "yes, or nothing"),
            new FormField("takes_no_cards", "No cards", false, false, any, 10, "yes, or nothing"),
            new FormField("deadline", "Deadline", false, false, any, 20, "as PT25S"),
            new FormField("key", "Key", true, true, any, 100, "the key"),
            new FormField("notices", "Notices", true, false, any, 100, "what signs notices")));
  }

  @Override
  public CheckReport check(ConnectorSetup setup, Exchanges exchanges, Deadline deadline) {
    boolean known = setup.credentials().get("key").equals(Provider.API_KEY);
    return new CheckReport(
        List.of(
            new CheckStep(
                "The key is known", known ? CheckResult.PASSED : CheckResult.FAILED, "")));
  }

  @Override
  public Connector open(ConnectorSetup setup, Exchanges exchanges) {
    return new ProviderConnector(setup, exchanges, clock);
  }
}
