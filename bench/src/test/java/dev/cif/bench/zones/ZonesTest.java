package dev.cif.bench.zones;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The parts of the bench that need no device. */
class ZonesTest {
  private static final long PIECE = 64 << 20;
  private static final String APPLICATION = "application_1700000000000_0001";
  private static final String FOLDER =
      "/m/yarn/zones-localDir-nm-0_0/usercache/root/appcache/" + APPLICATION;

  @ParameterizedTest
  @EnumSource(DiskModel.class)
  void bothEndsOfTheDiskTakeWhatThePaperMeasured(DiskModel model) {
    assertEquals(0.339, model.at(0, DiskModel.READ_FIRST, DiskModel.READ_LAST), 1e-9);
    assertEquals(0.660, model.at(1, DiskModel.READ_FIRST, DiskModel.READ_LAST), 1e-9);
    double before = 0;
    for (int i = 0; i <= 100; i++) {
      double now = model.at(i / 100.0, DiskModel.WRITE_FIRST, DiskModel.WRITE_LAST);
      assertTrue(now > before, "the time grows with the address");
      before = now;
    }
  }

  @Test
  void anExtentTakesTheTimeOfItsPlace() {
    // Four pieces; the third one's middle is at 5/8 of the disk.
    List<DiskExtent> third = List.of(new DiskExtent(2 * PIECE, PIECE));
    assertEquals(
        0.339 + 0.625 * (0.660 - 0.339), DiskModel.LINEAR_TIME.read(third, 4 * PIECE), 1e-9);
    assertEquals(
        0.343 + 0.625 * (0.667 - 0.343), DiskModel.LINEAR_TIME.write(third, 4 * PIECE), 1e-9);
    // Constant density: 1/t^2 is linear.
    double square = 1 / (0.339 * 0.339) * 0.375 + 1 / (0.660 * 0.660) * 0.625;
    assertEquals(1 / Math.sqrt(square), DiskModel.CONSTANT_DENSITY.read(third, 4 * PIECE), 1e-9);
    List<DiskExtent> halves =
        List.of(
            new DiskExtent(2 * PIECE, PIECE / 2), new DiskExtent(2 * PIECE + PIECE / 2, PIECE / 2));
    assertEquals(
        DiskModel.LINEAR_TIME.read(third, 4 * PIECE),
        DiskModel.LINEAR_TIME.read(halves, 4 * PIECE),
        1e-9);
  }

  @Test
  void bytesOfAnExtentThatCrossesTheZonesEndAreParted() {
    assertEquals(5, new DiskExtent(10, 20).within(15));
    assertEquals(20, new DiskExtent(10, 20).within(30));
    assertEquals(0, new DiskExtent(10, 20).within(10));
    assertEquals(0, new DiskExtent(10, 20).within(4));
  }

  @Test
  void linesOfTheWatchAreRead() {
    FileOnDisk file = FileOnDisk.parse("12288\t4096+8192,40960+4096\t/m/a\tb");
    assertEquals("/m/a\tb", file.path());
    assertEquals(List.of(new DiskExtent(4096, 8192), new DiskExtent(40960, 4096)), file.extents());
    assertEquals(0, FileOnDisk.parse("0\t\t/m/empty").bytes());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "4096\t0+4096", "4096\t0-4096\t/a", "4096\t0+4096,\t/a", "4097\t0+4096\t/a"})
  void otherLinesAreRefused(String line) {
    assertThrows(IllegalArgumentException.class, () -> FileOnDisk.parse(line));
  }

  @Test
  void intermediateDataIsThatOfTheJobInLocalFolders() {
    String map = FOLDER + "/attempt_1700000000000_0001_m_000003_0_spill_0.out";
    String reduce = FOLDER + "/output/attempt_1700000000000_0001_r_000000_0/map_0.out.merged";
    String script = FOLDER + "/container_1700000000000_0001_01_000002/launch_container.sh";
    List<FileOnDisk> files =
        List.of(
            new FileOnDisk(map, List.of()),
            new FileOnDisk(reduce, List.of()),
            new FileOnDisk(script, List.of()),
            new FileOnDisk(map.replace("-localDir-", "-logDir-"), List.of()),
            new FileOnDisk(map.replace(APPLICATION, "application_1700000000000_0002"), List.of()));
    List<FileOnDisk> ours = Watch.intermediate(files, APPLICATION);
    assertEquals(files.subList(0, 3), ours);
    assertEquals(
        List.of(FileOnDisk.Kind.MAP_OUTPUT, FileOnDisk.Kind.REDUCE_MERGE, FileOnDisk.Kind.JOB_FILE),
        ours.stream().map(FileOnDisk::kind).toList());
  }
}
