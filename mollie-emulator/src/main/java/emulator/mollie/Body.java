package emulator.mollie;

import emulator.provider.Json;
import emulator.provider.Request;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON object of a request. A field that is null counts as absent. */
record Body(ObjectNode json) {
  private static final int MAX_METADATA = 1024;
  private static final int MAX_DESCRIPTION = 255;

  private static final Set<String> LOCALES =
      Set.of(
          "ca_ES", "cs_CZ", "da_DK", "de_AT", "de_CH", "de_DE", "de_LU", "en_BE", "en_GB", "en_NL",
          "en_US", "es_ES", "fi_FI", "fr_BE", "fr_FR", "fr_LU", "hu_HU", "is_IS", "it_IT", "lt_LT",
          "lv_LV", "nb_NO", "nl_BE", "nl_NL", "pl_PL", "pt_PT", "sk_SK", "sv_SE");

  static Body read(Request request) {
    if (request.body().isEmpty()) {
      return new Body(Json.object());
    }
    if (!request.header("Content-Type").orElse("").startsWith("application/json")) {
      throw Problem.unsupportedMediaType();
    }
    if (parsed(request) instanceof ObjectNode object) {
      return new Body(object);
    }
    throw Problem.badRequest("The request body must be a JSON object");
  }

  private static JsonNode parsed(Request request) {
    try {
      return Json.parse(request.body());
    } catch (JacksonException broken) {
      throw Problem.badRequest("The request body is not valid JSON");
    }
  }

  /** Rejects unknown fields, as Mollie does. */
  void check(Set<String> known) {
    for (String name : json.propertyNames()) {
      if (has(name) && !known.contains(name)) {
        throw Problem.invalid(
            "Non-existent body parameter \"" + name + "\" for this API call.", name);
      }
    }
  }

  boolean has(String name) {
    return json.hasNonNull(name);
  }

  Optional<String> find(String name) {
    if (!has(name)) {
      return Optional.empty();
    }
    if (!json.get(name).isString()) {
      throw Problem.invalid("The '" + name + "' field must be a string", name);
    }
    return Optional.of(json.get(name).stringValue()).filter(text -> !text.isEmpty());
  }

  String get(String name) {
    return find(name).orElseThrow(() -> Problem.missing(name));
  }

  Optional<Amount> findAmount() {
    return has("amount")
        ? Optional.of(Amount.read(json.get("amount"), "amount"))
        : Optional.empty();
  }

  /**
   * Returns a copy of these fields, without those that are absent, for a response that repeats
   * them. Checks the fields whose rules are the same for all objects.
   */
  ObjectNode copy(Set<String> names) {
    ObjectNode copy = Json.object();
    for (String name : names) {
      if (has(name)) {
        copy.set(name, json.get(name));
      }
    }
    if (copy.has("metadata")) {
      checkMetadata(copy.get("metadata"));
    }
    if (copy.has("locale") && !LOCALES.contains(get("locale"))) {
      throw Problem.invalid("The locale is invalid", "locale");
    }
    find("description")
        .filter(_ -> copy.has("description"))
        .ifPresent(text ->
            copy.put("description", text.substring(0, Math.min(text.length(), MAX_DESCRIPTION))));
    return copy;
  }

  private static void checkMetadata(JsonNode metadata) {
    if (Json.text(metadata).getBytes(StandardCharsets.UTF_8).length > MAX_METADATA) {
      throw Problem.invalid("The metadata is too large", "metadata");
    }
  }

  /** Rejects an address without a scheme. */
  void checkUrl(String name) {
    find(name)
        .ifPresent(text -> {
          if (scheme(text).isEmpty()) {
            throw Problem.invalid("The '" + name + "' field is not a valid URL", name);
          }
        });
  }

  /** Rejects an address that Mollie can't reach. In test mode, it can reach this machine. */
  void checkWebhook(boolean live) {
    find("webhookUrl")
        .ifPresent(text -> {
          boolean isHttp = scheme(text).startsWith("http");
          boolean isHere = text.matches("https?://(localhost|127\\.|\\[::1]).*");
          if (!isHttp || (live && isHere)) {
            throw Problem.invalid(
                "The webhook URL is invalid because it is unreachable from Mollie's point of view",
                "webhookUrl");
          }
        });
  }

  private static String scheme(String text) {
    try {
      return Optional.ofNullable(URI.create(text).getScheme()).orElse("");
    } catch (IllegalArgumentException broken) {
      return "";
    }
  }
}
