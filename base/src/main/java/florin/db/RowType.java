package florin.db;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A composite type of PostgreSQL for a statement's rows. All rows of a batch are sent as one binary
 * array, instead of one array for each column. A migration creates it, with the statement's columns
 * as its fields, in order.
 *
 * <p>Nodes of two versions may run side by side, so a type is never changed. A statement with other
 * columns uses a type of another name.
 */
record RowType(String name, List<WireType> fields) {
  RowType {
    fields = List.copyOf(fields);
  }

  static RowType of(String name, List<Statement.Parameter> columns) {
    return new RowType(
        name, columns.stream().map(column -> WireType.named(column.type())).toList());
  }

  /** Returns the object identifiers of the fields' types, for comparison with the database's. */
  List<Integer> oids() {
    return fields.stream().map(WireType::oid).toList();
  }

  @Override
  public String toString() {
    return name + fields.stream().map(WireType::sql).collect(Collectors.joining(", ", " (", ")"));
  }
}
