package florin.db;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A composite type of PostgreSQL's as which a statement's rows travel: all of a batch as one array,
 * in binary, where otherwise each column would be an array of its own. A migration makes it, with
 * the fields of the statement's columns in their order.
 *
 * <p>Nodes of two versions may run side by side, so a type is never changed: a statement with other
 * columns has a type of another name.
 */
record RowType(String name, List<WireType> fields) {
  RowType {
    fields = List.copyOf(fields);
  }

  static RowType of(String name, List<Statement.Parameter> columns) {
    return new RowType(
        name, columns.stream().map(column -> WireType.named(column.type())).toList());
  }

  /** The object identifiers of the fields' types, as they are compared with the database's. */
  List<Integer> oids() {
    return fields.stream().map(WireType::oid).toList();
  }

  @Override
  public String toString() {
    return name + fields.stream().map(WireType::sql).collect(Collectors.joining(", ", " (", ")"));
  }
}
