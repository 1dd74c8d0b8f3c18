package dev.cif.cli.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.cli.command.TableReport.ColumnTotals;
import dev.cif.cli.command.TableReport.FilterTotals;
import dev.cif.cli.command.TableReport.Split;
import java.io.IOException;

/** Formats the metadata of {@code cif meta} as JSON. */
final class MetaJson {
  static final ObjectMapper MAPPER = new ObjectMapper();

  private MetaJson() {}

  static String text(TableReport report) throws IOException {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(of(report)) + "\n";
  }

  static ObjectNode of(TableReport report) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("path", report.path.toString());
    root.put("rows", report.rows);
    if (report.deletedRows > 0) {
      root.put("deleted_rows", report.deletedRows);
    }
    root.put("bytes", report.bytes);
    root.put("files", report.files);
    ArrayNode columns = root.putArray("columns");
    for (ColumnTotals c : report.columns) {
      column(c, columns.addObject());
    }
    ArrayNode splits = root.putArray("splits");
    for (Split s : report.splits) {
      ObjectNode split =
          splits
              .addObject()
              .put("path", s.path().toString())
              .put("rows", s.rows())
              .put("files", s.files())
              .put("bytes", s.bytes());
      if (s.deletedRows() > 0) {
        split.put("deleted_rows", s.deletedRows());
      }
      if (!s.sortedBy().isEmpty()) {
        split.put("sorted_by", s.sortedBy());
      }
    }
    return root;
  }

  private static void column(ColumnTotals c, ObjectNode node) {
    node.put("id", c.column.id());
    node.put("name", c.column.name());
    node.put("type", c.column.type().toString());
    ArrayNode layouts = node.putArray("layouts");
    c.layouts.forEach(layouts::add);
    node.put("bytes", c.bytes);
    node.put("raw_bytes", c.rawBytes);
    node.put("blocks", c.blocks);
    node.put("rows", c.rows);
    node.put("nulls", c.nulls);
    if (c.distinct != null) {
      node.put("distinct", c.distinct.estimate()).put("distinct_exact", c.distinct.isExact());
    }
    if (c.hasBounds()) {
      node.put("min", Bounds.text(c.column.type(), c.min));
      node.put("min_exact", c.minExact);
      node.put("max", Bounds.text(c.column.type(), c.max));
      node.put("max_exact", c.maxExact);
    }
    if (!c.groupFiles.isEmpty()) {
      ArrayNode files = node.putArray("group_files");
      c.groupFiles.forEach(files::add);
    }
    if (c.partsBytes > 0) {
      node.put("parts", c.parts).put("parts_bytes", c.partsBytes);
    }
    if (!c.filters.isEmpty()) {
      ArrayNode filters = node.putArray("filters");
      for (FilterTotals of : c.filters.values()) {
        ObjectNode filter = filters.addObject();
        ArrayNode key = filter.putArray("columns");
        of.columns.forEach(key::add);
        filter.put("splits", of.splits).put("bytes", of.bytes);
      }
    }
    if (!c.policies.isEmpty()) {
      ArrayNode policies = node.putArray("storage_policies");
      c.policies.forEach(policies::add);
      ObjectNode types = node.putObject("stored_on");
      c.storedOn.forEach((type, bytes) -> types.put(type.name(), bytes));
    }
    if (!c.otherTypes.isEmpty()) {
      ArrayNode types = node.putArray("other_types");
      c.otherTypes.forEach(types::add);
    }
  }
}
