package florin.connector.instance;

import florin.connector.ConnectorForm;
import florin.connector.ConnectorForm.FormField;
import florin.connector.instance.Instances.FieldChange;
import florin.core.ErrorCode;
import florin.core.Field;
import florin.core.Problem.BadParameters;
import florin.core.Problem.ParameterError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The values of a connector's fields, by the form of its kind.
 *
 * @param settings the values that are no secrets
 * @param secrets the secret values; those that are not in the form came from the provider
 */
record FieldValues(Map<String, String> settings, Map<String, String> secrets) {
  static final FieldValues NONE = new FieldValues(Map.of(), Map.of());

  FieldValues {
    settings = Map.copyOf(settings);
    secrets = Map.copyOf(secrets);
  }

  /**
   * Returns the changed values. Rejects fields that are not in the form, and values in the wrong
   * format.
   */
  FieldValues with(ConnectorForm form, FieldChange change) {
    var errors = new ArrayList<ParameterError>();
    var next =
        new FieldValues(
            applied(settings, change.settings(), "settings", fields(form, false), errors),
            applied(secrets, change.credentials(), "credentials", fields(form, true), errors));
    if (!errors.isEmpty()) {
      List<ParameterError> shown =
          errors.subList(0, Math.min(errors.size(), BadParameters.MAX_ERRORS));
      throw new BadParameters(shown, errors.size() - shown.size()).refusal();
    }
    return next;
  }

  /** Returns the required fields that are not set, for example `credentials.key`. */
  List<String> missing(ConnectorForm form) {
    return form.fields().stream()
        .filter(FormField::required)
        .filter(field -> !(field.secret() ? secrets : settings).containsKey(field.name()))
        .map(field -> (field.secret() ? "credentials." : "settings.") + field.name())
        .toList();
  }

  private static Map<String, FormField> fields(ConnectorForm form, boolean secret) {
    return form.fields().stream()
        .filter(field -> field.secret() == secret)
        .collect(Collectors.toMap(FormField::name, field -> field));
  }

  private static Map<String, String> applied(
      Map<String, String> before,
      Map<String, Field<String>> change,
      String param,
      Map<String, FormField> fields,
      List<ParameterError> errors) {
    var after = new TreeMap<>(before);
    if (!fields.keySet().containsAll(change.keySet())) {
      errors.add(
          new ParameterError(
              param,
              ErrorCode.PARAMETER_UNKNOWN,
              param
                  + " has an unknown field. The fields of this kind of connector are: "
                  + (fields.isEmpty() ? "none" : String.join(", ", fields.keySet()))
                  + "."));
    }
    change.forEach((name, field) -> {
      FormField known = fields.get(name);
      if (known != null) {
        field
            .applyTo(Optional.ofNullable(before.get(name)))
            .ifPresentOrElse(value -> after.put(name, value), () -> after.remove(name));
        if (field instanceof Field.Set<String>(String value) && !known.takes(value)) {
          String path = param + "." + name;
          errors.add(
              new ParameterError(
                  path,
                  ErrorCode.PARAMETER_INVALID,
                  path
                      + " has the wrong format: %s, at most %d characters."
                          .formatted(known.hint(), known.maxLength())));
        }
      }
    });
    return after;
  }
}
