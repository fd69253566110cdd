package florin.docs;

import java.util.List;

/** The licenses of works by others that browsers load. */
public record LicencesView(List<Licence> works, DocsNavigation navigation) {
  public LicencesView {
    works = List.copyOf(works);
  }
}
