package dev.cif.bench.data;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/**
 * Columns of an {@link EventIndex}, and the generators of their values. Some values are constant in
 * a partition, some in a file or a moment, and some differ from event to event.
 */
final class EventColumns {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final int BLOCK_ROWS = 700;
  private static final int BLOCK_SECONDS = 60;
  private static final long FIRST_SECOND = 1_464_739_200;

  private static final String[] STREAMS = {
    "physics_Main", "physics_Late", "express_express", "physics_MinBias"
  };
  private static final String[] SITES = {
    "CERN-PROD", "BNL-ATLAS", "IN2P3-CC", "FZK-LCG2", "RAL-LCG2", "TRIUMF-LCG2", "NDGF-T1"
  };

  /** Inputs of an event's values. */
  private record Event(EventIndex.Place place, SplittableRandom random, EventTriggers triggers) {
    int run() {
      return 297_730 + 11 * place.split();
    }

    String project() {
      return "data" + (15 + place.split() % 3) + "_13TeV";
    }

    String stream() {
      return STREAMS[place.split() % STREAMS.length];
    }

    int block() {
      return 1 + place.row() / BLOCK_ROWS;
    }

    long second() {
      long within = (long) (place.row() % BLOCK_ROWS) * BLOCK_SECONDS / BLOCK_ROWS;
      return FIRST_SECOND + 86_400L * place.split() + (long) BLOCK_SECONDS * block() + within;
    }

    int oneOf(int bound) {
      return random.nextInt(bound);
    }

    /** Returns a count that is mostly small. */
    int few(int bound) {
      return random.nextInt(1 + random.nextInt(bound));
    }

    SplittableRandom ofFile(long salt) {
      return place.ofFile(salt);
    }

    String guid(long salt) {
      SplittableRandom file = ofFile(salt);
      return new UUID(file.nextLong(), file.nextLong()).toString().toUpperCase(Locale.ROOT);
    }

    String dataset() {
      return String.join(
          ".", project(), String.format("%08d", run()), stream(), "merge", version(place));
    }

    /** Returns the address of an object in its file. */
    String object(long salt) {
      return HEX.toHexDigits((int) (0x200 + salt))
          + '-'
          + HEX.toHexDigits(place.row() % (long) EventIndex.FILE_ROWS);
    }

    private static final DateTimeFormatter TIME =
        DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'Z'").withZone(ZoneOffset.UTC);

    String indexed() {
      long delay = 90_000L + ofFile(9).nextInt(90_000);
      return TIME.format(Instant.ofEpochSecond(FIRST_SECOND + 86_400L * place.split() + delay));
    }
  }

  /** Function that generates a column's value: text, an Integer or a Long. */
  private interface Maker {
    Object make(Event event);
  }

  private record Column(String name, Schema.Type type, Maker maker) {}

  private static final List<Column> COLUMNS = new ArrayList<>();

  private static void text(String name, Maker maker) {
    COLUMNS.add(new Column(name, Schema.Type.STRING, maker));
  }

  private static void ints(String name, Maker maker) {
    COLUMNS.add(new Column(name, Schema.Type.INT, maker));
  }

  private static void longs(String name, Maker maker) {
    COLUMNS.add(new Column(name, Schema.Type.LONG, maker));
  }

  static {
    key();
    conditions();
    triggers();
    files();
    physics();
  }

  private static void key() {
    text("project", Event::project);
    text("runnumber", e -> String.format("%08d", e.run()));
    text("streamname", Event::stream);
    text("prodstep", e -> "merge");
    text("version", e -> version(e.place));
    longs("eventnumber", e -> e.place.event());
  }

  private static void conditions() {
    ints("lumiblockn", Event::block);
    ints("bunchid", e -> 1 + 25 * e.oneOf(142));
    longs("eventtime", Event::second);
    ints("eventtimenanosec", e -> e.oneOf(1_000_000_000));
    longs("lvl1id", e -> ((long) e.oneOf(256) << 24) + e.place.row());
    text("eventweight", e -> "1.0");
    ints("mcchannelnumber", e -> 0);
    text("issimulation", e -> "false");
    text("iscalibration", e -> "false");
    text("istestbeam", e -> "false");
    text("conditionstag", e -> "CONDBR2-BLKPA-20" + (15 + e.place.split() % 3) + "-14");
    text("geometry", e -> "ATLAS-R2-2015-04-00-00");
    text("software", e -> isOld(e.place) ? "AtlasProduction-20.7.5.1" : "AtlasProduction-20.7.7.4");
    text("beamstate", e -> e.block() < 4 ? "RAMP" : "STABLE BEAMS");
    ints("fillnumber", e -> 4900 + e.place.split() / 2);
  }

