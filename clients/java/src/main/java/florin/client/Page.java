package florin.client;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A page of a list, newest first. Iteration continues with the following pages, and requests each
 * when it is needed.
 */
public final class Page<T> implements Iterable<T> {
  private final List<T> data;
  private final Optional<Supplier<Page<T>>> following;

  Page(List<T> data, Optional<Supplier<Page<T>>> following) {
    this.data = data;
    this.following = following;
  }

  /** Returns the objects of this page alone. */
  public List<T> data() {
    return data;
  }

  public boolean hasMore() {
    return following.isPresent();
  }

  /** Requests the following page, or returns empty if this is the last one. */
  public Optional<Page<T>> next() {
    return following.map(Supplier::get);
  }

  /** Returns the objects of this page and all following ones. */
  public Stream<T> stream() {
    return StreamSupport.stream(spliterator(), false);
  }

  @Override
  public Iterator<T> iterator() {
    return new Iterator<>() {
      private Page<T> page = Page.this;
      private Iterator<T> within = page.data.iterator();

      @Override
      public boolean hasNext() {
        while (!within.hasNext() && page.hasMore()) {
          page = page.next().orElseThrow();
          within = page.data.iterator();
        }
        return within.hasNext();
      }

      @Override
      public T next() {
        if (!hasNext()) {
          throw new NoSuchElementException("The list has ended.");
        }
        return within.next();
      }
    };
  }
}
