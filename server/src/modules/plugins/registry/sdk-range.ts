/**
 * Does a version lie in a range such as `^0.1.0`, `~1.2.0` or `1.2.3`? As npm reads them: `^` keeps the
 * first number that is not 0, `~` keeps the first two.
 */
export function fitsRange(version: string, range: string): boolean {
  const have = numbers(version);
  const from = numbers(range.replace(/^[\^~]/, ''));
  if (range.startsWith('^')) {
    const kept = from.findIndex((part) => part !== 0);
    return startsAlike(have, from, kept < 0 ? 3 : kept + 1) && notBefore(have, from);
  }
  if (range.startsWith('~')) return startsAlike(have, from, 2) && notBefore(have, from);
  return startsAlike(have, from, 3);
}

function numbers(version: string): number[] {
  return version.split(/[.-]/, 3).map(Number);
}

function startsAlike(left: number[], right: number[], count: number): boolean {
  return left.slice(0, count).every((part, index) => part === right[index]);
}

function notBefore(left: number[], right: number[]): boolean {
  for (const [index, part] of left.entries()) {
    const other = right[index] ?? 0;
    if (part !== other) return part > other;
  }
  return true;
}
