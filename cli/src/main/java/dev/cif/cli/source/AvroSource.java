package dev.cif.cli.source;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.vector.ColumnVector;
import dev.cif.mapreduce.avro.AvroColumnWriter;
import dev.cif.mapreduce.avro.AvroSchemas;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileConstants;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/**
 * Rows of an Avro data file, or of a range of it: the blocks whose sync marker begins there. The
 * columns are the fields of a file of records, or one column `value` for other types.
 */
final class AvroSource implements RecordSource {
  private final SourceFile file;
  private final AvroInput raw;
  private final DataFileReader<Object> stream;
  private final AvroColumnWriter writer = new AvroColumnWriter(GenericData.get());
  private final Schema root;
  private final CifSchema schema;
  private long rows;

  AvroSource(SourceFile file) throws IOException {
    this.file = file;
    this.raw = new AvroInput(file);
    try {
      this.stream = new DataFileReader<>(raw, new GenericDatumReader<>());
      this.root = stream.getSchema();
      this.schema =
          isRecord()
              ? AvroSchemas.fromAvro(root)
              : CifSchema.of(List.of("value"), List.of(AvroSchemas.type(root)));
      if (file.start() > 0) {
        stream.sync(file.start());
      }
    } catch (IOException | RuntimeException e) {
      raw.close();
      throw file.error("", SourceFile.why(e), e);
    }
  }

  @Override
  public CifSchema schema() {
    return schema;
  }

  @Override
  public boolean next(ColumnVector[] row) throws IOException {
    try {
      if (!stream.hasNext()) {
        requireWhole();
        return false;
      }
      if (stream.pastSync(file.end())) {
        return false;
      }
      Object datum = stream.next();
      append(datum, row);
      rows++;
      return true;
    } catch (SourceException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw file.error(file.place("record", rows + 1), SourceFile.why(e), e);
    }
  }

  private boolean isRecord() {
    return root.getType() == Schema.Type.RECORD;
  }

  private void append(Object datum, ColumnVector[] row) {
    if (!isRecord()) {
      writer.append(datum, root, row[0]);
      return;
    }
    for (int i = 0; i < row.length; i++) {
      writer.appendField((IndexedRecord) datum, i, root.getFields().get(i), row[i]);
    }
  }

  /**
   * Checks that the last block is whole: Avro takes a file that ends inside a block for one that
   * ends before it.
   */
  private void requireWhole() throws IOException {
    if (!Arrays.equals(sync(), file.tail(DataFileConstants.SYNC_SIZE))) {
      throw file.error(
          "",
          "the file is cut off behind "
              + file.place("record", rows)
              + ": its last block is incomplete",
          null);
    }
  }

  /** Returns the marker that ends the header and each block. */
  private byte[] sync() throws IOException {
    byte[] sync = new byte[DataFileConstants.SYNC_SIZE];
    try (CountingStream in = file.open()) {
      BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(in, null);
      decoder.skipFixed(DataFileConstants.MAGIC.length);
      for (long n = decoder.readMapStart(); n > 0; n = decoder.mapNext()) {
        for (long i = 0; i < n; i++) {
          decoder.skipString();
          decoder.skipBytes();
        }
      }
      decoder.readFixed(sync);
    }
    return sync;
  }

  @Override
  public long bytesRead() {
    return raw.count();
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
