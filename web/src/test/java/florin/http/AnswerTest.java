package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The memory that responses occupy until they are sent. */
class AnswerTest {
  @Test
  void a_copy_of_a_shared_response_with_another_body_needs_memory_of_its_own() {
    Answer shared = Answer.of(200, "text/html", new byte[1000]).shared();

    assertThat(shared.with("Vary", "Accept-Encoding").bytesOfItsOwn()).isZero();
    assertThat(shared.withBody(new byte[300]).bytesOfItsOwn()).isEqualTo(300);
  }
}
