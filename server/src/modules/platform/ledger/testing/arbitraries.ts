import fc from 'fast-check';
import { type Amounts, COMPONENTS, type Component, mapAmounts } from '../components.ts';

/* Random money for property-based tests; not imported by anything else. */

/** 0 is common, because most components of most bills are 0. */
export const anyCents = (max = 50_000_00) =>
  fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.integer({ min: 0, max }) });

export const anyAmounts = (max = 50_000_00): fc.Arbitrary<Amounts> =>
  fc
    .array(anyCents(max), { minLength: COMPONENTS.length, maxLength: COMPONENTS.length })
    .map((cents) => mapAmounts((component) => cents[COMPONENTS.indexOf(component)] ?? 0));

export const anyOrder: fc.Arbitrary<Component[]> = fc.shuffledSubarray([...COMPONENTS], {
  minLength: COMPONENTS.length,
});
