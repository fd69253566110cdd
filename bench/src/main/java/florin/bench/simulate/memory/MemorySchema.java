package florin.bench.simulate.memory;

import florin.bench.simulate.memory.Expr.Term;
import florin.bench.simulate.memory.TableShape.RowRule;
import florin.bench.simulate.memory.TableShape.UniqueKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the tables of the engine and the deliveries from their migrations. */
final class MemorySchema {
  private static final String FOLDER = "florin/db/migration/";

  private static final List<String> SCRIPTS =
      List.of(
          "V305__idempotency.sql",
          "V306__customers.sql",
          "V307__payment_methods.sql",
          "V308__payments.sql",
          "V309__attempts.sql",
          "V310__refunds.sql",
          "V311__events.sql",
          "V312__webhooks.sql",
          "V314__simulator.sql",
          "V328__mandates.sql",
          "V332__saved_at_provider.sql",
          "V333__setups.sql",
          "V368__lists.sql");

  /** A view of some columns of one table. The stores in memory read no other views. */
  private static final Pattern VIEW =
      Pattern.compile("CREATE VIEW (\\w+) AS\\s+SELECT ([\\w,\\s]+?)\\s+FROM (\\w+)\\s*;");

  /** The tables to read. The scripts' other tables are skipped. */
  private static final Set<String> WANTED =
      Set.of(
          "idempotency",
          "customer",
          "payment_method",
          "mandate",
          "payment",
          "attempt",
          "refund",
          "event",
          "webhook_endpoint",
          "delivery",
          "delivery_attempt",
          "simulator_operation",
          "list_entry");

  private final Map<String, Draft> drafts = new LinkedHashMap<>();

  /** A table while it is read. */
  private static final class Draft {
    final String name;
    final List<String> columns = new ArrayList<>();
    final List<Term> defaults = new ArrayList<>();
    final Set<String> required = new HashSet<>();
    final Map<String, KeyDraft> keys = new LinkedHashMap<>();
    final Map<String, Term> rules = new LinkedHashMap<>();

    Draft(String name) {
      this.name = name;
    }

    TableShape shape() {
      var scope = new Scope(Optional.empty());
      scope.add(name, columns);
      return new TableShape(
          name,
          columns,
          defaults.stream().map(term -> term.of(scope)).toList(),
          required,
          keys.entrySet().stream()
              .map(key -> key.getValue().of(key.getKey(), columns, scope))
              .toList(),
          rules.entrySet().stream()
              .map(rule -> new RowRule(rule.getKey(), rule.getValue().of(scope)))
              .toList());
    }
  }

  private record KeyDraft(List<String> names, Optional<Term> where) {
    UniqueKey of(String constraint, List<String> columns, Scope scope) {
      return new UniqueKey(
          constraint,
          names,
          names.stream().map(columns::indexOf).toList(),
          where.map(term -> term.of(scope)));
    }
  }

  /** Returns the tables as they are after all scripts. */
  static List<TableShape> read() {
    var schema = new MemorySchema();
    SCRIPTS.forEach(script -> schema.read(text(script)));
    return schema.drafts.values().stream().map(Draft::shape).toList();
  }

  /** Returns the views of these tables, by their names. */
  static Map<String, ViewShape> readViews(List<TableShape> tables) {
    var views = new LinkedHashMap<String, ViewShape>();
    SCRIPTS.stream()
        .flatMap(script -> VIEW.matcher(text(script)).results())
        .forEach(view ->
            tables.stream()
                .filter(table -> table.name().equals(view.group(3)))
                .forEach(table ->
                    views.put(
                        view.group(1),
                        ViewShape.of(table, List.of(view.group(2).split(",\\s*"))))));
    return views;
  }

  private static String text(String script) {
    ClassLoader loader = MemorySchema.class.getClassLoader();
    try (InputStream in = loader.getResourceAsStream(FOLDER + script)) {
      if (in == null) {
        throw new IllegalStateException("there is no migration " + script + " in the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Reads a script. It first removes comments, which may contain the end of a statement. */
  private void read(String script) {
    String plain =
        script
            .replaceAll("(?m)--.*$", "")
            .replaceAll("(?s)\\$\\$.*?\\$\\$", "''")
            .replace("COLLATE \"C\"", "");
    for (String statement : plain.split(";(?=\\s*(\\n|$))")) {
      if (statement.strip().matches("(?s)(CREATE TABLE|CREATE UNIQUE INDEX|ALTER TABLE).*")) {
        statement(statement);
      }
    }
  }

  private void statement(String sql) {
    var words = new SqlWords(sql);
    var parser = new SqlParser(words);
    if (words.takes("create", "table")) {
      String name = words.name();
      if (WANTED.contains(name)) {
        table(words, parser, name);
      }
    } else if (words.takes("create", "unique", "index")) {
      String index = words.name();
      words.require("on");
      Draft table = drafts.get(words.name());
      if (table != null) {
        table.keys.put(index, key(words, parser));
      }
    } else if (words.takes("alter", "table")) {
      Draft table = drafts.get(words.name());
      if (table != null) {
        do {
          change(words, parser, table);
        } while (words.takes(","));
      }
    }
  }

  private static void change(SqlWords words, SqlParser parser, Draft table) {
    if (words.takes("drop", "constraint")) {
      table.rules.remove(words.name());
    } else if (words.takes("add", "constraint")) {
      constraint(words, parser, table, words.name());
    } else if (words.takes("add")) {
      words.takes("column");
      column(words, parser, table);
    }
  }

  private static KeyDraft key(SqlWords words, SqlParser parser) {
    List<String> names = words.names();
    return new KeyDraft(
        names,
        words.takes("where") ? Optional.of(parser.expressions().expression()) : Optional.empty());
  }

  private void table(SqlWords words, SqlParser parser, String name) {
    var table = new Draft(name);
    drafts.put(name, table);
    words.require("(");
    do {
      if (words.takes("primary", "key")) {
        table.keys.put(name + "_pkey", new KeyDraft(words.names(), Optional.empty()));
      } else if (words.takes("constraint")) {
        constraint(words, parser, table, words.name());
      } else {
        column(words, parser, table);
      }
    } while (words.takes(","));
    words.require(")");
  }

  /** Reads a constraint. Foreign keys are ignored, since their tables may be missing. */
  private static void constraint(SqlWords words, SqlParser parser, Draft table, String constraint) {
    if (words.takes("foreign", "key")) {
      words.names();
      words.require("references");
      words.name();
      words.names();
    } else {
      words.require("check");
      words.require("(");
      table.rules.put(constraint, parser.expressions().expression());
      words.require(")");
    }
  }

  private static void column(SqlWords words, SqlParser parser, Draft table) {
    String name = words.name();
    words.name(); // type of the column
    words.takes("[", "]");
    table.columns.add(name);
    Term otherwise = _ -> _ -> null;
    while (true) {
      if (words.takes("not", "null")) {
        table.required.add(name);
      } else if (words.takes("primary", "key")) {
        table.keys.put(table.name + "_pkey", new KeyDraft(List.of(name), Optional.empty()));
      } else if (words.takes("default")) {
        otherwise = parser.expressions().expression();
      } else if (words.sees("check")) {
        constraint(words, parser, table, table.name + "_" + name + "_check");
      } else {
        table.defaults.add(otherwise);
        return;
      }
    }
  }
}
