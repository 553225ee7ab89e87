/** The line of a text in which JSON.parse found a fault; null when its message does not say. */
export function faultLine(text: string, fault: unknown): number | null {
  if (!(fault instanceof SyntaxError)) return null;
  const line = /line (\d+)/.exec(fault.message)?.[1];
  if (line !== undefined) return Number(line);
  const position = /position (\d+)/.exec(fault.message)?.[1];
  if (position !== undefined) return lineAt(text, Number(position));
  return /end of JSON/.test(fault.message) ? lineAt(text, text.length) : null;
}

export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}
