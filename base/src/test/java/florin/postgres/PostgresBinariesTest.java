package florin.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import florin.db.StartFailure;
import florin.db.TestPostgres;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresBinariesTest {
  @ParameterizedTest
  @CsvSource({"Linux,amd64", "Linux,x86_64", "Linux,aarch64"})
  void linux_is_served_on_both_processors(String os, String processor) {
    assertThat(PostgresBinaries.archive(os, processor)).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"Mac OS X,aarch64", "Windows 11,amd64", "Linux,riscv64"})
  void on_other_platforms_the_operator_must_configure_a_database(String os, String processor) {
    assertThatExceptionOfType(StartFailure.class)
        .isThrownBy(() -> PostgresBinaries.archive(os, processor))
        .withMessageContainingAll(os, processor, "FLORIN_DATABASE_URL");
  }

  @Test
  void programs_are_unpacked_once_per_content() throws Exception {
    var home = PostgresBinaries.unpack(TestPostgres.programs());
    var unpackedAt = Files.getLastModifiedTime(home.resolve("bin/postgres"));

    assertThat(PostgresBinaries.unpack(TestPostgres.programs())).isEqualTo(home);
    assertThat(Files.getLastModifiedTime(home.resolve("bin/postgres"))).isEqualTo(unpackedAt);
    assertThat(home.resolve("bin/initdb")).isExecutable();
  }
}
