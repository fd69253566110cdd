@org.jspecify.annotations.NullMarked
package standin.stripe;
