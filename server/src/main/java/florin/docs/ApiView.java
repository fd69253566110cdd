package florin.docs;

import florin.docs.DocsPage.Crumb;
import florin.docs.OperationText.Code;
import java.util.List;

/**
 * A page of the API reference.
 *
 * @param base the address of this service
 */
public record ApiView(ApiPage page, String base, Crumb crumb, DocsNavigation navigation) {
  /** Returns the languages of the examples. */
  public List<Code> languages() {
    return page.sections().stream()
        .flatMap(section -> section.operations().stream())
        .map(operation -> operation.samples().requests())
        .findFirst()
        .orElse(List.of());
  }
}
