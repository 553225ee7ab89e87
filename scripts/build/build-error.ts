/** A fault in what is being built, in words for its author; shown without a stack. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}
