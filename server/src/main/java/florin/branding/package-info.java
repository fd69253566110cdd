/** How a merchant's pages for payers look: a colour, and a logo that Florin serves itself. */
@org.jspecify.annotations.NullMarked
package florin.branding;