  private static void triggers() {
    ints("smk", e -> 2378 + e.place.split() / 8);
    ints("l1psk", e -> 10_400 + e.block() / 20);
    ints("hltpsk", e -> 5100 + e.block() / 15);
    text("l1passedtrigmask_tbp", e -> e.triggers.beforePrescale());
    text("l1passedtrigmask_tap", e -> e.triggers.afterPrescale());
    text("l1passedtrigmask_tav", e -> e.triggers.afterVeto());
    text("l2passedtrigmask", e -> e.triggers.level2());
    text("efpassedtrigmask", e -> e.triggers.filter());
    text(EventIndex.SCANNED, e -> e.triggers.chains());
  }

  private static void files() {
    text("raw_guid", e -> e.guid(1));
    text("raw_container", e -> "StreamRAW");
    text("raw_oid", e -> e.object(2));
    text("esd_guid", e -> e.guid(3));
    text("esd_container", e -> "POOLContainer(DataHeader)");
    text("esd_oid", e -> e.object(3));
    text("aod_guid", e -> e.guid(4));
    text("aod_container", e -> "POOLContainer(DataHeader)");
    text("aod_oid", e -> e.object(4));
    text(
        "aod_file",
        e -> String.format("%s._lb%04d._%04d.1", e.dataset(), e.block(), e.place.file()));
    text("dataset", Event::dataset);
    text("site", e -> SITES[e.ofFile(5).nextInt(SITES.length)]);
    longs("taskid", e -> 8_700_000L + e.place.split());
    longs("jobid", e -> 2_900_000_000L + e.ofFile(6).nextInt(90_000_000));
    text("jobhost", e -> String.format("aipanda%03d.cern.ch", e.ofFile(7).nextInt(120)));
    text("provenance", e -> "f716:r8457:" + (isOld(e.place) ? "p2667" : "p2769"));
    text("indexedat", Event::indexed);
    text("producer", e -> "EIProducer-1.4." + e.ofFile(8).nextInt(3) + "@Tier0");
  }

  private static void physics() {
    text("detectormask", e -> e.oneOf(400) == 0 ? "0000FFFFFFFFF3FF" : "0000FFFFFFFFFFFF");
    text("eventflags", EventColumns::flags);
    ints("missinget", e -> e.few(200_000));
    ints("sumet", e -> 100_000 + e.oneOf(400_000));
    ints("nmuons", e -> e.few(5));
    ints("nelectrons", e -> e.few(5));
    ints("njets", e -> e.few(16));
    ints("nvertices", e -> 5 + e.few(40));
  }

  /** Returns a word for each subdetector; most are zero. */
  private static String flags(Event event) {
    StringBuilder flags = new StringBuilder("00000000");
    for (int detector = 1; detector < 8; detector++) {
      int flag = event.oneOf(30) == 0 ? 1 << event.oneOf(12) : 0;
      flags.append(':').append(HEX.toHexDigits(flag));
    }
    return flags.toString();
  }

  private static boolean isOld(EventIndex.Place place) {
    return place.file() % 5 == 3;
  }

  static String version(EventIndex.Place place) {
    return isOld(place) ? "AOD.f713_m1616" : "AOD.f716_m1620";
  }

  private final EventTriggers.Names names = new EventTriggers.Names();

  static Schema schema() {
    SchemaBuilder.FieldAssembler<Schema> fields = SchemaBuilder.record("Event").fields();
    for (Column column : COLUMNS) {
      fields = fields.name(column.name).type(Schema.create(column.type)).noDefault();
    }
    return fields.endRecord();
  }

  void fill(GenericRecord row, EventIndex.Place place, SplittableRandom random) {
    Event event = new Event(place, random, EventTriggers.of(random, names));
    for (int c = 0; c < COLUMNS.size(); c++) {
      Object value = COLUMNS.get(c).maker.make(event);
      row.put(c, value instanceof String text ? new Utf8(text) : value);
    }
  }
}
