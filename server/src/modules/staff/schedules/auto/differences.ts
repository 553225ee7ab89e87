import type { scheduling } from '@kituo/sdk/contracts';

interface Draft {
  readonly shiftId: string;
  readonly userNo: string;
  readonly workDate: string;
  readonly shiftType: string;
}
type Cell = scheduling.PlannedCell;

/** The drafts that a proposal has again: they stay as they are. Pure. */
export function keptOf(drafts: readonly Draft[], cells: readonly Cell[]): ReadonlySet<string> {
  const wanted = new Set(cells.map(({ userNo, workDate, shiftType }) => `${userNo} ${workDate} ${shiftType}`));
  return new Set(
    drafts
      .filter(({ userNo, workDate, shiftType }) => wanted.has(`${userNo} ${workDate} ${shiftType}`))
      .map(({ shiftId }) => shiftId),
  );
}

/** What a proposal changes: by day and person, the draft that goes and the shift that comes. Pure. */
export function differencesOf(drafts: readonly Draft[], kept: ReadonlySet<string>, cells: readonly Cell[]) {
  const of = new Map<string, { userNo: string; workDate: string; before: string | null; after: string | null }>();
  const at = ({ userNo, workDate }: Pick<Cell, 'userNo' | 'workDate'>) => `${workDate} ${userNo}`;
  const staying = new Set(drafts.filter(({ shiftId }) => kept.has(shiftId)).map(at));
  for (const draft of drafts) {
    if (kept.has(draft.shiftId)) continue;
    of.set(at(draft), { userNo: draft.userNo, workDate: draft.workDate, before: draft.shiftType, after: null });
  }
  for (const { userNo, workDate, shiftType } of cells) {
    if (staying.has(at({ userNo, workDate }))) continue;
    const before = of.get(at({ userNo, workDate }))?.before ?? null;
    of.set(at({ userNo, workDate }), { userNo, workDate, before, after: shiftType });
  }
  return [...of.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, difference]) => difference);
}
