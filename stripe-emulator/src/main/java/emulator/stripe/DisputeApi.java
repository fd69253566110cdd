package emulator.stripe;

import emulator.provider.Json;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** `/v1/disputes` and `/v1/files`: evidence, and the acceptance of disputes. */
final class DisputeApi {
  private static final Set<String> TEXTS =
      Set.of(
          "access_activity_log",
          "billing_address",
          "cancellation_policy_disclosure",
          "cancellation_rebuttal",
          "customer_email_address",
          "customer_name",
          "customer_purchase_ip",
          "duplicate_charge_explanation",
          "duplicate_charge_id",
          "product_description",
          "refund_policy_disclosure",
          "refund_refusal_explanation",
          "service_date",
          "shipping_address",
          "shipping_carrier",
          "shipping_date",
          "shipping_tracking_number",
          "uncategorized_text");

  private static final Set<String> FILES =
      Set.of(
          "cancellation_policy",
          "customer_communication",
          "customer_signature",
          "duplicate_charge_documentation",
          "receipt",
          "refund_policy",
          "service_documentation",
          "shipping_documentation",
          "uncategorized_file");

  static final Set<String> UPDATE = update();

  private static final int MAX_CHARACTERS = 150_000;

  private DisputeApi() {}

  private static Set<String> update() {
    var all = new LinkedHashSet<String>(Set.of("expand[*]", "metadata", "submit"));
    TEXTS.forEach(name -> all.add("evidence[" + name + "]"));
    FILES.forEach(name -> all.add("evidence[" + name + "]"));
    return Set.copyOf(all);
  }

  /** Updates the metadata, and stages or submits evidence. Submitting is the default. */
  static ObjectNode update(Call call) {
    Dispute dispute = find(call);
    Parameters in = call.parameters();
    Map<String, String> metadata = in.metadata("metadata");
    var evidence = new TreeMap<String, String>();
    for (String name : TEXTS) {
      in.find("evidence[" + name + "]").ifPresent(text -> evidence.put(name, text));
    }
    for (String name : FILES) {
      in.find("evidence[" + name + "]")
          .ifPresent(id -> {
            if (!call.world().files.containsKey(id)) {
              throw Refusal.noSuchNamed("file", id, "evidence[" + name + "]");
            }
            evidence.put(name, id);
          });
    }
    if (evidence.values().stream().mapToInt(String::length).sum() > MAX_CHARACTERS) {
      throw Refusal.parameter("parameter_invalid_string", "The evidence is too long.", "evidence");
    }
    if (!evidence.isEmpty() && !dispute.mustRespond()) {
      throw Refusal.state("This dispute is already closed or under review.");
    }
    dispute.metadata.putAll(metadata);
    dispute.evidence.putAll(evidence);
    if (in.find("submit").map("true"::equals).orElse(true)) {
      call.world().submit(dispute);
    }
    return call.shapes().dispute(dispute);
  }

  static ObjectNode close(Call call) {
    Dispute dispute = find(call);
    if (!dispute.mustRespond()) {
      throw Refusal.state("This dispute is already closed or under review.");
    }
    call.world().move(dispute, "lost");
    return call.shapes().dispute(dispute);
  }

  private static Dispute find(Call call) {
    return call.get(call.world().disputes, one -> one.charge.intent.live(), "dispute", "dispute");
  }

  /** Stores a file, of which the emulator keeps only the size. */
  static ObjectNode upload(Call call) {
    String id = call.world().ids.next("file");
    int size = call.parameters().find("file").map(String::length).orElse(0);
    call.world().files.put(id, size);
    return Json.object()
        .put("id", id)
        .put("object", "file")
        .put("purpose", call.parameters().get("purpose"))
        .put("size", size);
  }
}
