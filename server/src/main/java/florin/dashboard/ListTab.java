package florin.dashboard;

import florin.core.Count;
import java.util.Optional;

/**
 * A tab over a list: those of one status, or all.
 *
 * @param count how many there are; empty where that is not counted
 */
public record ListTab(String path, String label, Optional<Count> count, boolean current) {}
