/**
 * The page `/docs`, made of the contract: what stands in `openapi.yaml` is all that it knows of the
 * interface. {@link florin.docs.Contract} is the contract's tree, {@link florin.docs.Reference}
 * reads it into records, templates make a page of them, once.
 *
 * <p>The guides beside it, test cards and webhooks, are the pages of `docs/` that tell of them.
 */
@org.jspecify.annotations.NullMarked
package florin.docs;
