package florin.dispute;

import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.ConnectorName;
import florin.connector.ProviderDispute;
import florin.connector.ProviderDispute.Detail;
import florin.connector.ProviderDispute.DisputeStatus;
import florin.core.Currency;
import florin.core.Id.DisputeId;
import florin.core.Id.PaymentId;
import florin.core.Money;
import florin.core.Realm;
import florin.dispute.Dispute.Status;
import florin.dispute.DisputeMachine.DisputeMove;
import florin.event.EventType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DisputeMachineTest {
  private static final long SEED = Long.getLong("dispute.seed", 20_261_128);
  private static final Instant NOW = Instant.parse("2026-11-28T12:00:00Z");
  private static final Money TEN = new Money(1000, Currency.get("eur"));

  /** For each state, the states after each report, in the order of {@link DisputeStatus}. */
  private static final String TABLE =
      """
      inquiry        | inquiry under_review prevented needs_response under_review - - won lost prevented
      needs_response | - under_review prevented needs_response under_review second_round second_round won lost prevented
      submitted      | - under_review prevented - under_review second_round second_round won lost prevented
      under_review   | - under_review prevented - under_review second_round second_round won lost prevented
      second_round   | - - - - - second_round second_round won lost -
      won            | - - - - - second_round second_round won lost -
      lost           | - - - - - second_round second_round won lost -
      accepted       | - - - - - - - won accepted -
      expired        | - - - - - second_round second_round won expired -
      prevented      | - under_review prevented needs_response under_review - - - lost prevented
      """;

  @Test
  void each_report_gives_the_state_of_the_table_or_is_from_before() {
    for (String line : TABLE.lines().toList()) {
      String[] cells = line.split("\\|");
      Dispute before = in(Status.of(cells[0].strip()), DisputeStatus.LOST);
      String[] after = cells[1].strip().split(" ");
      for (DisputeStatus report : DisputeStatus.values()) {
        String expected = after[report.ordinal()];
        Status reached =
            DisputeMachine.reported(before, report(report), NOW)
                .map(move -> move.dispute().status())
                .orElse(before.status());

        assertThat(reached.text())
            .as("%s, then %s", before.status(), report)
            .isEqualTo(expected.equals("-") ? before.status().text() : expected);
      }
    }
  }

  @Test
  void an_inquiry_becomes_a_dispute_even_after_a_response() {
    for (Status answered : List.of(Status.SUBMITTED, Status.UNDER_REVIEW)) {
      Dispute inquiry = in(answered, DisputeStatus.WARNING_UNDER_REVIEW);

      assertThat(status(inquiry, report(DisputeStatus.NEEDS_RESPONSE)))
          .isEqualTo(Status.NEEDS_RESPONSE);
    }
  }

  @Test
  void a_dispute_with_evidence_is_submitted_and_a_loss_without_it_is_expired() {
    Dispute open = in(Status.NEEDS_RESPONSE, DisputeStatus.NEEDS_RESPONSE);

    assertThat(status(open, report(DisputeStatus.NEEDS_RESPONSE, 1, false)))
        .isEqualTo(Status.SUBMITTED);
    assertThat(status(open, report(DisputeStatus.LOST, 0, true))).isEqualTo(Status.EXPIRED);
    assertThat(status(open, report(DisputeStatus.LOST, 0, false))).isEqualTo(Status.LOST);
  }

  @Test
  void the_same_report_changes_nothing_and_a_new_deadline_is_an_update() {
    DisputeMove opened = opened(report(DisputeStatus.NEEDS_RESPONSE));

    assertThat(opened.events()).containsExactly(EventType.DISPUTE_CREATED);
    assertThat(
            DisputeMachine.reported(
                opened.dispute(), report(DisputeStatus.NEEDS_RESPONSE), NOW.plusSeconds(9)))
        .isEmpty();
    var later =
        new ProviderDispute(
            Optional.of("dp_1"),
            DisputeStatus.NEEDS_RESPONSE,
            Optional.of(TEN),
            "fraudulent",
            Optional.of(NOW.plus(Duration.ofDays(9))));
    assertThat(DisputeMachine.reported(opened.dispute(), later, NOW).orElseThrow().events())
        .containsExactly(EventType.DISPUTE_UPDATED);
  }

  @Test
  void a_dispute_that_florin_learns_of_when_it_is_decided_is_created_and_closed() {
    DisputeMove lost = opened(report(DisputeStatus.LOST));

    assertThat(lost.events()).containsExactly(EventType.DISPUTE_CREATED, EventType.DISPUTE_CLOSED);
    assertThat(lost.dispute().state().sequence()).isEqualTo(2);
    DisputeMove reversed =
        DisputeMachine.reported(lost.dispute(), report(DisputeStatus.WON), NOW.plusSeconds(5))
            .orElseThrow();
    assertThat(reversed.events()).containsExactly(EventType.DISPUTE_CLOSED);
    assertThat(reversed.dispute().state().closed()).contains(NOW.plusSeconds(5));
  }

  /**
   * A model: reports in any order, doubled and late. The dispute only goes where its table allows,
   * its version and its events count together, and the same reports once more change nothing.
   */
  @Test
  void any_order_of_reports_keeps_the_invariants() {
    var random = new Random(SEED);
    Set<Status> seen = new HashSet<>();
    for (int life = 0; life < 2_000; life++) {
      Dispute dispute = opened(any(random)).dispute();
      for (int step = 0; step < 12; step++) {
        ProviderDispute report = any(random);
        Optional<DisputeMove> move = DisputeMachine.reported(dispute, report, NOW);
        seen.add(dispute.status());
        if (move.isPresent()) {
          Dispute after = move.get().dispute();
          boolean isEscalated = dispute.isInquiry() && report.isHeld();
          assertThat(
                  after.status() == dispute.status()
                      || isEscalated
                      || DisputeMachine.MOVES.get(dispute.status()).contains(after.status()))
              .as("seed %d: %s to %s", SEED, dispute.status(), after.status())
              .isTrue();
          assertThat(after.state().version()).isEqualTo(dispute.state().version() + 1);
          assertThat(after.state().sequence()).isEqualTo(dispute.state().sequence() + 1);
          assertThat(after.state().closed().isPresent()).isEqualTo(after.status().isClosed());
          assertThat(DisputeMachine.reported(after, report, NOW.plusSeconds(1))).isEmpty();
          dispute = after;
        }
      }
    }
    assertThat(seen)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Status.values())
                .filter(status -> status != Status.ACCEPTED)
                .collect(Collectors.toSet()));
  }

  @Test
  void a_provider_is_asked_daily_then_weekly_for_half_a_year() {
    var asked = new ArrayList<Instant>();
    var provider = new ConnectorName("cn_1", "mollie");
    Optional<Instant> next = Dispute.nextInquiry(provider, NOW, NOW);
    while (next.isPresent()) {
      asked.add(next.get());
      next = Dispute.nextInquiry(provider, NOW, next.get());
    }

    assertThat(asked).hasSize(38);
    assertThat(asked.get(13)).isEqualTo(NOW.plus(Duration.ofDays(14)));
    assertThat(asked.getLast()).isEqualTo(NOW.plus(Duration.ofDays(182)));
    assertThat(opened(report(DisputeStatus.LOST)).dispute().state().inquiry())
        .as("the simulator is not asked")
        .isEmpty();
  }

  private static ProviderDispute any(Random random) {
    DisputeStatus[] all = DisputeStatus.values();
    return report(all[random.nextInt(all.length)], random.nextInt(3) / 2, random.nextInt(4) == 0);
  }

  private static Status status(Dispute before, ProviderDispute report) {
    return DisputeMachine.reported(before, report, NOW).orElseThrow().dispute().status();
  }

  private static ProviderDispute report(DisputeStatus status) {
    return report(status, 0, false);
  }

  private static ProviderDispute report(DisputeStatus status, int submissions, boolean isExpired) {
    return new ProviderDispute(
        Optional.of("dp_1"),
        status,
        Optional.of(TEN),
        "fraudulent",
        Optional.empty(),
        new Detail(Optional.of("10.4"), submissions, isExpired));
  }

  private static DisputeMove opened(ProviderDispute report) {
    return DisputeMachine.opened(
        new Realm(2),
        new DisputeId(new UUID(1, 2)),
        new PaymentId(new UUID(1, 1)),
        new ConnectorName("simulator", "simulator"),
        report,
        NOW);
  }

  private static Dispute in(Status status, DisputeStatus reported) {
    Dispute opened = opened(report(reported)).dispute();
    Dispute.State state = opened.state();
    return opened.with(
        new Dispute.State(
            1,
            1,
            status,
            reported,
            state.amount(),
            state.reason(),
            state.networkReasonCode(),
            state.dueBy(),
            NOW,
            Optional.of(NOW).filter(_ -> status.isClosed()),
            Optional.empty(),
            Optional.empty()));
  }
}
