package emulator.mollie;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** A customer in its present state. */
final class Customer {
  final String id;
  final boolean live;
  final Instant created;

  /** The name, the email address, the locale and the metadata. */
  final ObjectNode given;

  boolean deleted;
  final List<Mandate> mandates = new ArrayList<>();
  final List<Payment> payments = new ArrayList<>();

  Customer(String id, boolean live, Instant created, ObjectNode given) {
    this.id = id;
    this.live = live;
    this.created = created;
    this.given = given;
  }
}
