/**
 * Which build this is: scripts/web writes the hash of all its files here. Without one nothing is kept from a start.
 *
 * @module
 */

export const BUILD = "";
