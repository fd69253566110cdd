package florin.dashboard.connectors;

import florin.connector.ConnectorForm;
import florin.connector.ConnectorForm.FormField;
import florin.connector.ConnectorKind;
import florin.connector.instance.Instance;
import florin.connector.instance.InstanceFormats;
import florin.connector.instance.Instances;
import florin.connector.instance.Instances.FieldChange;
import florin.connector.instance.Instances.InstanceChange;
import florin.connector.instance.Instances.NewInstance;
import florin.connector.instance.Setups.ConnectorSummary;
import florin.core.Field;
import florin.core.Id.ConnectorId;
import florin.core.Refusal;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.http.Form;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The forms of `/dashboard/connectors`, generated from the fields of a kind. A secret is never
 * shown again in a form: if another field was wrong, it must be typed again.
 */
public final class ConnectorEditPages {
  public static final String NEW = ConnectorPages.PATH + "/new";

  private final Instances instances;

  public ConnectorEditPages(Instances instances) {
    this.instances = instances;
  }

  /** The kinds that can be added. */
  public record KindsView(List<KindCard> kinds) {
    public KindsView {
      kinds = List.copyOf(kinds);
    }
  }

  /**
   * A provider to choose.
   *
   * @param words where the payer pays, and with what; empty if this page doesn't know the kind
   * @param needs the required fields
   * @param documentation where the provider explains them
   */
  public record KindCard(
      String kind, String label, String words, List<String> needs, String documentation) {
    static KindCard of(ConnectorKind kind) {
      return new KindCard(
          kind.kind(),
          kind.form().label(),
          switch (kind.kind()) {
            case "stripe" ->
                "Payers pay on Stripe's page: cards, and the other methods that you choose. You can save cards and charge them later.";
            case "mollie" ->
                "Payers pay on Mollie's page: iDEAL, Bancontact, SEPA Direct Debit, PayPal, cards and more.";
            default -> "";
          },
          kind.form().fields().stream().filter(FormField::required).map(FormField::label).toList(),
          kind.form().documentation().toString());
    }
  }

  /**
   * The form.
   *
   * @param warning of the kind; may be empty
   * @param back the URL of the previous page
   * @param action the URL of the form
   * @param kind hidden in the form of a new connector; empty for a change
   * @param asksForPassword whether the form includes the password, so that no page asks for it in
   *     between
   */
  public record SetupView(
      Form form,
      String provider,
      String documentation,
      String warning,
      String back,
      String action,
      String kind,
      List<FieldInput> inputs,
      boolean asksForPassword) {
    public boolean isNew() {
      return !kind.isEmpty();
    }
  }

  /**
   * A field.
   *
   * @param type of the input
   */
  public record FieldInput(String name, String label, String type, boolean required, String hint) {}

  public Response showNew(DashboardRequest visit) {
    List<ConnectorKind> kinds = instances.listKinds();
    Optional<ConnectorKind> chosen = visit.query().value("kind").flatMap(this::kind);
    if (chosen.isEmpty() && kinds.size() != 1) {
      return Response.Page.of(
          "connector-kinds",
          "Add connector",
          new KindsView(kinds.stream().map(KindCard::of).toList()));
    }
    ConnectorKind kind = chosen.orElseGet(kinds::getFirst);
    Form form = Form.of(Map.of("name", kind.form().label()));
    return Response.Page.of("connector-edit", "Add connector", newView(visit, kind, form));
  }

  public Response create(DashboardRequest visit) {
    Form form = visit.form();
    Optional<ConnectorKind> kind = kind(form.text("kind"));
    if (kind.isEmpty()) {
      return Done.to(NEW).warning("Choose a provider first.");
    }
    Optional<String> name = form.optional("name", InstanceFormats.NAME);
    FieldChange fields = fields(kind.get().form(), form, false);
    if (form.isGood()) {
      visit.note(kind.get().kind());
      try {
        ConnectorSummary made =
            instances
                .create(
                    visit.realm(),
                    visit.auditedOrigin(
                        ConnectorSummary.class, draft -> visit.about(draft.instance().id())),
                    new NewInstance(kind.get().kind(), name, fields))
                .value();
        return Done.to(ConnectorPages.path(made.instance().id()))
            .saying("Connector added as a draft. Check it, then enable it.");
      } catch (Refusal refused) {
        form.wrong("", refused.problem());
      }
    }
    return Response.Page.again("connector-edit", "Add connector", newView(visit, kind.get(), form));
  }

  public Response showEdit(DashboardRequest visit) {
    ConnectorSummary summary = visit.find(ConnectorId.KIND, instances::find);
    Instance.Provider provider = summary.instance().provider();
    var values = new HashMap<String, String>();
    values.put("name", provider.name());
    provider.settings().forEach((name, value) -> values.put("settings." + name, value));
    return Response.Page.of(
        "connector-edit", "Edit connector", editView(visit, summary, Form.of(values)));
  }

