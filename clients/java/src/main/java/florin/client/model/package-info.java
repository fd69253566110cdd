/** The objects of requests and responses. Their fields are those of the OpenAPI document. */
package florin.client.model;
