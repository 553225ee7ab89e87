/**
 * What has to be there by the state that a thing is in. A figure that is missing is a fault, not a 0: booked as one, nobody
 * would see it. @throws Error naming what is missing
 */
export function needed<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}
