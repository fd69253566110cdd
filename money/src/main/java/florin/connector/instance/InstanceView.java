package florin.connector.instance;

import florin.connector.CheckReport.CheckResult;
import florin.connector.ConnectorForm;
import florin.connector.ConnectorForm.FormField;
import florin.connector.ConnectorKind;
import florin.connector.instance.Instance.LastCheck;
import florin.connector.instance.Instance.Status;
import florin.connector.instance.Setups.ConnectorSummary;
import florin.core.Id.ConnectorId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A connector as the API shows it, without secrets.
 *
 * @param position in the order of the enabled connectors, from 1, which is the default
 */
record InstanceView(
    ConnectorId id,
    String object,
    String kind,
    String name,
    Status status,
    Optional<Integer> position,
    Map<String, String> settings,
    List<CredentialView> credentials,
    String webhookUrl,
    boolean webhooksRequested,
    Optional<Instant> checkedAt,
    Optional<CheckView> check,
    boolean livemode,
    Instant created) {

  record CredentialView(String name, boolean set, Optional<String> last4) {}

  record CheckView(boolean passed, List<StepView> steps) {
    static CheckView of(LastCheck last) {
      return new CheckView(
          last.report().hasPassed(),
          last.report().steps().stream()
              .map(step -> new StepView(step.title(), step.result(), step.detail()))
              .toList());
    }
  }

  record StepView(String title, CheckResult result, String detail) {}

  /** A kind of connector with its form. */
  record KindView(
      String kind, String object, String label, String documentation, List<FieldView> fields) {
    static KindView of(ConnectorKind kind) {
      ConnectorForm form = kind.form();
      return new KindView(
          kind.kind(),
          "connector_kind",
          form.label(),
          form.documentation().toString(),
          form.fields().stream().map(FieldView::of).toList());
    }
  }

  record FieldView(
      String name, String label, boolean secret, boolean required, int maxLength, String hint) {
    static FieldView of(FormField field) {
      return new FieldView(
          field.name(),
          field.label(),
          field.secret(),
          field.required(),
          field.maxLength(),
          field.hint());
    }
  }

  static InstanceView of(ConnectorSummary summary) {
    Instance instance = summary.instance();
    Optional<LastCheck> last = instance.state().check();
    return new InstanceView(
        instance.id(),
        "connector",
        instance.provider().kind(),
        instance.provider().name(),
        instance.status(),
        summary.position(),
        instance.provider().settings(),
        summary.secrets().stream()
            .map(field -> new CredentialView(field.name(), field.isSet(), field.last4()))
            .toList(),
        summary.webhookUrl().toString(),
        summary.areWebhooksRequested(),
        last.map(LastCheck::at),
        last.map(CheckView::of),
        instance.realm().isLive(),
        instance.created());
  }
}
