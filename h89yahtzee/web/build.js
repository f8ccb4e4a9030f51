/**
 * The hash of all files of this build, which scripts/web writes here. If it is empty, no image of the memory is kept
 * for later starts.
 *
 * @module
 */

export const BUILD = "";
