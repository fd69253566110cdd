package florin.dashboard;

import florin.core.Page.Count;
import java.util.Optional;

/**
 * A tab above a list, for one status or for all.
 *
 * @param count the number of lines; empty if it is not counted
 */
public record ListTab(String path, String label, Optional<Count> count, boolean current) {}
