/**
 * Checks of values that come from storage, a stream or a reply, small enough for the first screen.
 * Forms check with the contracts' schemas; their library is loaded with the pages that have forms.
 */
export type Shape<Value> = (value: unknown) => value is Value;
export type ShapeOf<S> = S extends Shape<infer Value> ? Value : never;

type Fields = Readonly<Record<string, Shape<unknown>>>;

export const isText: Shape<string> = (value) => typeof value === 'string';
export const isNumber: Shape<number> = (value): value is number => Number.isFinite(value);
export const isFlag: Shape<boolean> = (value) => typeof value === 'boolean';

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function oneOf<const Values extends readonly (string | number)[]>(...values: Values): Shape<Values[number]> {
  return (value): value is Values[number] => values.some((one) => one === value);
}

export function nullable<Value>(shape: Shape<Value>): Shape<Value | null> {
  return (value): value is Value | null => value === null || shape(value);
}

export function listOf<Value>(shape: Shape<Value>): Shape<Value[]> {
  return (value): value is Value[] => Array.isArray(value) && value.every(shape);
}

/** An object with these fields; others beside them are no fault. */
export function objectOf<F extends Fields>(fields: F): Shape<{ [Name in keyof F]: ShapeOf<F[Name]> }> {
  return (value): value is { [Name in keyof F]: ShapeOf<F[Name]> } =>
    isRecord(value) && Object.entries(fields).every(([name, shape]) => shape(value[name]));
}

/** The value when it has the shape, else `otherwise`. */
export function shaped<Value, Else>(shape: Shape<Value>, value: unknown, otherwise: Else) {
  return shape(value) ? value : otherwise;
}
