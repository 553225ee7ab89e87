import { satisfies } from 'semver';

/** Does a version of the SDK lie in a range such as `^0.1.0`, `~1.2.0` or `1.2.3`? As npm reads both. */
export function fitsRange(version: string, range: string): boolean {
  return satisfies(version, range);
}
