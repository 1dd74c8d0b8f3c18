package dev.cif.bench.zones;

import dev.cif.bench.system.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs TeraSort with intermediate data on an ext file system, with and without a zone. */
@Command(
    name = "bench/zones/run",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "TeraSort on YARN with intermediate data on a loop device, as it is and with a fast zone.",
      "Tells where each byte lay, and the time that the paper's disk would take for it."
    })
public final class ZonesBench implements Callable<Integer> {

  @Option(names = "--tool", required = true, hidden = true, description = "cif-zones")
  private Path tool;

  @Option(names = "--work", required = true, hidden = true, description = "folder of the images")
  private Path work;

  @Option(names = "--mb", defaultValue = "128", description = "of TeraSort's input")
  private long megabytes;

  @Option(names = "--device-mb", defaultValue = "16384", description = "of the disk")
  private long deviceMegabytes;

  @Option(
      names = "--zone-percent",
      defaultValue = "12",
      description = "of the disk that are the fast zone: the paper's 60 GB of 500 are 12")
  private int zonePercent;

  @Option(
      names = "--used-percent",
      defaultValue = "40",
      description = "of the aged disk that other files hold")
  private int usedPercent;

  @Option(names = "--fs", split = ",", defaultValue = "ext4", description = "ext3, ext4")
  private List<String> types;

  @Option(names = "--disk", split = ",", defaultValue = "EMPTY,AGED", description = "EMPTY, AGED")
  private List<DiskSetup.State> states;

  @Option(names = "--runs", defaultValue = "3", description = "of each; all are reported")
  private int runs;

  @Option(
      names = "--datanode",
      description =
          "instead: a DataNode's volume of type SSD on the device, and a CIF column on it")
  private boolean isDataNode;

  @Option(
      names = "--out",
      defaultValue = "bench/target/zones/results",
      description = "folder of the results")
  private Path out;

  public static void main(String[] args) {
    CommandLine line = new CommandLine(new ZonesBench());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    System.exit(line.execute(args));
  }

  @Override
  public Integer call() throws Exception {
    Locale.setDefault(Locale.ROOT);
    work = work.toAbsolutePath();
    long deviceBytes = deviceMegabytes << 20;
    long zoneBytes = (deviceMegabytes * zonePercent / 100) << 20;
    if (isDataNode) {
      Path image = image(types.get(0), DiskSetup.State.EMPTY, deviceBytes);
      long bytes =
          onDisk(
              image,
              true,
              zoneBytes,
              device -> new DataNodeTier(device, tool.toString(), work).run(zoneBytes));
      System.out.printf("All %,d bytes of the column's blocks on SSD lie in the zone.%n", bytes);
      return 0;
    }
    Map<DiskSetup, List<SortRun>> outcomes = new LinkedHashMap<>();
    try (TeraSorts sorts = new TeraSorts(work, megabytes)) {
      for (String type : types) {
        for (DiskSetup.State state : states) {
          Path image = image(type, state, deviceBytes);
          for (int run = 1; run <= runs; run++) {
            int number = run;
            double used = (run - 1.0) / runs;
            for (boolean reserved : new boolean[] {false, true}) {
              DiskSetup lane = new DiskSetup(type, state, reserved);
              SortRun outcome =
                  onDisk(
                      image,
                      reserved,
                      zoneBytes,
                      device -> {
                        device.use(used);
                        return sorts.sort(device, tool.toString(), number);
                      });
              outcomes.computeIfAbsent(lane, key -> new ArrayList<>()).add(outcome);
              System.err.printf(
                  "%s, run %d: %d MiB of %d in the zone%n",
                  lane.label(), run, outcome.within(zoneBytes) >> 20, outcome.bytes() >> 20);
            }
          }
          Files.delete(image);
        }
      }
      ZonesReport report = new ZonesReport(outcomes, deviceBytes, zoneBytes);
      report.write(out, about(sorts.checksum()));
    }
    return 0;
  }

  private List<String> about(String checksum) {
    return List.of(
        megabytes
            + " MiB of TeraGen's rows in an HDFS on another disk, blocks of 64 MB; one NodeManager,"
            + " one reduce task, a sort buffer of 100 MB",
        String.format("A disk of %,d MiB, the zone its first %d%%", deviceMegabytes, zonePercent),
        String.format(
            "AGED: files of up to 32 MiB in 64 folders until 90%% is full, then deleted in random"
                + " order until %d%% is in use",
            usedPercent),
        "Before run r of n, other files of (r-1)/n of the free space are written and deleted; each"
            + " run has a folder of another name",
        "Each file is synced when it is closed, as on a machine whose memory is small beside the"
            + " data",
        "TeraValidate finds all rows in order after each run, with the input's checksum "
            + checksum);
  }

  /** Creates a disk in its state before the job. */
  private Path image(String type, DiskSetup.State state, long bytes) throws IOException {
    Path image = work.resolve("disk");
    Device.format(image, type, bytes);
    if (state == DiskSetup.State.AGED) {
      try (Device device = Device.attach(image, work.resolve("mounted"))) {
        device.mount();
        device.age(usedPercent / 100.0);
      }
      // Old files keep zeros only, so that they need no room here.
      Program.run("fallocate", "--dig-holes", image.toString());
    }
    return image;
  }

  /** Work on a mounted device. */
  private interface Work<T> {
    T on(Device device) throws Exception;
  }

  /** Does work on a copy of a disk, and checks the file system afterwards. */
  private <T> T onDisk(Path disk, boolean reserved, long zoneBytes, Work<T> job) throws Exception {
    Path image = work.resolve("disk-in-use");
    Program.run("cp", "--sparse=always", disk.toString(), image.toString());
    String cifZones = tool.toString();
    String zone = "0-" + (zoneBytes >> 20) + "M";
    Path undo = work.resolve("undo");
    try (Device device = Device.attach(image, work.resolve("mounted"))) {
      if (reserved) {
        reserve(device, cifZones, zone, undo);
      }
      device.mount();
      T result = job.on(device);
      device.unmount();
      if (reserved) {
        // After the job's files are deleted, the ballast is unchanged and e2fsck -fn finds nothing.
        Program.run(cifZones, "verify", device.loop(), "--zone", zone);
        Files.delete(undo);
        Program.run(cifZones, "release", device.loop(), "--undo", undo.toString());
        Files.delete(undo);
      }
      Program.run("e2fsck", "-fn", device.loop());
      return result;
    } finally {
      Files.delete(image);
    }
  }

  private static void reserve(Device device, String cifZones, String zone, Path undo)
      throws IOException {
    Program.run(cifZones, "reserve", device.loop(), "--zone", zone, "--undo", undo.toString());
    Program.run(cifZones, "verify", device.loop(), "--zone", zone);
  }
}
