import type { inspection, quality } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';

type Answer = z.output<typeof inspection.answer>;

export interface Scored {
  readonly answers: Answer[];
  readonly score: number;
  readonly hasFatal: boolean;
}

/**
 * What an inspector gave each item of a sheet: all of them, none above its weight, each loss explained. A fatal item that
 * is failed makes the whole score 0. Pure.
 * @throws AppError ANSWERS_INCOMPLETE, ANSWER_OUT_OF_RANGE, FATAL_ALL_OR_NOTHING, LOSS_UNEXPLAINED
 */
export function scoreOf(
  items: readonly quality.SheetItem[],
  points: Readonly<Record<string, number | null>>,
  comments: Readonly<Record<string, string>>,
): Scored {
  const answers = items.map(({ itemNo, weight, isFatal }): Answer => {
    const given = points[itemNo] ?? null;
    const comment = comments[itemNo] ?? '';
    const at = [`points.${itemNo}`];
    if (given === null) throw new AppError('ANSWERS_INCOMPLETE', { fields: at });
    if (isFatal && given !== 0 && given !== weight)
      throw new AppError('FATAL_ALL_OR_NOTHING', { fields: at, facts: { most: weight } });
    if (given < 0 || given > weight) throw new AppError('ANSWER_OUT_OF_RANGE', { fields: at, facts: { most: weight } });
    if (given < weight && comment === '')
      throw new AppError('LOSS_UNEXPLAINED', { fields: [`comments.comment${itemNo}`] });
    return { itemNo, points: given, comment };
  });
  const hasFatal = items.some(({ itemNo, isFatal }) => isFatal && points[itemNo] === 0);
  return { answers, hasFatal, score: hasFatal ? 0 : answers.reduce((sum, answer) => sum + answer.points, 0) };
}
