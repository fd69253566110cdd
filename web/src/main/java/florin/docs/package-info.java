/**
 * The pages of `/docs`. {@link florin.docs.DocsTree} has the repository's Markdown, which the build
 * packs. {@link florin.docs.Reference} reads the OpenAPI document into records for the API
 * reference. {@link florin.docs.DocsSite} joins both into pages with one navigation and one search.
 * Templates render each page once, when it is first requested.
 */
@org.jspecify.annotations.NullMarked
package florin.docs;
