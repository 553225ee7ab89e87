/** Whether more text could still make JSON of it: the parser was content up to the end. */
function isBeginning(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = /position (\d+)/.exec(message)?.[1];
    const isAtEnd = position !== undefined && Number(position) >= text.length;
    return isAtEnd || /end of JSON|Unterminated/.test(message);
  }
}

/**
 * Where a text stops being JSON, counted from 1; null where it is JSON. The parser does not always
 * say, so longer and longer beginnings are tried: the texts are of 200 characters at most.
 */
export function jsonFault(text: string): { line: number; column: number } | null {
  try {
    JSON.parse(text);
    return null;
  } catch {
    let length = 0;
    while (length < text.length && isBeginning(text.slice(0, length + 1))) length += 1;
    const lines = text.slice(0, length).split('\n');
    return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  }
}