  public Response edit(DashboardRequest visit) {
    ConnectorSummary summary = visit.find(ConnectorId.KIND, instances::find);
    Form form = visit.form();
    String name = form.required("name", InstanceFormats.NAME);
    FieldChange fields =
        summary
            .form()
            .map(asked -> fields(asked, form, true))
            .orElseGet(() -> new FieldChange(Map.of(), Map.of()));
    if (form.isGood()) {
      visit.note(changedFields(summary, fields));
      try {
        ConnectorSummary changed =
            instances
                .update(
                    visit.realm(),
                    summary.instance().id(),
                    visit.auditedOrigin(),
                    new InstanceChange(Optional.of(name), fields, false))
                .value();
        boolean isDraft = changed.instance().status() == Instance.Status.DRAFT;
        return Done.to(ConnectorPages.path(summary.instance().id()))
            .saying(
                isDraft
                    ? "Connector saved as a draft. Check it, then enable it."
                    : "Connector saved.");
      } catch (Refusal refused) {
        form.wrong("", refused.problem());
      }
    }
    return Response.Page.again("connector-edit", "Edit connector", editView(visit, summary, form));
  }

  /** Returns the changed fields for the audit log, without their values. */
  private static String changedFields(ConnectorSummary summary, FieldChange fields) {
    Map<String, String> before = summary.instance().provider().settings();
    return Stream.concat(
            fields.settings().entrySet().stream()
                .filter(change -> {
                  Optional<String> was = Optional.ofNullable(before.get(change.getKey()));
                  return !change.getValue().applyTo(was).equals(was);
                })
                .map(Map.Entry::getKey),
            fields.credentials().keySet().stream())
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /**
   * Returns the changes.
   *
   * @param clears whether an empty setting is cleared; an empty secret stays
   */
  private static FieldChange fields(ConnectorForm asked, Form form, boolean clears) {
    var settings = new HashMap<String, Field<String>>();
    var credentials = new HashMap<String, Field<String>>();
    for (FormField field : asked.fields()) {
      Optional<String> value =
          form.optional(
              input(field), field.secret() ? InstanceFormats.CREDENTIAL : InstanceFormats.SETTING);
      if (value.isPresent()) {
        (field.secret() ? credentials : settings).put(field.name(), new Field.Set<>(value.get()));
      } else if (clears && !field.secret()) {
        settings.put(field.name(), new Field.Clear<>());
      }
    }
    return new FieldChange(settings, credentials);
  }

  private Optional<ConnectorKind> kind(String name) {
    return instances.listKinds().stream().filter(kind -> kind.kind().equals(name)).findFirst();
  }

  private static SetupView newView(DashboardRequest visit, ConnectorKind kind, Form form) {
    return new SetupView(
        form,
        kind.form().label(),
        kind.form().documentation().toString(),
        kind.form().warning(),
        ConnectorPages.PATH,
        NEW,
        kind.kind(),
        kind.form().fields().stream()
            .map(field -> input(field, field.required(), sentence(field.hint())))
            .toList(),
        !visit.isConfirmed());
  }

  private static SetupView editView(DashboardRequest visit, ConnectorSummary summary, Form form) {
    String path = ConnectorPages.path(summary.instance().id());
    return new SetupView(
        form,
        summary.form().map(ConnectorForm::label).orElse(summary.instance().provider().kind()),
        summary.form().map(asked -> asked.documentation().toString()).orElse(""),
        summary.form().map(ConnectorForm::warning).orElse(""),
        path,
        path + "/edit",
        "",
        summary.form().stream()
            .flatMap(asked -> asked.fields().stream())
            .map(field -> editInput(summary, field))
            .toList(),
        !visit.isConfirmed());
  }

  private static FieldInput editInput(ConnectorSummary summary, FormField field) {
    if (!field.secret()) {
      return input(field, field.required(), sentence(field.hint()));
    }
    return summary.secrets().stream()
        .filter(secret -> secret.name().equals(field.name()) && secret.isSet())
        .findFirst()
        .map(secret ->
            input(field, false, ConnectorPages.words(secret) + ". Leave empty to keep it."))
        .orElseGet(() -> input(field, field.required(), sentence(field.hint())));
  }

  private static FieldInput input(FormField field, boolean required, String hint) {
    return new FieldInput(
        input(field), field.label(), field.secret() ? "password" : "text", required, hint);
  }

  private static String input(FormField field) {
    return (field.secret() ? "credentials." : "settings.") + field.name();
  }

  private static String sentence(String hint) {
    return hint.isEmpty()
        ? ""
        : Character.toUpperCase(hint.charAt(0)) + hint.substring(1).replaceFirst("\\.?$", ".");
  }
}
