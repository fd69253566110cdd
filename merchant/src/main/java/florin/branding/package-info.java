/**
 * The appearance of a merchant's pages for payers: a color, and a logo that Florin serves itself.
 */
@org.jspecify.annotations.NullMarked
package florin.branding;
