/** Counts changes of what measures mean: files and screens of different versions are not compared, kept sums are built anew. */
export const DEFINITION_VERSION = '7';
