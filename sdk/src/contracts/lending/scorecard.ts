import * as z from 'zod/mini';

/** MODEL_INPUT. What a model may read of an application; never who somebody is. */
export const modelInput = z.enum([
  'appliedCents',
  'monthlyIncomeCents',
  'age',
  'loanType',
  'settledOrders',
  'openOrders',
  'maxOverdueDays',
  'applications30Days',
]);
export type ModelInput = z.output<typeof modelInput>;

/** What an application says to a model; null where it says nothing. */
export type ModelInputs = Readonly<Partial<Record<ModelInput, number | string | null>>>;

/** Scores lie between these, both included. */
export const SCORES = { least: 0, most: 1000 } as const;

/** Of an attribute: any value that no other attribute of its input takes. */
const OTHERWISE = '*';
/** Of an attribute: the application says nothing. */
const UNKNOWN = 'UNKNOWN';

/** One line of a scorecard: what a value of an input is worth. */
export const attribute = z.strictObject({
  input: modelInput,
  /** A number: from this value on. A code: this code. `*`: any other value. UNKNOWN: none. */
  from: z.string().check(z.trim(), z.regex(/^(\*|UNKNOWN|-?\d{1,12}|FIRST|REPEAT)$/, 'A number, a code, * or UNKNOWN')),
  points: z.int().check(z.minimum(-1_000, 'Must be −1,000 to 1,000'), z.maximum(1_000, 'Must be −1,000 to 1,000')),
});
export type Attribute = z.output<typeof attribute>;

export const scoreLevel = z.strictObject({
  modelLevel: z.string().check(z.trim(), z.regex(/^[A-Z][0-9]?$/, 'A class, e.g. A or B1')),
  /** The smallest score of the level. */
  minScore: z.int().check(z.minimum(SCORES.least, '0 to 1,000'), z.maximum(SCORES.most, '0 to 1,000')),
});
export type ScoreLevel = z.output<typeof scoreLevel>;

/** What is wrong with levels; null where each score has one level. */
export function levelFault(levels: readonly ScoreLevel[]): string | null {
  const isOnce = (values: readonly (number | string)[]): boolean => new Set(values).size === values.length;
  if (!isOnce(levels.map(({ modelLevel }) => modelLevel))) return 'Each level once';
  if (!isOnce(levels.map(({ minScore }) => minScore))) return 'Two levels start at the same score';
  if (!levels.some(({ minScore }) => minScore === SCORES.least)) return 'The lowest level must start at 0';
  return null;
}

/** The level of a score. */
export function levelOf(levels: readonly ScoreLevel[], score: number): string | null {
  const reached = levels.filter(({ minScore }) => minScore <= score);
  return reached.toSorted((one, other) => other.minScore - one.minScore)[0]?.modelLevel ?? null;
}

/** One input of a score: which attribute it met and what that was worth, beside the most it could have been. */
export interface ScoreLine {
  readonly input: ModelInput;
  readonly value: string | null;
  readonly from: string;
  readonly points: number;
  readonly mostPoints: number;
}

const inputsOf = (attributes: readonly Attribute[]): ModelInput[] => [...new Set(attributes.map(({ input }) => input))];
const isNumber = (from: string): boolean => /^-?\d+$/.test(from);

/** The attribute that a value meets: the nearest number below it, or its code, or what is left. */
function metBy(own: readonly Attribute[], value: number | string | null): Attribute | undefined {
  const otherwise = own.find(({ from }) => from === OTHERWISE);
  if (value === null) return own.find(({ from }) => from === UNKNOWN) ?? otherwise;
  if (typeof value === 'string') return own.find(({ from }) => from === value) ?? otherwise;
  const reached = own.filter(({ from }) => isNumber(from) && Number(from) <= value);
  return reached.toSorted((one, other) => Number(other.from) - Number(one.from))[0] ?? otherwise;
}

/** What a scorecard says of an application: the same inputs, the same score, whenever it is asked. */
export function scoreBy(
  card: { readonly baseScore: number; readonly attributes: readonly Attribute[] },
  inputs: ModelInputs,
): { readonly score: number; readonly lines: readonly ScoreLine[] } {
  const lines = inputsOf(card.attributes).map((input) => {
    const own = card.attributes.filter((one) => one.input === input);
    const value = inputs[input] ?? null;
    const met = metBy(own, value);
    return {
      input,
      value: value === null ? null : String(value),
      from: met?.from ?? OTHERWISE,
      points: met?.points ?? 0,
      mostPoints: Math.max(...own.map(({ points }) => points)),
    };
  });
  return { score: card.baseScore + lines.reduce((sum, { points }) => sum + points, 0), lines };
}

/** What cost an application most, the worst first: the reasons of its score. */
export function reasonsOf(lines: readonly ScoreLine[], most = 4): ScoreLine[] {
  return lines
    .filter(({ points, mostPoints }) => points < mostPoints)
    .toSorted((one, other) => other.mostPoints - other.points - (one.mostPoints - one.points))
    .slice(0, most);
}

/** What is wrong with a scorecard; null where every application has a score between 0 and 1,000. */
export function scorecardFault(
  baseScore: number,
  attributes: readonly Attribute[],
): { readonly at: number | null; readonly error: string } | null {
  const keys = attributes.map(({ input, from }) => `${input} ${from}`);
  const twice = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (twice >= 0) return { at: twice, error: 'Each value of an input once' };
  const strange = attributes.findIndex(
    ({ input, from }) => from !== OTHERWISE && from !== UNKNOWN && isNumber(from) === (input === 'loanType'),
  );
  if (strange >= 0) return { at: strange, error: 'Not a value of this input' };
  const open = inputsOf(attributes).find(
    (input) => !attributes.some((one) => one.input === input && one.from === OTHERWISE),
  );
  if (open !== undefined) {
    return { at: attributes.findIndex(({ input }) => input === open), error: 'Each input needs a line for *' };
  }
  const extreme = (pick: (...points: number[]) => number): number =>
    inputsOf(attributes).reduce(
      (sum, input) => sum + pick(...attributes.filter((one) => one.input === input).map(({ points }) => points)),
      baseScore,
    );
  const isWithin = extreme(Math.min) >= SCORES.least && extreme(Math.max) <= SCORES.most;
  return isWithin ? null : { at: null, error: 'Scores must stay between 0 and 1,000' };
}

/** The inputs that a JSON schema names, and those of them it requires; null where it is none of an object of these. */
export function schemaInputs(
  text: string,
): { readonly inputs: readonly ModelInput[]; readonly required: readonly ModelInput[] } | null {
  const read = inputSchema.safeParse(parsed(text));
  if (!read.success) return null;
  const { properties, required = [] } = read.data;
  const inputs = modelInput.options.filter((input) => input in properties);
  if (inputs.length === 0 || inputs.length !== Object.keys(properties).length) return null;
  return required.every((input) => inputs.includes(input)) ? { inputs, required } : null;
}

const inputSchema = z.object({
  type: z.literal('object'),
  properties: z.record(z.string(), z.object({ type: z.optional(z.unknown()) })),
  required: z.optional(z.array(modelInput)),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
