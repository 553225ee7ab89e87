/**
 * Works out a line such as `1,250.50 * 3 + (200 / 4)` without evaluating code.
 *
 * @returns null when the line is not a sum, or divides by zero
 */
export function calculate(line: string): number | null {
  const tokens = line.replaceAll(',', '').match(/\d+(?:\.\d+)?|[-+*/()%×÷−]|\S/g) ?? [];
  let at = 0;

  function atom(): number {
    const token = tokens[at++];
    if (token === '(') {
      const inner = sum();
      return tokens[at++] === ')' ? inner : NaN;
    }
    if (token === '-' || token === '−') return -atom();
    const value = token !== undefined && /^\d/.test(token) ? Number(token) : NaN;
    if (tokens[at] !== '%') return value;
    at += 1;
    return value / 100;
  }

  function product(): number {
    let value = atom();
    for (;;) {
      const operator = tokens[at];
      if (operator === '*' || operator === '×') ((at += 1), (value *= atom()));
      else if (operator === '/' || operator === '÷') ((at += 1), (value /= atom()));
      else return value;
    }
  }

  /** On a desk calculator, `200 + 15%` adds 15 % of the 200. */
  function term(before: number): number {
    const from = at;
    const value = product();
    return at === from + 2 && tokens[from + 1] === '%' ? before * value : value;
  }

  function sum(): number {
    let value = product();
    for (;;) {
      const operator = tokens[at];
      if (operator === '+') ((at += 1), (value += term(value)));
      else if (operator === '-' || operator === '−') ((at += 1), (value -= term(value)));
      else return value;
    }
  }

  const value = sum();
  return at === tokens.length && Number.isFinite(value) ? Number(value.toPrecision(12)) : null;
}
