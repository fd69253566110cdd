/**
 * The service, assembled from a module for each feature, and the parts of it that commands need.
 * Modules create all parts with constructors.
 */
@org.jspecify.annotations.NullMarked
package florin.app;
