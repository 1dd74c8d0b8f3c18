package dev.cif.bench.paper;

import dev.cif.mapreduce.ColumnInputFormat;
import dev.cif.mapreduce.ColumnSplit;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads split-directories, each by a task that plays to be on a node its split names. */
public final class NodeInput extends ColumnInputFormat {
  /** MB/s of the network for a task. */
  static final String LINK = "paper.link";

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    List<InputSplit> splits = new ArrayList<>();
    for (InputSplit split : super.getSplits(context)) {
      ColumnSplit real = (ColumnSplit) split;
      String[] hosts = real.getLocations();
      // Of equals a scheduler takes the one that is free: here each in turn.
      splits.add(new NodeSplit(real, hosts[splits.size() % hosts.length]));
    }
    return splits;
  }

  @Override
  public RecordReader<NullWritable, IndexedRecord> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader(super.createRecordReader(split, context));
  }

  /** Remembers the node, which a ColumnSplit doesn't when it is sent. */
  public static final class NodeSplit extends InputSplit implements Writable {
    private final ColumnSplit real;
    private String host;

    /** For Hadoop, which then calls {@link #readFields}. */
    public NodeSplit() {
      this(new ColumnSplit(), null);
    }

    NodeSplit(ColumnSplit real, String host) {
      this.real = real;
      this.host = host;
    }

    @Override
    public long getLength() {
      return real.getLength();
    }

    @Override
    public String[] getLocations() {
      return new String[] {host};
    }

    @Override
    public void write(DataOutput out) throws IOException {
      Text.writeString(out, host);
      real.write(out);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      host = Text.readString(in);
      real.readFields(in);
    }
  }

  private static final class Reader extends ForwardingReader<NullWritable, IndexedRecord> {
    Reader(RecordReader<NullWritable, IndexedRecord> real) {
      super(real);
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context)
        throws IOException, InterruptedException {
      NodeSplit at = (NodeSplit) split;
      Network.readAt(at.host, context.getConfiguration().getDouble(LINK, 0));
      super.initialize(at.real, context);
    }

    @Override
    public void close() throws IOException {
      try {
        super.close();
      } finally {
        Network.leave();
      }
    }
  }
}
