import { qualitySheet } from '@kituo/sdk/contracts';

/** `I1` and so on are points, `commentI1` what explains a loss. */
export type ItemValues = Record<string, unknown>;

const ITEM_NOS = Array.from({ length: qualitySheet.MAX_ITEMS }, (_, index) => `I${index + 1}`);
const commentOf = (itemNo: string) => `comment${itemNo}`;

export const noAnswers = (): ItemValues =>
  Object.fromEntries(
    ITEM_NOS.flatMap((itemNo): [string, unknown][] => [
      [itemNo, null],
      [commentOf(itemNo), ''],
    ]),
  );

/** Only what was given. */
export function pointsOf(values: ItemValues): {
  points: Record<string, number>;
  comments: Record<string, string>;
} {
  const points: Record<string, number> = {};
  const comments: Record<string, string> = {};
  for (const itemNo of ITEM_NOS) {
    const value = values[itemNo];
    const comment = values[commentOf(itemNo)];
    if (typeof value === 'number') points[itemNo] = value;
    if (typeof comment === 'string' && comment.trim() !== '') comments[itemNo] = comment;
  }
  return { points, comments };
}
