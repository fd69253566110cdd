package florin.dashboard;

import florin.connector.instance.Instances;
import florin.core.PageRequest;
import florin.instrument.Instrument;
import florin.payment.machine.Status;
import florin.team.Act;
import florin.vault.Brand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The options of the filters in the list of payments.
 *
 * @param connectors of this account and mode; empty if the member may not view them
 */
public record PaymentChoices(
    List<SelectOption> statuses,
    List<SelectOption> brands,
    List<SelectOption> types,
    List<SelectOption> connectors,
    List<SelectOption> reasons,
    List<SelectOption> needs) {
  /** The statuses, with the most requested first. */
  static final List<Status> STATUSES =
      List.of(
          Status.SUCCEEDED,
          Status.REQUIRES_CAPTURE,
          Status.REQUIRES_ACTION,
          Status.PROCESSING,
          Status.FAILED,
          Status.CANCELED);

  private static final List<SelectOption> STATUS_OPTIONS =
      STATUSES.stream()
          .map(status -> new SelectOption(status.text(), Pill.of(status.text()).words()))
          .toList();
  private static final List<SelectOption> BRANDS =
      Arrays.stream(Brand.values())
          .map(brand -> new SelectOption(brand.text(), brand(brand.text())))
          .toList();
  private static final List<SelectOption> TYPES =
      SelectOption.of(List.of(Instrument.Type.values()), Instrument.Type::text);
  private static final List<SelectOption> REASONS =
      DeclineText.codes().stream()
          .map(code -> new SelectOption(code, DeclineText.brief(code)))
          .sorted(Comparator.comparing(SelectOption::words))
          .toList();

  /** The newest connectors of an account. The address accepts any. */
  private static final PageRequest CONNECTORS = PageRequest.first(PageRequest.MAX_LIMIT);

  /**
   * Returns the options for this member. They include the values in the address, even if the member
   * could not choose them.
   */
  static PaymentChoices of(Visit visit, Instances connectors, PaymentQuery query) {
    List<SelectOption> ways =
        visit.may(Act.VIEW_CONNECTORS)
            ? connectors.list(visit.realm(), CONNECTORS).data().stream()
                .map(summary -> summary.instance())
                .map(it -> new SelectOption(it.id().text(), it.provider().name()))
                .toList()
            : List.of();
    return new PaymentChoices(
        STATUS_OPTIONS,
        with(BRANDS, query.form().text(PaymentQuery.BRAND)),
        TYPES,
        with(ways, query.form().text(PaymentQuery.CONNECTOR)),
        with(REASONS, query.form().text(PaymentQuery.REASON)),
        PaymentNeed.OPTIONS);
  }

  private static List<SelectOption> with(List<SelectOption> options, String asked) {
    if (asked.isEmpty() || options.stream().anyMatch(option -> option.value().equals(asked))) {
      return options;
    }
    var all = new ArrayList<>(options);
    all.add(new SelectOption(asked, CodeText.of(asked)));
    return List.copyOf(all);
  }

  /** Returns the label of the chosen option; empty if none is chosen. */
  static String words(List<SelectOption> options, String value) {
    return options.stream()
        .filter(option -> option.value().equals(value))
        .map(SelectOption::words)
        .findFirst()
        .orElseGet(() -> ListForm.shortened(CodeText.of(value)));
  }

  /** Returns the label of a card brand, or of a payment method type. */
  static String brand(String code) {
    return switch (code) {
      case "amex" -> "American Express";
      case "diners" -> "Diners Club";
      case "jcb" -> "JCB";
      case "unionpay" -> "UnionPay";
      case "rupay" -> "RuPay";
      case "unknown" -> "Unknown brand";
      default -> CodeText.of(code);
    };
  }
}
