/** A place in a text, counted from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Whether more text could still make JSON of it: the parser was content up to the end. */
function isBeginning(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = /position (\d+)/.exec(message)?.[1];
    return position === undefined ? message.includes('end of JSON') : Number(position) >= text.length;
  }
}

/**
 * Where a text stops being JSON; null where it is JSON. The parser does not always say, so the longest
 * beginning that could still become JSON is searched for.
 */
export function jsonFault(text: string): TextPlace | null {
  try {
    JSON.parse(text);
    return null;
  } catch {
    let sound = 0;
    let broken = text.length + 1;
    // What follows a broken beginning cannot fix it, so halving finds the place.
    while (broken - sound > 1) {
      const middle = Math.floor((sound + broken) / 2);
      if (isBeginning(text.slice(0, middle))) sound = middle;
      else broken = middle;
    }
    const lines = text.slice(0, sound).split('\n');
    return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  }
}
