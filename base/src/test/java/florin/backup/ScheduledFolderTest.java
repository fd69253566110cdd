package florin.backup;

import static org.assertj.core.api.Assertions.assertThat;

import florin.backup.ScheduledFolder.GoodBackup;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other files in the folder neither count as scheduled backups nor prevent the next one. */
class ScheduledFolderTest {
  @TempDir private Path folder;

  @Test
  void only_files_with_a_time_in_their_name_are_backups() throws IOException {
    Path good = folder.resolve("florin-scheduled-20261124T030000Z.tar.gz");
    Files.writeString(good, "good");
    Files.writeString(folder.resolve("florin-scheduled-20261399T030000Z.tar.gz"), "no time");
    Files.writeString(folder.resolve("florin-scheduled-20261399T030000Z.tar.gz.unverified"), "no");
    Path files = folder.resolve("florin-scheduled-20261125T030000Z.tar.gz");
    Path left = folder.resolve("florin-scheduled-20261126T030000Z.tar.gz.unverified");
    for (Path directory : new Path[] {files, left}) {
      Files.createDirectory(directory);
      Files.writeString(directory.resolve("mine"), "left alone");
    }
    var scheduled = new ScheduledFolder(folder);

    scheduled.prepare();
    scheduled.deleteAllBut(1);

    assertThat(scheduled.findLastGood().orElseThrow().file()).isEqualTo(good);
    try (var all = Files.list(folder)) {
      assertThat(all).hasSize(5);
    }
  }

  @Test
  void an_old_backup_that_cannot_be_deleted_blocks_no_other() {
    List<GoodBackup> old =
        Stream.of("1", "2", "3")
            .map(name -> new GoodBackup(folder.resolve(name), Instant.EPOCH, 9))
            .toList();
    var deleted = new ArrayList<Path>();

    ScheduledFolder.deleteEach(
        old,
        file -> {
          if (file.endsWith("2")) {
            throw new AccessDeniedException(file.toString());
          }
          deleted.add(file);
        });

    assertThat(deleted).containsExactly(folder.resolve("1"), folder.resolve("3"));
  }
}
